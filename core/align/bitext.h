// A parallel corpus as the aligners read it: word ids and offsets of both sides, in place.
//
//   Bitext text{source_ids, source_offsets, target_ids, target_offsets};
//   text.check();                                   // throws InputError if the arrays disagree
//   std::span<const WordId> words = text.source(s);
//
// A pair that is empty on one side, or longer than kMaxWords on either, cannot be aligned: it takes
// part in nothing and gets no links.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/ids.h"

namespace manyways::align {

struct Bitext {
  static constexpr std::size_t kMaxWords = 300;

  std::span<const WordId> source_words;
  std::span<const std::int64_t> source_offsets;  // one more than there are sentences
  std::span<const WordId> target_words;
  std::span<const std::int64_t> target_offsets;

  std::size_t size() const { return source_offsets.empty() ? 0 : source_offsets.size() - 1; }
  std::span<const WordId> source(std::size_t s) const {
    return source_words.subspan(static_cast<std::size_t>(source_offsets[s]), source_length(s));
  }
  std::span<const WordId> target(std::size_t s) const {
    return target_words.subspan(static_cast<std::size_t>(target_offsets[s]), target_length(s));
  }
  std::size_t source_length(std::size_t s) const {
    return static_cast<std::size_t>(source_offsets[s + 1] - source_offsets[s]);
  }
  std::size_t target_length(std::size_t s) const {
    return static_cast<std::size_t>(target_offsets[s + 1] - target_offsets[s]);
  }
  bool usable(std::size_t s) const {
    const std::size_t i = source_length(s), j = target_length(s);
    return i > 0 && j > 0 && i <= kMaxWords && j <= kMaxWords;
  }
  // The same text with the sides exchanged.
  Bitext turned() const { return {target_words, target_offsets, source_words, source_offsets}; }
  void check() const;
};

}  // namespace manyways::align
