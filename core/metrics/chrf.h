// chrF (Popović, 2015) and chrF++ (2017): F-score of character n-grams, with word n-grams if
// wanted.
//
// A row is, for each character order and then each word order: n-grams of the candidate, of the
// reference, and matches, all against the one reference that gives the candidate the best F-score
// (the first of equals), as in sacreBLEU. An order that the reference is too short for counts no
// candidate n-grams. Spaces are left out of character n-grams.
#pragma once

#include <memory>

#include "metrics/metric.h"

namespace manyways::metrics {

struct ChrfOptions {
  int char_order = 6;
  int word_order = 0;  // 2: chrF++
  double beta = 2;
  bool eps_smoothing =
      false;  // average F over all orders, as chrF++.py, in place of effective ones
};

// Throws std::invalid_argument unless char_order is 1-8 and word_order 0-8.
std::unique_ptr<Metric> make_chrf(const ChrfOptions& options);

}  // namespace manyways::metrics
