// The n-grams of all translations in a lattice: how often each is expected, and how likely it
// occurs at all.
//
//   for (const NgramValue& n : ngram_values(graph, 4, 1.0)) n.words, n.expected, n.posterior
//
// Exact, for the distribution exp(scale * score) over derivations. The lattice is split until every
// node knows its last order-1 words; `expected` is then a sum over edges (DeNero et al. 2009),
// `posterior` one forward pass that carries, for each n-gram, the mass of the paths that have seen
// it (Blackwood et al. 2010). Cost: O(split edges * n-grams seen before them): prune large lattices
// first.
#pragma once

#include <span>
#include <vector>

#include "graph/compose.h"
#include "graph/hypergraph.h"

namespace manyways::graph {

struct NgramValue {
  std::vector<Symbol> words;
  double expected;   // number of occurrences in a random derivation
  double posterior;  // probability of at least one
};

// All n-grams of 1 .. order words, shorter first, then in the order of their words.
std::vector<NgramValue> ngram_values(const Hypergraph& lattice, unsigned order, double scale);

// The n-grams that end in the words of one edge of a lattice split by `history`.
// Calls visit(n-gram) for each, longest last, word by word.
template <typename Visit>
void for_each_ngram(const Composed& split, const History& history, EdgeId id, unsigned order,
                    Visit&& visit) {
  const Edge& edge = split.graph.edge(id);
  std::vector<Symbol> text;
  if (edge.arity() == 1) {
    const auto before = history.words(split.states[edge.tails[0]]);
    text.assign(before.begin(), before.end());
  }
  for (const Symbol symbol : split.graph.symbols(edge.label)) {
    if (is_tail(symbol)) continue;
    text.push_back(symbol);
    for (std::size_t n = 1; n <= order && n <= text.size(); ++n) {
      visit(std::span<const Symbol>(text).last(n));
    }
  }
}

}  // namespace manyways::graph
