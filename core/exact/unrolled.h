// A graph of contexts (context_graph.h) as a layered graph (layered_graph.h): all nodes and edges on
// paths of at least `threshold`.
//
//   UnrolledContexts all(contexts, bonus, threshold);         // needs a cut just before
//   if (all.edges_up_to(most, watch) < most) {
//     refine(all, automaton, bonus, threshold, limits, watch, finer);
//     ContextAutomaton exact(problem, contexts);              // and then, or later:
//     refine(finer, exact, bonus, threshold, limits, watch, finest);
//   }
//
// The weights are those of the graph of contexts: with the multipliers for what it forgets
// (agreement.h), which each step is paid for the child that it leads to and pays for the child that
// it names. The automaton gives each derivation what the model does, and the multipliers of the
// child it came by instead of those of the best one. So its weights are not above those of the
// coarser edges, and on a whole derivation the multipliers add up to nothing.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/interner.h"
#include "exact/context_graph.h"
#include "exact/layered_graph.h"
#include "exact/problem.h"

namespace manyways::exact {

class UnrolledContexts : public LayerSource {
 public:
  UnrolledContexts(const ContextGraph& contexts, std::span<const double> bonus, double threshold);

  // The number of edges, as far as it is below `most`; the watch may end the count.
  std::size_t edges_up_to(std::size_t most, Watch& watch) const;
  const LayeredGraph& graph() const override { return graph_; }
  void open(std::size_t layer) override;

 private:
  // visit(option, weight, node that it leads to).
  template <class Visit>
  void each_edge(std::uint32_t n, std::uint32_t state, Visit visit) const;
  std::size_t place(std::uint32_t n, std::uint32_t state) const {
    return std::size_t{n} * contexts_.stride_ + state;
  }

  const ContextGraph& contexts_;
  std::span<const double> bonus_;
  double threshold_;
  std::vector<NodeId> number_;  // by place
  LayeredGraph graph_;
};

class ContextAutomaton : public Automaton {
 public:
  ContextAutomaton(Problem& problem, const ContextGraph& contexts)
      : problem_(problem), contexts_(contexts), reorders_(problem.model().has_reordering()) {}
  std::uint32_t start() override;
  Step step(std::uint32_t state, const Edge& edge, bool last) override;

 private:
  Problem& problem_;
  const ContextGraph& contexts_;
  bool reorders_;
  Numbering<std::uint64_t>
      pasts_;  // last jump (its end, if nothing else matters) << 32 | target state
  Numbering<std::uint64_t> ids_;  // child << 32 | past
};

}  // namespace manyways::exact
