// The expected metric: a smooth stand-in for the score of the 1-bests.
//
// With p_i ~ exp(sharpness * weights . features_i) within each list, the score of the *expected*
// statistics of the corpus is differentiable in the weights. It is an objective of its own (Smith
// and Eisner 2006; Rosti et al. 2010) and its gradient a good direction for exact line searches in
// many dimensions (Galley et al. 2013).
//
// One evaluation costs two passes over the features.
#pragma once

#include <span>
#include <vector>

#include "tune/lists.h"

namespace manyways::tune {

struct Expectation {
  double score;                  // of the expected statistics
  double entropy;                // mean over sentences, in nats
  std::vector<double> gradient;  // of the score, by weight
};

// `threads` only changes the time. Blocks of sentences are summed in order.
Expectation expected_score(const Lists& lists, const CorpusScore& score,
                           std::span<const double> weights, double sharpness, unsigned threads = 1);

}  // namespace manyways::tune
