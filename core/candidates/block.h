// Candidate lists in columns: what every reader fills and every writer reads.
//
// Candidates are rows, in the order of the file. Those of one sentence stand together: sentence s
// has the rows sentence_offsets[s] .. sentence_offsets[s + 1]. A column that no line filled stays
// empty. Features come in two kinds: dense, one number per candidate and name, row by row in
// `features`; and sparse, (name, value) pairs of those candidates that have them.
#pragma once

#include <cstdint>
#include <limits>

#include "base/ids.h"
#include "base/text_column.h"

namespace manyways::candidates {

inline constexpr double kNoScore = std::numeric_limits<double>::quiet_NaN();

struct Block {
  // One row per sentence.
  TextColumn ids;
  TextColumn sources;
  TextColumn status;            // what the search says of its list
  GrowingArray<double> bounds;  // (lower, upper) of the best score, NaN where a sentence has none
  GrowingArray<std::int64_t> sentence_offsets;
  GrowingArray<std::int64_t> sentence_lines;
  TextColumn references;                        // all sentences' references, one after the other
  GrowingArray<std::int64_t> reference_starts;  // sentence s has reference_starts[s] .. [s + 1]

  // One row per candidate.
  TextColumn texts;
  Ragged<WordId> tokens;
  GrowingArray<double> features;
  Ragged<double> sparse_values;
  GrowingArray<std::uint32_t> sparse_names;  // beside sparse_values.values
  GrowingArray<double> scores;
  GrowingArray<std::int32_t> systems;
  TextColumn links;
  Ragged<double> word_scores;
  TextColumn extra;
  TextColumn flags;  // why a candidate is none: a refusal, a tool call
  TextColumn raw;
  GrowingArray<std::int64_t> lines;
  GrowingArray<std::int64_t> incomplete;  // rows that lack a dense feature

  Block() {
    sentence_offsets.push_back(0);
    reference_starts.push_back(0);
  }
  std::size_t sentences() const { return sentence_offsets.size() - 1; }
  std::size_t rows() const { return scores.size(); }
};

}  // namespace manyways::candidates
