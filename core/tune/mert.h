// Minimum error rate training: the weights whose 1-bests score highest on given lists.
//
// The objective is piecewise constant and has many local optima; each run climbs by exact line
// searches along axes, random and gradient directions until a whole round brings nothing. The
// first runs begin at the given points, later ones at a disturbed copy of one of the best points so
// far or of a point between two of them (`elite.h`), one in eight at a random point. They come in
// rounds of four, so that the result does not depend on the number of threads. It never scores
// below the first given point.
//
// Of more than 128 axes a round draws so many, and the climb ends with a round that brings less
// than a thousandth of a point: there gradients lead, and the axes polish.
//
// The score depends only on the direction of the weights, which are returned with absolute sum 1.
// Och (ACL 2003); Cer et al. (WMT 2008); Galley et al. (EMNLP 2013) for gradient directions.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "tune/lists.h"

namespace manyways::tune {

struct MertSettings {
  int restarts = 20;           // rounds of four runs, after those from the given points
  int random_directions = 14;  // tried in each round, beside the axes
  bool gradient = true;        // one gradient direction in each round
  int window = 0;              // see LineSettings
  double least_gain = 1e-7;    // a step that brings less is not taken
  std::uint64_t seed = 1;
  std::vector<std::uint8_t> positive;  // weights that must stay >= 0; empty: none
};

struct MertRun {
  double start_score, score;
  int line_searches;
  std::vector<double> weights;
};

struct MertResult {
  std::vector<double> weights;
  double start_score, score;
  std::vector<MertRun> runs;
};

// `starts` holds one point or several, one after the other. `after_round` is told the best score so
// far; it may be empty.
MertResult mert(const Lists& lists, const CorpusScore& score, std::span<const double> starts,
                const MertSettings& settings, unsigned threads,
                const std::function<void(double)>& after_round = {});

}  // namespace manyways::tune
