// The published relaxed space of last ends: its steps are the same however many words are covered.
//
// A state is a last end. A node is a state and a number of covered words; behind it may
// stand whatever may stand behind the state. So a step is kept once, not once for each number of
// words, and what a sweep reads stays in the processor's cache: about 1 ns for each node and step. A
// step is worth as much as it is with the best of all reordering scores that the state does not tell
// apart: an upper bound.
//
//   StepGraph ends(problem, contexts);              // of a graph of contexts that knows ends alone
//   ends.sweep_back(bonus);
//   ends.unroll(most, watch, graph);                // as a layered graph
//
// Any number of words may be covered at an end, for the published space knows no bands. Bonus and ties are
// those of LayeredGraph (layered_graph.h). Steps of a state that cover the same words and lead to the same
// state form a group, of which sweeps look at the best.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "exact/context_graph.h"
#include "exact/layered_graph.h"
#include "exact/problem.h"

namespace manyways::exact {

class StepGraph {
 public:
  StepGraph(const Problem& problem, const ContextGraph& from);

  // As of LayeredGraph.
  double sweep_back(std::span<const double> bonus);
  // All nodes and edges, after sweep_back. False: given up, by the watch or beyond so many edges.
  bool unroll(std::size_t most, Watch& watch, LayeredGraph& graph) const;

 private:
  struct Step {
    double weight;
    std::uint32_t option, group;
  };
  struct Group {
    double weight;         // the best
    std::uint32_t offset;  // from a node's place to where the step leads
    std::uint32_t option;  // the best
  };
  using Band = Problem::Band;  // numbers of covered words

  void add_step(std::uint32_t option, std::uint32_t next, double weight);
  void load(std::span<const double> bonus);
  // Whether walls let an option follow when n words are covered.
  bool allowed(std::uint32_t n, std::uint32_t option) const {
    return !walls_ || problem_->between_walls(n, option);
  }
  std::uint32_t states() const { return static_cast<std::uint32_t>(bands_.size()); }

  const Problem* problem_;
  std::uint32_t length_, stride_;  // stride_: the number of states
  bool walls_;
  std::vector<Band> bands_;
  std::vector<std::uint32_t> first_step_, first_group_;  // of each state, and the end
  std::vector<Step> steps_;                              // of a state: by option
  std::vector<Group> groups_;
  std::vector<double> worth_;  // of groups: weight and bonus
  // By number of words, then state; a step beyond the last word meets minus infinity.
  std::vector<double> outside_;
  std::vector<std::uint32_t>
      group_to_;  // while steps are added: 1 + group, by next state and length
};

}  // namespace manyways::exact
