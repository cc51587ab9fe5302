// Exact search for hierarchical models: the best derivation, and the proof that it is.
#pragma once

#include <span>
#include <vector>

#include "chart/model.h"
#include "exact/prover.h"
#include "search/input.h"

namespace manyways::chart_exact {

struct ChartProveSettings : exact::Limits {
  exact::Method method = exact::Method::kCertified;
  std::size_t candidates = 1;
  bool distinct = true;
  bool graph = false;
  int iterations = 200;
  bool trace = false;
};

std::vector<exact::Proof> prove_all(const chart::RuleModel& model,
                                    std::span<const search::Input> inputs,
                                    const ChartProveSettings& settings, unsigned threads);

}  // namespace manyways::chart_exact
