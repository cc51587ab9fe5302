#include "candidates/piped.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "candidates/number.h"

namespace manyways::candidates {
namespace {

constexpr std::string_view kWordScores = "WordScores";
constexpr std::string_view kUnlabelled = "Feature";
constexpr std::string_view kBar = " ||| ";
constexpr std::size_t kMaximumBlanks = 255;

bool is_blank(char c) { return c == ' ' || c == '\t'; }

std::string_view stripped(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// Takes the next word off `rest`; empty at the end.
std::string_view next_word(std::string_view& rest) {
  while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
  std::size_t length = 0;
  while (length < rest.size() && !is_blank(rest[length])) ++length;
  const std::string_view word = rest.substr(0, length);
  rest.remove_prefix(length);
  return word;
}

bool is_number(std::string_view word, double& value) {
  return !word.empty() &&
         parse_number(word.data(), word.data() + word.size(), value) == word.data() + word.size();
}

// "0-0 1-2": Pharaoh links, and nothing else.
bool are_links(std::string_view field) {
  std::string_view rest = field;
  bool any = false;
  for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
    const auto dash = word.find('-');
    if (dash == 0 || dash == word.npos || dash + 1 == word.size()) return false;
    for (std::size_t i = 0; i < word.size(); ++i) {
      if (i != dash && (word[i] < '0' || word[i] > '9')) return false;
    }
    any = true;
  }
  return any;
}

// Features with labels, at least one of them.
bool has_labels(std::string_view field) {
  std::string_view rest = field;
  const std::string_view word = next_word(rest);
  double value;
  return !word.empty() && !is_number(word, value) &&
         (word.find('=') != word.npos || word.back() == ':') && !(word[0] >= '0' && word[0] <= '9');
}

}  // namespace

void PipedReader::split_columns(std::string_view line) {
  fields_.clear();
  const char* start = line.data();
  const char* const end = start + line.size();
  const char* p = start;
  while (p < end) {
    p = static_cast<const char*>(std::memchr(p, '|', static_cast<std::size_t>(end - p)));
    if (p == nullptr) break;
    const bool bar = end - p >= 3 && p[1] == '|' && p[2] == '|' && p > line.data() &&
                     is_blank(p[-1]) && (end - p == 3 || is_blank(p[3]));
    if (bar) {
      fields_.emplace_back(start, static_cast<std::size_t>(p - start));
      start = p += 3;
    } else {
      ++p;
    }
  }
  fields_.emplace_back(start, static_cast<std::size_t>(end - start));
}

ColumnRole PipedReader::role_of(std::size_t column) const {
  if (column == 0) return ColumnRole::kId;
  if (column == 1) return ColumnRole::kText;
  const std::string_view field = stripped(fields_[column]);
  if (has_labels(field)) return ColumnRole::kFeatures;
  if (are_links(field)) return ColumnRole::kLinks;
  double value;
  std::string_view rest = field;
  if (is_number(next_word(rest), value)) {
    return stripped(rest).empty() ? ColumnRole::kScore : ColumnRole::kFeatures;
  }
  return column == 2 ? ColumnRole::kFeatures : ColumnRole::kExtra;
}

void PipedReader::decide_layout(std::string_view line) {
  if (fields_.size() < 2) {
    fail("has no column separator ' ||| ': " + quoted(line),
         "Name the file's format with --from; `manyways convert --help` lists them.");
  }
  layout_.end = !line.empty() && line.back() == '\r' ? "\r\n" : "\n";
  std::size_t scores = 0;
  bool features = false;
  for (std::size_t c = 0; c < fields_.size(); ++c) {
    std::string_view field = fields_[c];
    std::size_t lead = 0;
    while (lead < field.size() && is_blank(field[lead])) ++lead;
    std::size_t trail = 0;
    while (trail < field.size() - lead && is_blank(field[field.size() - 1 - trail])) ++trail;
    ColumnRole role = role_of(c);
    if (role == ColumnRole::kFeatures && std::exchange(features, true)) role = ColumnRole::kExtra;
    if (role == ColumnRole::kScore) ++scores;
    layout_.columns.push_back({role, static_cast<std::uint8_t>(std::min(lead, kMaximumBlanks)),
                               static_cast<std::uint8_t>(std::min(trail, kMaximumBlanks))});
  }
  // Two lone numbers: a feature and the total. More of them: the rest is kept as it stands.
  for (PipedColumn& column : layout_.columns) {
    if (column.role != ColumnRole::kScore || scores == 1) continue;
    column.role = std::exchange(features, true) ? ColumnRole::kExtra : ColumnRole::kFeatures;
    --scores;
  }
}

bool PipedReader::read_expected(std::string_view features) {
  const char* p = features.data();
  const char* const end = p + features.size();
  row_.resize(table_.width());
  const std::size_t word_scores = block_.word_scores.values.size();
  for (const Expected& expected : expected_) {
    const std::size_t length = expected.label.size();
    bool good = static_cast<std::size_t>(end - p) >= length &&
                std::memcmp(p, expected.label.data(), length) == 0;
    p += good ? length : 0;
    if (expected.count == 0) {
      double value;
      for (std::size_t i = 0; good && p < end && (i == 0 || (*p == ' ' && end - p > 1)); ++i) {
        const char* next = parse_number(i == 0 ? p : p + 1, end, value);
        if (next == nullptr) break;
        block_.word_scores.values.push_back(value);
        p = next;
      }
    }
    for (std::uint32_t i = 0; good && i < expected.count; ++i) {
      if (i > 0 && (p == end || *p++ != ' ')) good = false;
      const char* next = good ? parse_number(p, end, row_[expected.first + i]) : nullptr;
      good = next != nullptr;
      if (good) p = next;
    }
    if (!good) {
      block_.word_scores.values.cut(word_scores);
      return false;
    }
  }
  if (p != end) {
    block_.word_scores.values.cut(word_scores);
    return false;
  }
  block_.features.append(row_.data(), row_.size());
  block_.sparse_values.end_row();
  return true;
}

void PipedReader::add_feature(std::string_view label, bool apart) {
  if (label == kWordScores) {
    block_.word_scores.values.append(values_.data(), values_.size());
  } else {
    table_.add(label, values_.data(), values_.size(), apart);
  }
  values_.clear();
}

void PipedReader::read_features(std::string_view features) {
  table_.start();
  values_.clear();
  std::string_view label = kUnlabelled;
  bool apart = false;  // label and value are two words, as Moses writes them
  std::string_view rest = features;
  for (std::string_view word = next_word(rest); !word.empty(); word = next_word(rest)) {
    double value;
    if (is_number(word, value)) {
      values_.push_back(value);
      continue;
    }
    add_feature(label, apart);
    const auto equals = word.rfind('=');
    apart = equals == word.size() - 1 || (equals == word.npos && word.back() == ':');
    if (apart) {
      label = word.substr(0, word.size() - 1);
      if (layout_.label.empty()) layout_.label = {word.back(), ' '};
    } else if (equals != word.npos && is_number(word.substr(equals + 1), value)) {
      label = word.substr(0, equals);
      values_.push_back(value);
      if (layout_.label.empty()) layout_.label.assign(1, '=');
    } else {
      fail("found " + quoted(word) + " where a number or a label such as LM0= should be",
           "The features of a candidate are labels followed by numbers.");
    }
    if (label.empty()) fail("a feature has no name: " + quoted(word), "Write it as name= value.");
  }
  add_feature(label, apart);
  table_.finish(block_);
}

// Notes labels and blanks of the first line, if all its features are dense and each stands once.
void PipedReader::expect_order_of(std::string_view features) {
  std::string_view rest = features;
  std::string label;
  std::size_t group = 0;
  const auto& groups = table_.groups();
  while (!rest.empty()) {
    std::size_t length = 0;
    const char* const end = rest.data() + rest.size();
    double value;
    // A label reaches up to its first number.
    for (;; ++length) {
      if (length == rest.size()) {
        expected_.clear();
        return;
      }
      const bool after_label = length == 0 || is_blank(rest[length - 1]) || rest[length - 1] == '=';
      std::string_view word = rest.substr(length);
      const char* stop = after_label ? parse_number(word.data(), end, value) : nullptr;
      if (stop != nullptr && (stop == end || is_blank(*stop))) break;
    }
    label.assign(rest.substr(0, length));
    rest.remove_prefix(length);
    const bool words = label.find(kWordScores) != label.npos;
    if (!words && group == groups.size()) {
      expected_.clear();
      return;
    }
    const std::uint32_t count = words ? 0 : groups[group].count;
    expected_.push_back({label, words ? 0 : groups[group].first, count});
    if (!words) ++group;
    std::size_t taken = 0;
    for (std::size_t i = 0; words || i < count; ++i) {
      if (i > 0 && (rest.size() < 2 || rest[0] != ' ')) break;
      const char* stop = parse_number(rest.data() + (i > 0), end, value);
      if (stop == nullptr) break;
      rest.remove_prefix(static_cast<std::size_t>(stop - rest.data()));
      ++taken;
    }
    if (!words && taken != count) {
      expected_.clear();
      return;
    }
  }
  if (group != groups.size()) expected_.clear();
}

double PipedReader::read_score(std::string_view field) const {
  double value;
  const std::string_view word = stripped(field);
  if (!is_number(word, value)) {
    fail("the total is " + quoted(word) + ", not a number",
         "Columns are id ||| text ||| features ||| total; is the line cut off?");
  }
  return value;
}

void PipedReader::read_line(std::string_view line) {
  std::string_view body = line;
  if (!body.empty() && body.back() == '\r') body.remove_suffix(1);
  if (stripped(body).empty()) return;
  split_columns(body);
  const bool first = layout_.columns.empty();
  if (first) decide_layout(line);
  const auto& columns = layout_.columns;
  const bool without_links =
      fields_.size() + 1 == columns.size() && columns.back().role == ColumnRole::kLinks;
  if (fields_.size() != columns.size() && !without_links) {
    fail(std::to_string(fields_.size()) + " columns, where the first line has " +
             std::to_string(columns.size()),
         "Every line has the same columns between ' ||| '; is the line cut off?");
  }
  const std::string_view id = stripped(fields_[0]);
  if (id.empty()) fail("has no sentence id before the first '|||'", "Number the sentences from 0.");
  if (id.find_first_of(" \t") != id.npos) {
    fail("the id is " + quoted(id) + ": an id holds no blanks",
         "Columns are id ||| text ||| features ||| total.");
  }
  if (block_.sentences() == 0 || id != id_) {
    id_ = id;
    begin_sentence(id);
  }
  double score = kNoScore;
  bool features = false;
  bool extra = false;
  for (std::size_t c = 2; c < columns.size(); ++c) {
    const std::string_view field = c < fields_.size() ? stripped(fields_[c]) : std::string_view();
    switch (columns[c].role) {
      case ColumnRole::kFeatures:
        features = true;
        if (expected_.empty() || !read_expected(field)) read_features(field);
        if (first) expect_order_of(field);
        break;
      case ColumnRole::kScore:
        score = read_score(field);
        break;
      case ColumnRole::kLinks:
        block_.links.add(field.data(), field.size());
        break;
      default:
        if (std::exchange(extra, true)) block_.extra.values.append(kBar.data(), kBar.size());
        block_.extra.values.append(field.data(), field.size());
    }
  }
  if (!features) {
    table_.start();
    table_.finish(block_);
  }
  block_.word_scores.end_row();
  block_.extra.end_row();
  if (keep_raw_) block_.raw.add(line.data(), line.size());
  end_candidate(stripped(fields_[1]), score);
}

}  // namespace manyways::candidates
