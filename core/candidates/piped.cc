#include "candidates/piped.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/number.h"
#include "base/split.h"

namespace manyways::candidates {
namespace {

constexpr std::string_view kFieldBar = " ||| ";
constexpr std::size_t kMaximumBlanks = 255;

// "0-0 1-2": Pharaoh links, and nothing else.
bool are_links(std::string_view field) {
  std::string_view rest = field;
  bool any = false;
  for (std::string_view word = next_field(rest); !word.empty(); word = next_field(rest)) {
    const auto dash = word.find('-');
    if (dash == 0 || dash == word.npos || dash + 1 == word.size()) return false;
    for (std::size_t i = 0; i < word.size(); ++i) {
      if (i != dash && (word[i] < '0' || word[i] > '9')) return false;
    }
    any = true;
  }
  return any;
}

// "0.9,0.1,0 0.2,0.8,0": of every word of the text the probabilities of the source's (Marian's soft
// alignments), and nothing else.
bool are_soft_links(std::string_view field) {
  std::string_view rest = field;
  bool any = false;
  for (std::string_view word = next_field(rest); !word.empty(); word = next_field(rest)) {
    const auto comma = word.find(',');
    double value;
    if (comma == word.npos || !parse_number(word.substr(0, comma), value)) return false;
    any = true;
  }
  return any;
}

// The most probable partner of each of the `words` first words, of equal ones the first. The last
// probability is that of the source's end, which is no word.
void append_firm_links(std::string_view field, std::size_t words, GrowingArray<char>& links) {
  std::string_view rest = field;
  bool any = false;
  for (std::size_t j = 0; j != words; ++j) {
    std::string_view row = next_field(rest);
    std::size_t best = 0, i = 0;
    double highest = -1;
    for (; !row.empty(); ++i) {
      const auto comma = std::min(row.find(','), row.size());
      double value;
      if (parse_number(row.substr(0, comma), value) && value > highest) {
        highest = value;
        best = i;
      }
      row.remove_prefix(std::min(comma + 1, row.size()));
    }
    if (best + 1 >= i) continue;
    const std::string link = (any ? " " : "") + std::to_string(best) + "-" + std::to_string(j);
    links.append(link.data(), link.size());
    any = true;
  }
}

std::size_t count_words(std::string_view text) {
  std::size_t count = 0;
  while (!next_field(text).empty()) ++count;
  return count;
}

// Features with labels, at least one of them.
bool has_labels(std::string_view field) {
  std::string_view rest = field;
  const std::string_view word = next_field(rest);
  double value;
  return !word.empty() && !parse_number(word, value) &&
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
  if (are_links(field) || are_soft_links(field)) return ColumnRole::kLinks;
  double value;
  std::string_view rest = field;
  if (parse_number(next_field(rest), value)) {
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

double PipedReader::read_score(std::string_view field) const {
  double value;
  if (!parse_number(field, readable_, value)) {
    fail("the total is " + quoted(field) + ", not a number",
         "Columns are id ||| text ||| features ||| total; is the line cut off?");
  }
  return value;
}

void PipedReader::check_columns() const {
  const auto& columns = layout_.columns;
  const bool without_links =
      fields_.size() + 1 == columns.size() && columns.back().role == ColumnRole::kLinks;
  if (fields_.size() != columns.size() && !without_links) {
    fail(std::to_string(fields_.size()) + " columns, where the first line has " +
             std::to_string(columns.size()),
         "Every line has the same columns between ' ||| '; is the line cut off?");
  }
}

void PipedReader::read_id(std::string_view id) {
  if (block_.sentences() > 0 && id == id_) return;
  if (id.empty()) fail("has no sentence id before the first '|||'", "Number the sentences from 0.");
  if (id.find_first_of(" \t") != id.npos) {
    fail("the id is " + quoted(id) + ": an id holds no blanks",
         "Columns are id ||| text ||| features ||| total.");
  }
  id_ = id;
  begin_sentence(id);
}

void PipedReader::read_line(std::string_view line) {
  std::string_view body = line;
  if (!body.empty() && body.back() == '\r') body.remove_suffix(1);
  if (stripped(body).empty()) return;
  split_columns(body);
  if (layout_.columns.empty()) decide_layout(line);
  check_columns();
  read_id(stripped(fields_[0]));
  double score = kNoScore;
  std::string_view features;
  bool extra = false;
  for (std::size_t c = 2; c < fields_.size(); ++c) {
    const std::string_view field = stripped(fields_[c]);
    switch (layout_.columns[c].role) {
      case ColumnRole::kFeatures:
        features = field;
        break;
      case ColumnRole::kScore:
        score = read_score(field);
        break;
      case ColumnRole::kLinks:
        if (are_soft_links(field)) {
          append_firm_links(field, count_words(fields_[1]), block_.links.values);
        } else {
          block_.links.values.append(field.data(), field.size());
        }
        break;
      default:
        if (std::exchange(extra, true))
          block_.extra.values.append(kFieldBar.data(), kFieldBar.size());
        block_.extra.values.append(field.data(), field.size());
    }
  }
  features_.read(features, readable_, table_, block_);
  layout_.label = features_.label();
  block_.links.end_row();
  block_.word_scores.end_row();
  block_.extra.end_row();
  if (keep_raw_) block_.raw.add(line.data(), line.size());
  end_candidate(stripped(fields_[1]), readable_, score);
}

}  // namespace manyways::candidates
