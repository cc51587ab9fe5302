#include "candidates/write.h"

#include <cmath>

#include "base/error.h"

namespace manyways::candidates {
namespace {

constexpr std::string_view kBar = "|||";
constexpr std::string_view kHex = "0123456789abcdef";

void append_blanks(std::size_t count, std::string& out) { out.append(count, ' '); }

// One candidate's line of a ||| list.
class PipedWriter {
 public:
  PipedWriter(const BlockView& view, const PipedStyle& style)
      : view_(view),
        style_(style),
        dense_(group_columns(view.feature_names)),
        sparse_(view.sparse_feature_names) {}

  void write(std::size_t sentence, std::size_t row, std::string& out) const {
    const auto& columns = style_.layout.columns;
    std::string_view extra = view_.extra.get(row);
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (c > 0) out += kBar;
      append_blanks(columns[c].lead, out);
      const std::size_t before = out.size();
      content(columns[c].role, sentence, row, extra, out);
      // Moses ends every word with a blank: no words, one blank less.
      const bool empty = out.size() == before;
      append_blanks(empty && columns[c].trail > 1 ? 1 : columns[c].trail, out);
    }
    out += style_.layout.end;
  }

 private:
  void content(ColumnRole role, std::size_t sentence, std::size_t row, std::string_view& extra,
               std::string& out) const {
    switch (role) {
      case ColumnRole::kId:
        out += view_.ids[sentence];
        break;
      case ColumnRole::kText:
        append_text(sentence, view_.texts[row], out);
        break;
      case ColumnRole::kFeatures:
        append_features(row, out);
        break;
      case ColumnRole::kScore:
        if (std::isnan(view_.scores[row])) {
          out += "nan";  // as the file had it: who writes for other programs has refused it before
        } else {
          style_.numbers.append(view_.scores[row], out);
        }
        break;
      case ColumnRole::kLinks:
        out += view_.links.get(row);
        break;
      case ColumnRole::kExtra: {
        const auto bar = extra.find(" ||| ");
        out += extra.substr(0, bar);
        extra.remove_prefix(bar == extra.npos ? extra.size() : bar + 5);
      }
    }
  }

  void append_text(std::size_t sentence, std::string_view text, std::string& out) const {
    const bool broken = text.find_first_of("\n\r") != text.npos;
    if (broken || text.find(kBar) != text.npos) {
      throw InputError("", 0,
                       "a candidate of sentence '" + std::string(view_.ids[sentence]) + "' holds " +
                           (broken ? "a line break" : "'|||'") + ": this format cannot carry it",
                       "Write JSON Lines instead, or replace it first.");
    }
    out += text;
  }

  void append_label(std::string_view name, std::size_t& fields, std::string& out) const {
    if (fields++ > 0) out += ' ';
    if (style_.layout.label.empty()) return;
    out += name;
    out += style_.layout.label;
  }

  void append_features(std::size_t row, std::string& out) const {
    const std::size_t width = view_.feature_names.size();
    std::size_t fields = 0;
    for (const FeatureGroup& group : dense_) {
      append_label(group.name, fields, out);
      for (std::size_t i = 0; i < group.count; ++i) {
        if (i > 0) out += ' ';
        style_.numbers.append(view_.features[row * width + group.first + i], out);
      }
    }
    if (view_.sparse_values.has(row)) append_sparse(row, fields, out);
    if (view_.word_scores.has(row) && !view_.word_scores[row].empty()) {
      append_label("WordScores", fields, out);
      bool first = true;
      for (const double value : view_.word_scores[row]) {
        if (!std::exchange(first, false)) out += ' ';
        style_.word_numbers.append(value, out);
      }
    }
  }

  void append_sparse(std::size_t row, std::size_t& fields, std::string& out) const {
    const auto values = view_.sparse_values[row];
    const auto start = static_cast<std::size_t>(view_.sparse_values.offsets[row]);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < values.size(); ++i) {
      names.push_back(sparse_[view_.sparse_names[start + i]]);
    }
    for (const FeatureGroup& group : group_columns(names)) {
      append_label(group.name, fields, out);
      for (std::size_t i = 0; i < group.count; ++i) {
        if (i > 0) out += ' ';
        style_.numbers.append(values[group.first + i], out);
      }
    }
  }

  const BlockView& view_;
  const PipedStyle& style_;
  std::vector<FeatureGroup> dense_;
  const std::vector<std::string>& sparse_;
};

void append_string(std::string_view text, std::string& out) {
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) >= 0x20) {
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else {
      out += "\\u00";
      out += kHex[static_cast<unsigned char>(c) >> 4];
      out += kHex[c & 15];
    }
  }
  out += '"';
}

void append_number(double value, std::string& out) {
  static const NumberStyle kShortest("shortest");
  if (std::isfinite(value)) {
    kShortest.append(value, out);
  } else {
    out += std::isnan(value) ? "\"nan\"" : value > 0 ? "\"inf\"" : "\"-inf\"";
  }
}

// `bare`: one number stands without brackets.
void append_numbers(std::span<const double> values, bool bare, std::string& out) {
  if (!bare) out += '[';
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out += ", ";
    append_number(values[i], out);
  }
  if (!bare) out += ']';
}

// One sentence's line of JSON.
class JsonWriter {
 public:
  explicit JsonWriter(const BlockView& view)
      : view_(view), dense_(group_columns(view.feature_names)) {}

  void write(std::size_t sentence, std::string& out) const {
    out += "{\"id\": ";
    append_string(view_.ids[sentence], out);
    if (view_.sources.has(sentence)) {
      out += ", \"source\": ";
      append_string(view_.sources[sentence], out);
    }
    if (sentence + 1 < view_.reference_starts.size()) append_references(sentence, out);
    append_key("status", view_.status.get(sentence), out);
    if (!view_.bounds.empty()) {
      append_bound("lower", view_.bounds[2 * sentence], out);
      append_bound("upper", view_.bounds[2 * sentence + 1], out);
    }
    out += ", \"candidates\": [";
    const auto start = static_cast<std::size_t>(view_.sentence_offsets[sentence]);
    const auto end = static_cast<std::size_t>(view_.sentence_offsets[sentence + 1]);
    for (std::size_t row = start; row < end; ++row) {
      if (row > start) out += ", ";
      append_candidate(row, out);
    }
    out += "]}\n";
  }

 private:
  void append_references(std::size_t sentence, std::string& out) const {
    const auto start = static_cast<std::size_t>(view_.reference_starts[sentence]);
    const auto end = static_cast<std::size_t>(view_.reference_starts[sentence + 1]);
    if (start == end) return;
    out += ", \"references\": [";
    for (std::size_t r = start; r < end; ++r) {
      if (r > start) out += ", ";
      append_string(view_.references[r], out);
    }
    out += ']';
  }

  static void append_bound(const char* key, double value, std::string& out) {
    if (std::isnan(value)) return;
    ((out += ", \"") += key) += "\": ";
    append_number(value, out);
  }

  void append_key(std::string_view key, std::string_view text, std::string& out) const {
    if (text.empty()) return;
    out += ", \"";
    out += key;
    out += "\": ";
    append_string(text, out);
  }

  void append_candidate(std::size_t row, std::string& out) const {
    out += "{\"text\": ";
    append_string(view_.texts[row], out);
    if (!view_.systems.empty()) {
      append_key("system", view_.system_names[static_cast<std::size_t>(view_.systems[row])], out);
    }
    if (!std::isnan(view_.scores[row])) {
      out += ", \"score\": ";
      append_number(view_.scores[row], out);
    }
    append_features(row, out);
    append_key("links", view_.links.get(row), out);
    if (view_.word_scores.has(row) && !view_.word_scores[row].empty()) {
      out += ", \"word_scores\": ";
      append_numbers(view_.word_scores[row], false, out);
    }
    append_key("extra", view_.extra.get(row), out);
    append_key("flag", view_.flags.get(row), out);
    append_key("line", view_.raw.get(row), out);
    out += '}';
  }

  void append_features(std::size_t row, std::string& out) const {
    const std::size_t width = view_.feature_names.size();
    std::size_t fields = 0;
    for (const FeatureGroup& group : dense_) {
      append_name(group.name, fields, out);
      append_numbers(view_.features.subspan(row * width + group.first, group.count),
                     group.count == 1, out);
    }
    if (view_.sparse_values.has(row)) append_sparse(row, fields, out);
    if (fields > 0) out += '}';
  }

  void append_sparse(std::size_t row, std::size_t& fields, std::string& out) const {
    const auto values = view_.sparse_values[row];
    const auto start = static_cast<std::size_t>(view_.sparse_values.offsets[row]);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < values.size(); ++i) {
      names.push_back(view_.sparse_feature_names[view_.sparse_names[start + i]]);
    }
    for (const FeatureGroup& group : group_columns(names)) {
      append_name(group.name, fields, out);
      append_numbers(values.subspan(group.first, group.count), group.count == 1, out);
    }
  }

  void append_name(std::string_view name, std::size_t& fields, std::string& out) const {
    out += fields++ == 0 ? ", \"features\": {" : ", ";
    append_string(name, out);
    out += ": ";
  }

  const BlockView& view_;
  std::vector<FeatureGroup> dense_;
};

}  // namespace

Lines write_piped(const BlockView& view, const PipedStyle& style) {
  Lines lines;
  lines.offsets.push_back(0);
  const PipedWriter writer(view, style);
  for (std::size_t s = 0; s + 1 < view.sentence_offsets.size(); ++s) {
    const auto end = static_cast<std::size_t>(view.sentence_offsets[s + 1]);
    for (auto row = static_cast<std::size_t>(view.sentence_offsets[s]); row < end; ++row) {
      writer.write(s, row, lines.bytes);
      lines.offsets.push_back(static_cast<std::int64_t>(lines.bytes.size()));
    }
  }
  return lines;
}

Lines write_jsonl(const BlockView& view) {
  Lines lines;
  lines.offsets.push_back(0);
  const JsonWriter writer(view);
  for (std::size_t s = 0; s + 1 < view.sentence_offsets.size(); ++s) {
    writer.write(s, lines.bytes);
    lines.offsets.push_back(static_cast<std::int64_t>(lines.bytes.size()));
  }
  return lines;
}

}  // namespace manyways::candidates
