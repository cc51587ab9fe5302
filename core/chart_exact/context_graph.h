// Derivations under language models, as a graph of passages.
//
// A passage leads through a cell from a context, the words known before it, to another, those known
// behind it. A *call* is a cell and the context before it; its entries are its passages, one for
// each context behind. Every word is scored once, with all that is known before it, from left to
// right. A choice with two gaps is taken in
// two steps: between them are *dots*, nodes that belong to the call.
//
//   ContextGraph graph;
//   expand(problem, passages, {.depth = 3, .threshold = t, .most = n}, watch, graph);
//   graph.best(problem);                           // its best derivation
//
// Contexts hold all that language models see, so scores are exact. Only that is made which can reach
// the threshold under the outside values of the passages, with the multipliers that have been paid
// for the states before and behind it, and only what is asked for from the left. An edge of an entry
// or a dot: the step before it (a dot of the same call, or the entry of the first gap where nothing
// stands around it; or none), the entry of a gap (or none), and the choice.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "chart_exact/bound_graph.h"
#include "chart_exact/passages.h"

namespace manyways::chart_exact {

using CallId = std::uint32_t;

class ContextGraph : public BoundGraph {
 public:
  struct Call {
    CellId cell;
    ContextId before;
    NodeId first, entries, last;  // dots, then entries
  };
  std::vector<Call> calls;
  std::vector<CallId> call;       // of each node
  std::vector<ContextId> behind;  // of each node: the context

  void clear();
  bool is_dot(NodeId node) const { return node < calls[call[node]].entries; }
  // The entries of an edge's gaps, as they stand in the target.
  std::array<NodeId, 2> gaps(const BoundEdge& edge) const;
  // After a sweep from within, if there is any.
  Derivation best(const Problem& problem) const;
};

struct Expansion {
  unsigned depth;    // words that the last of a run knows
  double threshold;  // to be reached
  std::size_t most;  // edges
};

// False: stopped by the watch, or beyond so many edges. Inside values are those of the graph then.
bool expand(Problem& problem, Passages& passages, const Expansion& how, exact::Watch& watch,
            ContextGraph& out);

}  // namespace manyways::chart_exact
