// BLEU (Papineni et al., 2002) with sacreBLEU's smoothings, and BLEU+1 for sentences.
//
// A row is: candidate length, reference length, matches of orders 1-4, n-grams of orders 1-4.
// Matches are clipped by the highest count in any one reference. The reference length of a
// candidate is that of the closest reference, the shorter of two equally close (IBM), or that of
// the shortest (NIST).
#pragma once

#include <memory>

#include "metrics/metric.h"
#include "metrics/tokenise.h"

namespace manyways::metrics {

inline constexpr int kBleuOrder = 4;
inline constexpr std::size_t kBleuColumns = 2 + 2 * kBleuOrder;

enum class ReferenceLength { kClosest, kShortest };

enum class Smoothing {
  kNone,
  kFloor,    // zero matches become `value`
  kAddK,     // `value` is added to matches and totals of orders 2-4; with 1: Lin and Och's BLEU+1
  kExp,      // zero matches become 1/2, 1/4, ... of one
  kAddKAll,  // as kAddK, orders 1-4
};

struct BleuScoring {
  Smoothing smoothing = Smoothing::kExp;
  double value = 0;
  bool effective_order = false;  // leave out the orders that the candidate is too short for
  double more_reference = 0;     // added to the reference length (Nakov et al., 2012: 1)
};

struct BleuOptions {
  Splitting splitting = Splitting::k13a;
  ReferenceLength length = ReferenceLength::kClosest;
  BleuScoring corpus;
  BleuScoring sentence{Smoothing::kAddK, 1, false, 0};
  std::shared_ptr<const NewerCharacters> newer;
};

// 0 to 100. Without words the score is 0; without a match too, unless kAddKAll smooths.
double bleu_score(const std::int64_t* sums, const BleuScoring& scoring);

std::unique_ptr<Metric> make_bleu(const BleuOptions& options);

}  // namespace manyways::metrics
