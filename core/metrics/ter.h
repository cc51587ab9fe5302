// TER (Snover et al., 2006): edits, block shifts among them, per reference word. Exactly
// sacreBLEU's.
//
// A row is: edits to the reference that needs fewest, and the average length of the references in
// units of 1/720720 word, so that averages over up to 16 references are whole numbers and add up
// exactly.
//
// The greedy search of Tercom: while some shift lowers the edit distance, the best one is made; of
// equals the longest block, then the leftmost, then the leftmost target. It gives up, keeping what
// it has, once 1,000 shifts have been looked at. We skip what cannot matter: a shift of k words
// lowers the true distance by 2k at most (the beam's, which is no true distance, by its excess
// besides); no order of the words can beat the count of words without a partner; and a reference is
// left as soon as another is known to need no more edits.
#pragma once

#include <memory>

#include "metrics/metric.h"
#include "metrics/tokenise.h"

namespace manyways::metrics {

inline constexpr std::int64_t kTerUnit = 720720;

std::unique_ptr<Metric> make_ter(const TercomOptions& options);

}  // namespace manyways::metrics
