// Which word pairs a corpus holds, numbered so that a lookup is one array access.
//
//   PairIndex pairs(text, threads);
//   std::span<const std::uint32_t> cells = pairs.cells(s);
//   cells[j * source_length + i];                 // the number of (source word i, target word j)
//   pairs.target_of(p);  pairs.row(source_word);  // and back: pairs of a source word form a row
//
// Every pair of words that stand in one sentence pair has a number from 1 on; 0 is "no pair" and
// stands where a pair was dropped. Pairs are ordered by source word, then by where they are first
// met, so numbers do not depend on the threads. Building looks at every cell once, without hashing;
// memory is 4 bytes a cell (the sum of the products of lengths) and 4 a pair.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/bitext.h"

namespace manyways::align {

// A pair that is empty on one side, or longer than this on either, cannot be aligned: it takes part in
// nothing and gets no links.
inline constexpr std::size_t kMaxWords = 300;
inline bool usable(const Bitext& text, std::size_t s) {
  const std::size_t i = text.source_size(s), j = text.target_size(s);
  return i > 0 && j > 0 && i <= kMaxWords && j <= kMaxWords;
}

class PairIndex {
 public:
  // Also sums, for each pair, 1 / sqrt((I + 1) (J + 1)) over its cells: where both directions of
  // Model 1 agree before they know anything. `text` must outlive the index.
  PairIndex(const Bitext& text, unsigned threads);

  const Bitext& text() const { return text_; }
  std::size_t size() const { return targets_.size(); }  // pairs, with 0
  std::size_t source_types() const { return rows_.size() - 1; }
  std::size_t target_types() const { return target_types_; }
  // Empty for a pair of sentences that is not usable.
  std::span<const std::uint32_t> cells(std::size_t s) const {
    return {cells_.data() + starts_[s], starts_[s + 1] - starts_[s]};
  }
  WordId target_of(std::size_t pair) const { return targets_[pair]; }
  // Pairs of a source word: first and one past the last.
  std::pair<std::uint32_t, std::uint32_t> row(WordId source) const {
    return {rows_[source], rows_[source + 1]};
  }
  const std::vector<float>& first_counts() const { return first_counts_; }

 private:
  struct Occurrence {
    std::uint32_t sentence, position;
  };
  void lay_out_cells();
  void list_occurrences();
  void number_words(WordId begin, WordId end, std::vector<WordId>& targets,
                    std::vector<float>& counts);
  void shift_cells(const std::vector<std::uint32_t>& shift, unsigned threads);

  Bitext text_;
  std::vector<std::uint64_t> starts_;
  std::vector<std::uint32_t> cells_;
  std::vector<std::uint32_t> rows_;
  std::vector<WordId> targets_;
  std::vector<float> first_counts_;
  std::size_t target_types_ = 0;
  std::vector<Occurrence> occurrences_;  // by source word, while building
  std::vector<std::uint64_t> occurrence_starts_;
};

}  // namespace manyways::align
