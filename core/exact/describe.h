// A derivation as users see it: words, features, steps and links; and as a graph.
#pragma once

#include <cstdint>
#include <span>

#include "exact/problem.h"
#include "search/result.h"

namespace manyways::exact {

void describe(Problem& problem, std::span<const std::uint32_t> derivation, double score,
              search::Translations& out);
// A graph that holds this derivation alone.
graph::Hypergraph path_graph(Problem& problem, std::span<const std::uint32_t> derivation);

}  // namespace manyways::exact
