// LP-MERT for large sets: choices of parts of the corpus are joined, tested and kept in a beam.
//
// Around the present weights only some candidates of each list can win. The sentences are put in
// a random order and joined two by two, four by four, ...: each part keeps a beam of choices that
// can win, each with weights that prove it. To join two parts, pairs of their choices are tested
// by increasing loss, and each half's weights choose in the other half. The loss of a candidate is
// the metric's slope at the present sums of statistics. Every weights that prove a choice of some
// part are also weights for the whole corpus: the best by the metric itself is kept, and the next
// pass begins in the middle of its cone. A pass that finds nothing is followed by one with another
// order and another radius.
//
//   BeamResult result = beam_search(lists, score, start, settings, threads);
//
// It never returns weights that score below the start's. Galley and Quirk (EMNLP 2011), section 4:
// the radius stands for their limit on the cosine. Cost of a pass: about `tests` tests for each
// sentence, 1 to 3 s for 1,000 lists of 100 candidates with 14 features.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tune/lists.h"

namespace manyways::geometry {

struct BeamSettings {
  std::size_t beam = 10;   // choices that a part keeps
  std::size_t tests = 20;  // pairs that are tested at most when two parts are joined
  double radius = 0.1;     // of the ball, in lengths of the weights; passes take 1, 2 and 1/2 of it
  int passes = 30;         // at most
  int patience = 3;        // passes without gain before it stops
  std::uint64_t seed = 1;
};

struct BeamResult {
  std::vector<double> weights;
  double start_score = 0, score = 0;
  std::vector<double> history;  // the best score after each pass
  std::uint64_t tests = 0;
};

// What each candidate adds to the score in place of the chosen one of its list, by the slope of the
// score at the sum of the choice (one candidate per list). Exact where the score is a sum over
// sentences divided by a constant, as TER is.
std::vector<double> linear_gains(const tune::Lists& lists, const tune::CorpusScore& score,
                                 std::span<const std::uint32_t> choice);

BeamResult beam_search(const tune::Lists& lists, const tune::CorpusScore& score,
                       std::span<const double> start, const BeamSettings& settings,
                       unsigned threads);

}  // namespace manyways::geometry
