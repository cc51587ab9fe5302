// What candidates are worth to the others of their list: minimum Bayes risk.
//
//   Utility chrf{metric.get(), candidates, pool};
//   auto values = consensus(std::span(&chrf, 1), lists, {}, 0);   // one row per candidate
//
// The value of a candidate is its expected sentence score, 0 to 100, each text of the list's pool
// being the only reference in turn, with the probability that its weight says; an error rate e
// counts as 100 - e, so that higher is better. The pool may be the candidates themselves.
//
//   kPairs      all pairs, as defined.
//   kAggregate    one comparison with the pool's averaged counts of n-grams: linear in the list
//               (DeNero, Chiang and Knight, 2009; Vamvas and Sennrich, 2024). Not for TER.
//   kPrune      pairs, but 16, 32, 64, ... of the pool at a time in random order; after each step
//               candidates go that beat the leader in fewer than 1 - confidence of resampled pools
//               (Cheng and Vlachos, 2023). The value of one that went is what it was then, and
//               below all that stayed.
//
// Equal texts are compared once. Rows do not depend on the number of threads, nor on the other
// lists: the random order comes from the seed and the texts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "metrics/metric.h"
#include "metrics/text.h"

namespace manyways::metrics {

enum class ConsensusMethod { kPairs, kAggregate, kPrune };

struct ConsensusOptions {
  ConsensusMethod method = ConsensusMethod::kPairs;
  double confidence = 0.99;
  std::uint64_t seed = 1;
};

// A metric, and the texts as it reads them (some are lower-cased).
struct Utility {
  const Metric* metric;
  TextView candidates, pool;
};

// Which candidates and which texts of the pool belong to a sentence. `weights`: of each text of the
// pool, not negative; they need not add up to 1.
struct Pools {
  std::span<const std::int64_t> candidate_offsets, pool_offsets;
  std::span<const double> weights;
};

// One row per candidate, one column per utility. With kPrune candidates go by the mean of the
// utilities. Throws std::invalid_argument if offsets or weights are wrong, if a list has candidates
// and no pool of positive weight, or if a metric cannot do what the method asks.
std::vector<double> consensus(std::span<const Utility> utilities, const Pools& pools,
                              const ConsensusOptions& options, unsigned threads);

// One column per group of texts of the pool (a system, usually): the mean of the scores against
// those of this sentence; 0 for all candidates where there are none. `groups`: of each text of the
// pool, below `count`.
std::vector<double> agreements(const Utility& utility, const Pools& pools,
                               std::span<const std::int32_t> groups, std::size_t count,
                               unsigned threads);

}  // namespace manyways::metrics
