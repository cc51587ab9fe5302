// Where runs of words stand in a text: a suffix array, cut at the ends of sentences.
//
//   TextIndex index(words, offsets, 5, threads);
//   for (std::uint32_t at : index.places(position, 3)) ...   // all places of the 3 words that
//                                                            // stand at `position`
//
// A run is named by a place where it stands, so that finding all its places needs no search: for
// each length the bounds of the runs in the suffix array are kept. 12 + 4 * longest bytes per word;
// built in O(words * log words) comparisons of at most `longest` words. The same for any number of
// threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"

namespace manyways::grammar {

class TextIndex {
 public:
  // Both spans must outlive the index. At most 2^32 - 2 words, else std::length_error.
  TextIndex(std::span<const WordId> words, std::span<const std::int64_t> offsets, unsigned longest,
            unsigned threads);

  // 1 <= length <= longest, and the run ends within its sentence. In no particular order.
  std::span<const std::uint32_t> places(std::uint32_t position, unsigned length) const;
  std::uint32_t sentence_of(std::uint32_t position) const { return sentence_[position]; }
  std::span<const WordId> sentence(std::uint32_t index) const {
    const auto begin = static_cast<std::size_t>(offsets_[index]);
    return words_.subspan(begin, static_cast<std::size_t>(offsets_[index + 1]) - begin);
  }
  std::uint32_t begin_of(std::uint32_t sentence) const {
    return static_cast<std::uint32_t>(offsets_[sentence]);
  }
  std::span<const WordId> run(std::uint32_t position, unsigned length) const {
    return words_.subspan(position, length);
  }

 private:
  std::size_t room(std::uint32_t position) const;  // words to the end of the sentence, or longest_
  void sort_places(unsigned threads);
  void find_bounds();

  std::span<const WordId> words_;
  std::span<const std::int64_t> offsets_;
  const unsigned longest_;
  std::vector<std::uint32_t> sentence_, places_, rank_;  // rank_ is the inverse of places_
  // [length - 1][rank]: where the run's ranks begin; at that beginning itself: where they end.
  std::vector<std::vector<std::uint32_t>> bounds_;
};

}  // namespace manyways::grammar
