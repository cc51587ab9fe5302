// The n-grams of all translations in a graph: how often each is expected, and how likely it occurs
// at all.
//
//   for (const NgramValue& n : ngram_values(graph, 4, 1.0)) n.words, n.expected, n.posterior
//
// Exact, for the distribution exp(scale * score) over derivations. The graph is split until every
// node knows its first and last order-1 words (of a lattice: the last), so that an edge knows which
// n-grams it completes. `expected` is then a sum over edges (DeNero et al. 2009); `posterior` one
// pass that carries, for each n-gram and node, the probability that the words of the node have it: an
// edge has it if it completes it, or if one of its tails, which are independent of each other, has it
// (for lattices Blackwood et al. 2010). Cost: O(split edges * n-grams below them): prune large graphs
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
std::vector<NgramValue> ngram_values(const Hypergraph& graph, unsigned order, double scale);

// The n-grams that an edge of a graph split by `words` completes: those in none of its tails. Calls
// visit(n-gram) for each, word by word.
template <typename Visit>
void for_each_ngram(const Composed& split, const EdgeWords& words, EdgeId id, unsigned order,
                    Visit&& visit) {
  const Edge& edge = split.graph.edge(id);
  std::vector<Symbol> text;
  // The n-grams that end with a word; of those that end in a piece, what begins before it.
  auto read = [&](Symbol word, std::size_t own) {
    text.push_back(word);
    for (std::size_t n = own + 1; n <= order && n <= text.size(); ++n) {
      visit(std::span<const Symbol>(text).last(n));
    }
  };
  for (const Symbol symbol : split.graph.symbols(edge.label)) {
    if (!is_tail(symbol)) {
      read(symbol, 0);
      continue;
    }
    const auto piece = static_cast<EdgeWords::Piece>(split.pieces[edge.tails[tail_of(symbol)]]);
    std::size_t own = 0;
    for (const Symbol word : words.left(piece)) read(word, ++own);
    if (words.whole(piece)) continue;
    const auto right = words.right(piece);
    text.assign(right.begin(), right.end());
  }
}

}  // namespace manyways::graph
