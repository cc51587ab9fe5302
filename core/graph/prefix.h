// The best translation of a graph that begins with what somebody has typed.
//
//   Completion found = complete(graph, prefix, /*tolerant=*/false);
//   found.words;  // all of it; the first `kept` stand for the prefix, the others go on from there
//
// prefix[i] holds the words that the i-th word of the prefix may be: several where its case is not
// known, or where it is a beginning that may be finished in several ways. Without `tolerant` every
// word must be met. With it, words of the prefix may be left out or replaced, and other words may
// stand between them; the fewest such edits win, then the best score. So there is always an answer:
// what was typed in other words than the model's covers the source words that it most likely means.
//
// Composition with the automaton of the prefix, as far as the goal asks for it: an item says at
// which cost a node's words lead from one word of the prefix to another. In a lattice items begin
// at the first word, and the cost is O(edges * words of the prefix) at most; without `tolerant`
// hardly any of it. Ties: the lower edge, then the lower place in the prefix.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph/hypergraph.h"

namespace manyways::graph {

struct Completion {
  bool found = false;
  std::vector<Symbol> words;
  std::uint32_t kept = 0;   // how many of them stand for the prefix
  std::uint32_t edits = 0;  // words of the prefix that were not met, and words between
  double score = 0;
};

// Throws std::invalid_argument if the prefix has more than 65,000 words or a word that is not one
// of the graph's.
Completion complete(const Hypergraph& graph, std::span<const std::vector<Symbol>> prefix,
                    bool tolerant);

}  // namespace manyways::graph
