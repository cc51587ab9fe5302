// How two versions of a text differ, word by word: what a page or a terminal marks.
//
//   Differences found = differences(left, right, threads);     // columns of equally many texts
//   found.left.view()[i];      // start, end, start, end ...: stretches of left[i] that are not in right[i]
//
// A word is a run of letters, marks and numbers (with apostrophes inside); of scripts without spaces, each
// character; all else that is not white space stands alone. Words that stay are a common subsequence of both,
// the one with the most characters: long words are better anchors than articles and commas. Positions count
// characters (code points). Neighbouring words that differ are one stretch, the space between them included.
//
// Time and memory are the product of both lengths in words, what both begin and end with left out. Above
// kMostCells of it all that is between counts as different. Of equal alignments the one that keeps the later
// words of the left text wins.
#pragma once

#include <cstdint>

#include "base/ragged.h"
#include "base/text_column.h"

namespace manyways::text {

inline constexpr std::size_t kMostCells = std::size_t{1} << 22;

struct Differences {
  Ragged<std::uint32_t> left, right;
};

// Throws std::invalid_argument if the columns have not equally many texts.
Differences differences(const TextView& left, const TextView& right, unsigned threads);

}  // namespace manyways::text
