// Texts and lists of texts as the metrics read them: in place, never copied.
//
// The candidates of sentence s are the rows
// sentence_offsets[s] .. sentence_offsets[s + 1]; each set of references has one row per sentence.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/text_column.h"

namespace manyways::metrics {

struct Lists {
  TextView candidates;
  std::span<const std::int64_t> sentence_offsets;
  std::vector<TextView> references;

  std::size_t sentences() const { return sentence_offsets.size() - 1; }
};

// Throws std::invalid_argument unless all offsets rise from 0 to the end of what they index and
// every set of references has a row for each sentence (at least one set if `references_needed`).
void check(const Lists& lists, bool references_needed = true);

}  // namespace manyways::metrics
