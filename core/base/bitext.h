// A parallel corpus: word ids and offsets of both sides, in place. Words are aligned in it, and with
// links (phrases/linked_text.h) phrases and rules are learnt from it.
//
//   Bitext text{source_ids, source_offsets, target_ids, target_offsets};
//   text.check();
//   std::span<const WordId> words = text.source(s);
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/ids.h"

namespace manyways {

struct Bitext {
  std::span<const WordId> source_words;
  std::span<const std::int64_t> source_offsets;  // one more than there are sentences
  std::span<const WordId> target_words;
  std::span<const std::int64_t> target_offsets;

  std::size_t size() const { return source_offsets.empty() ? 0 : source_offsets.size() - 1; }
  std::span<const WordId> source(std::size_t s) const {
    return source_words.subspan(static_cast<std::size_t>(source_offsets[s]), source_size(s));
  }
  std::span<const WordId> target(std::size_t s) const {
    return target_words.subspan(static_cast<std::size_t>(target_offsets[s]), target_size(s));
  }
  std::size_t source_size(std::size_t s) const {
    return static_cast<std::size_t>(source_offsets[s + 1] - source_offsets[s]);
  }
  std::size_t target_size(std::size_t s) const {
    return static_cast<std::size_t>(target_offsets[s + 1] - target_offsets[s]);
  }
  // The same text with the sides exchanged.
  Bitext turned() const { return {target_words, target_offsets, source_words, source_offsets}; }
  // Throws std::invalid_argument if the offsets do not fit the words or an id is beyond all
  // vocabularies (who learns keeps arrays as long as one), InputError if the sides differ in size.
  void check() const;
};

}  // namespace manyways
