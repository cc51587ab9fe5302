#include "phrases/moses_import.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/error.h"
#include "base/hash.h"
#include "base/number.h"
#include "base/split.h"
#include "phrases/table_writer.h"

namespace manyways::phrases {
namespace {

std::vector<std::string> score_names(std::size_t scores) {
  if (scores == 4) return {"p(f|e)", "lex(f|e)", "p(e|f)", "lex(e|f)"};
  std::vector<std::string> names;
  for (std::size_t i = 0; i < scores; ++i) names.push_back("score" + std::to_string(i));
  return names;
}

}  // namespace

MosesImport::MosesImport(std::string phrase_path, std::string reordering_path,
                         std::string_view kind)
    : phrase_lines_(std::move(phrase_path)),
      reordering_lines_(std::move(reordering_path)),
      kind_(kind) {}

std::uint64_t MosesImport::hash(const Pair& pair) { return hash_combine(pair.source, pair.target); }

auto MosesImport::same_as(const Pair& pair) const {
  return [this, &pair](std::uint32_t id) {
    return pairs_[id].source == pair.source && pairs_[id].target == pair.target;
  };
}

void MosesImport::add_phrases(std::string_view block) {
  phrase_lines_.feed(block, [this](std::string_view line) { phrase_line(line); });
}

void MosesImport::end_phrases() {
  phrase_lines_.finish([this](std::string_view line) { phrase_line(line); });
  if (pairs_.empty()) phrase_lines_.fail("no phrase pair in this file");
}

void MosesImport::add_reordering(std::string_view block) {
  reordering_lines_.feed(block, [this](std::string_view line) { reordering_line(line); });
}

void MosesImport::end_reordering() {
  reordering_lines_.finish([this](std::string_view line) { reordering_line(line); });
  if (reordering_per_pair_ == 0) reordering_lines_.fail("no reordering scores in this file");
}

void MosesImport::read_words(const LineReader& reader, std::string_view text, Vocabulary& words,
                             std::vector<WordId>& out) const {
  out.clear();
  for_each_field(text, [&](std::string_view word) { out.push_back(words.add(word)); });
  if (out.empty()) reader.fail("an empty phrase; expected source ||| target ||| scores");
  if (out.size() > kLongestPhrase) {
    reader.fail("a phrase of " + std::to_string(out.size()) + " words; expected at most 255");
  }
}

void MosesImport::read_sides(std::string_view source, std::string_view target,
                             std::string_view links) {
  read_words(phrase_lines_, source, source_words_, source_);
  read_words(phrase_lines_, target, target_words_, target_);
  read_links(links);
}

void MosesImport::read_scores(const LineReader& reader, std::string_view text,
                              std::vector<float>& out) {
  out.clear();
  for_each_field(text, [&](std::string_view token) {
    double p = 0;
    if (!parse_finite(token, p) || p < 0) {
      reader.fail("the score " + quoted(token) + " is not a probability",
                  "Moses's text tables hold plain probabilities, not logarithms.");
    }
    out.push_back(p > 0 ? std::max(static_cast<float>(std::log(p)), kLowestScore) : kLowestScore);
  });
}

void MosesImport::read_links(std::string_view text) {
  links_.clear();
  for_each_field(text, [&](std::string_view token) {
    std::uint32_t i = 0, j = 0;
    if (!parse_link(token, i, j) || i >= source_.size() || j >= target_.size()) {
      phrase_lines_.fail("the link " + quoted(token) + " does not fit a pair of " +
                         std::to_string(source_.size()) + " and " + std::to_string(target_.size()) +
                         " words");
    }
    links_.push_back({static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(j)});
  });
}

void MosesImport::read_counts(std::string_view text, Pair& pair) {
  std::size_t n = 0;
  for_each_field(text, [&](std::string_view token) {
    double count = 0;
    if (!parse_finite(token, count) || count < 0 || count > std::numeric_limits<float>::max()) {
      phrase_lines_.fail("the count " + quoted(token) + " is not a number of occurrences");
    }
    if (n < kCounts) pair.counts[n++] = static_cast<float>(count);
  });
  has_counts_ = has_counts_ || n > 0;
}

void MosesImport::phrase_line(std::string_view line) {
  split_fields(line, fields_);
  if (fields_.size() < 3) {
    phrase_lines_.fail(quoted(line) + " has " + std::to_string(fields_.size()) +
                       " fields; expected source ||| target ||| scores ||| links ||| counts");
  }
  read_sides(fields_[0], fields_[1], fields_.size() > 3 ? fields_[3] : "");
  Pair pair{sources_.add(source_), targets_.add(target_), link_patterns_.add(links_), {}};
  read_scores(phrase_lines_, fields_[2], row_);
  if (row_.empty()) phrase_lines_.fail("no scores; expected probabilities, as 0.5 0.25");
  if (pairs_.empty()) scores_per_pair_ = row_.size();
  if (row_.size() != scores_per_pair_) {
    phrase_lines_.fail(std::to_string(row_.size()) + " scores; expected " +
                       std::to_string(scores_per_pair_) + " as in line 1");
  }
  if (fields_.size() > 4) read_counts(fields_[4], pair);
  const auto id = pair_ids_.find_or_add(hash(pair), pairs_.size(), same_as(pair),
                                        [this](std::uint32_t i) { return hash(pairs_[i]); });
  if (id != pairs_.size()) {
    phrase_lines_.fail("the pair " + quoted(fields_[0]) + ", " + quoted(fields_[1]) +
                       " is there for the second time");
  }
  if (pairs_.size() >= IdTable::kNone - 1) phrase_lines_.fail("more than 4 thousand million pairs");
  pairs_.push_back(pair);
  scores_.insert(scores_.end(), row_.begin(), row_.end());
}

void MosesImport::reordering_line(std::string_view line) {
  split_fields(line, fields_);
  if (fields_.size() < 3) {
    reordering_lines_.fail(quoted(line) + " has " + std::to_string(fields_.size()) +
                               " fields; expected source ||| target ||| scores",
                           "Only reordering models of whole pairs (fe) can be read.");
  }
  read_words(reordering_lines_, fields_[0], source_words_, source_);
  read_words(reordering_lines_, fields_[1], target_words_, target_);
  read_scores(reordering_lines_, fields_[2], row_);
  if (reordering_per_pair_ == 0) {
    reordering_per_pair_ = row_.size();
    reordering_.assign(pairs_.size() * row_.size(), 0.0f);
  }
  if (row_.empty() || row_.size() != reordering_per_pair_) {
    reordering_lines_.fail(std::to_string(row_.size()) + " scores; expected " +
                           std::to_string(reordering_per_pair_) + " as in line 1");
  }
  const Pair wanted{sources_.add(source_), targets_.add(target_), 0, {}};
  const std::uint32_t pair = pair_ids_.find(hash(wanted), same_as(wanted));
  if (pair == IdTable::kNone) return;
  ++matched_;
  std::copy(row_.begin(), row_.end(),
            reordering_.begin() + static_cast<std::ptrdiff_t>(pair * reordering_per_pair_));
}

std::vector<std::uint32_t> MosesImport::sorted_pairs() const {
  std::vector<std::uint32_t> phrase_order(sources_.size()), rank(sources_.size());
  std::iota(phrase_order.begin(), phrase_order.end(), 0u);
  std::sort(phrase_order.begin(), phrase_order.end(), [this](std::uint32_t a, std::uint32_t b) {
    const auto left = sources_.at(a), right = sources_.at(b);
    return std::lexicographical_compare(left.begin(), left.end(), right.begin(), right.end());
  });
  for (std::uint32_t i = 0; i < phrase_order.size(); ++i) rank[phrase_order[i]] = i;
  std::vector<std::uint32_t> order(pairs_.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return rank[pairs_[a].source] < rank[pairs_[b].source];
  });
  return order;
}

void MosesImport::write(const std::string& path) const {
  TableWriter writer(path, score_names(scores_per_pair_), reordering_per_pair_, has_counts_, kind_);
  for (std::uint32_t id = 0; id < targets_.size(); ++id) writer.add_target(targets_.at(id));
  std::vector<float> floats;
  std::uint32_t source = IdTable::kNone;
  for (const std::uint32_t index : sorted_pairs()) {
    const Pair& pair = pairs_[index];
    if (pair.source != source) writer.begin_source(sources_.at(source = pair.source));
    const float* scores = scores_.data() + index * scores_per_pair_;
    const float* reordering = reordering_.data() + index * reordering_per_pair_;
    floats.assign(scores, scores + scores_per_pair_);
    floats.insert(floats.end(), reordering, reordering + reordering_per_pair_);
    floats.insert(floats.end(), pair.counts, pair.counts + kCounts);
    writer.add_option(pair.target, link_patterns_.at(pair.links), floats);
  }
  writer.finish(source_words_.view(), target_words_.view());
}

}  // namespace manyways::phrases
