#include "candidates/piped_features.h"

#include <cstring>
#include <utility>

#include "base/error.h"
#include "base/number.h"
#include "base/split.h"
#include "candidates/reader.h"

namespace manyways::candidates {
namespace {

// Marian's feature with as many values as the candidate has words.
constexpr std::string_view kWordScores = "WordScores";
constexpr std::string_view kUnlabelled = "Feature";

}  // namespace

void PipedFeatures::read(std::string_view field, const char* readable, FeatureTable& table,
                         Block& block) {
  if (!expected_.empty() && follows(field, readable)) {
    block.features.append(row_.data(), row_.size());
    block.word_scores.values.append(word_scores_.data(), word_scores_.size());
    block.sparse_values.end_row();
    return;
  }
  take_apart(field);
  table.start();
  for (const Entry& entry : entries_) {
    const double* const values = values_.data() + entry.first;
    if (entry.name == kWordScores) {
      block.word_scores.values.append(values, entry.count);
    } else {
      table.add(entry.name, values, entry.count, entry.apart);
    }
  }
  table.finish(block);
  if (!std::exchange(started_, true)) expect(field, readable, table);
}

void PipedFeatures::begin_entry(std::string_view word) {
  double value;
  const auto equals = word.rfind('=');
  const bool apart = equals == word.size() - 1 || (equals == word.npos && word.back() == ':');
  const bool attached =
      !apart && equals != word.npos && parse_number(word.substr(equals + 1), value);
  if (!apart && !attached) {
    throw InputError("", 0,
                     "found " + quoted(word) + " where a number or a label such as LM0= should be",
                     "The features of a candidate are labels followed by numbers.");
  }
  const std::string_view name = word.substr(0, apart ? word.size() - 1 : equals);
  if (name.empty()) {
    throw InputError("", 0, "a feature has no name: " + quoted(word), "Write it as name= value.");
  }
  if (label_.empty()) {
    label_.assign(1, apart ? word.back() : '=');
    if (apart) label_ += ' ';
  }
  const char* const end = word.data() + word.size();
  entries_.push_back({name, apart, values_.size(), 0, end, end});
  if (attached) {
    values_.push_back(value);
    entries_.back().count = 1;
    entries_.back().begin = word.data() + equals + 1;
  }
}

void PipedFeatures::take_apart(std::string_view field) {
  entries_.clear();
  values_.clear();
  std::string_view rest = field;
  for (std::string_view word = next_field(rest); !word.empty(); word = next_field(rest)) {
    double value;
    if (!parse_number(word, value)) {
      begin_entry(word);
      continue;
    }
    if (entries_.empty()) entries_.push_back({kUnlabelled, false, 0, 0, word.data(), word.data()});
    Entry& entry = entries_.back();
    if (entry.count++ == 0) entry.begin = word.data();
    entry.end = word.data() + word.size();
    values_.push_back(value);
  }
}

void PipedFeatures::expect(std::string_view field, const char* readable,
                           const FeatureTable& table) {
  const char* from = field.data();
  std::size_t dense = 0;
  for (const Entry& entry : entries_) {
    const bool words = entry.name == kWordScores;
    const FeatureGroup* const group = words ? nullptr : table.find(entry.name);
    if (entry.count == 0 || (!words && group == nullptr)) break;
    expected_.push_back(
        {std::string(from, entry.begin), words ? 0 : group->first, words ? 0 : group->count});
    from = entry.end;
    dense += !words;
  }
  row_.assign(table.width(), 0.0);
  // A pattern that its own line does not follow (blanks, sparse features) is none.
  if (dense != table.groups().size() || !follows(field, readable)) expected_.clear();
}

bool PipedFeatures::follows(std::string_view field, const char* readable) {
  const char* p = field.data();
  const char* const end = p + field.size();
  word_scores_.clear();
  for (const Expected& expected : expected_) {
    const std::size_t length = expected.before.size();
    if (static_cast<std::size_t>(end - p) <= length ||
        std::memcmp(p, expected.before.data(), length) != 0) {
      return false;
    }
    p += length;
    // A line ends with a newline, so there is a byte to look at behind every number.
    double value;
    for (std::uint32_t i = 0;; ++p) {
      p = parse_number(p, readable, value);
      if (p == nullptr) return false;
      if (expected.count == 0) {
        word_scores_.push_back(value);
        double next;
        if (*p != ' ' || parse_number(p + 1, readable, next) == nullptr) break;
      } else {
        row_[expected.first + i] = value;
        if (++i == expected.count) break;
        if (*p != ' ') return false;
      }
    }
  }
  return p == end;
}

}  // namespace manyways::candidates
