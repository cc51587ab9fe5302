#include "diverse/texts.h"

#include "base/hash.h"
#include "diverse/forest_texts.h"
#include "diverse/lattice_texts.h"
#include "graph/inside.h"

namespace manyways::diverse {

void Objective::add(std::span<const graph::Symbol> text, std::size_t jumped) {
  auto charge = [&](std::vector<double>& costs, std::size_t value, double weight) {
    if (weight <= 0) return;
    if (costs.size() <= value) costs.resize(value + 1, 0.0);
    costs[value] += strength * weight;
  };
  charge(length_costs, text.size(), traits.length);
  charge(jump_costs, jumped, traits.reordering);
  penalties.add(text);
  penalties.link();
}

double Objective::trait_cost(std::size_t length, std::size_t jumped) const {
  auto at = [](const std::vector<double>& costs, std::size_t value) {
    return value < costs.size() ? costs[value] : 0.0;
  };
  return at(length_costs, length) + at(jump_costs, jumped);
}

Texts::Texts(const graph::Hypergraph& graph, const Objective& objective)
    : graph_(graph),
      objective_(objective),
      inside_(inside(graph, graph::Viterbi{})),
      outside_(outside<graph::Viterbi>(graph, graph::Viterbi{}, inside_)) {}

// From the right, as a lattice enumerates.
std::uint64_t Texts::hash_text(Symbols text) {
  std::uint64_t hash = kNoWords;
  for (std::size_t w = text.size(); w-- > 0;) {
    hash = hash_combine(hash, static_cast<std::uint64_t>(text[w]));
  }
  return hash;
}

std::unique_ptr<Texts> open_texts(const graph::Hypergraph& graph, std::span<const Order> orders,
                                  const Objective& objective) {
  if (graph.is_lattice()) return std::make_unique<LatticeTexts>(graph, objective);
  return std::make_unique<ForestTexts>(graph, orders, objective);
}

}  // namespace manyways::diverse
