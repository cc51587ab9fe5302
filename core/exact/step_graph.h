// A relaxed search space whose steps are the same however many words are covered.
//
// A state is what is remembered of a derivation: its last end and all of its last words that matter to
// the target features (a place, places.h). A node is a state and a number of covered words; behind it may
// stand whatever may stand behind the state. So a step is kept once, not once for each number of
// words, and what a sweep reads stays in the processor's cache: about 1 ns for each node and step. A
// step is worth as much as it is with the best of all reordering scores that the state does not tell
// apart: an upper bound.
//
//   places.find(problem, &words, watch, most);            // within a graph of contexts
//   StepGraph whole = StepGraph::by_place(problem, places, words, watch);
//   whole.sweep_back(bonus);
//   whole.sweep_forward(bonus);
//   whole.cut(bonus, threshold);
//   whole.unroll(bonus, threshold, most, watch, graph);   // as a layered graph; needs both sweeps
//
// Bonus, threshold, cutting and ties are those of LayeredGraph (layered_graph.h). Steps of a state
// that cover the same words and lead to the same state form a group, of which sweeps look at the
// best.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "exact/context_graph.h"
#include "exact/layered_graph.h"
#include "exact/places.h"
#include "exact/problem.h"

namespace manyways::exact {

class StepGraph {
 public:
  // With all that the target features see: exact but for reordering scores. `places` must have
  // been found within `coarser`.
  static StepGraph by_place(const Problem& problem, const Places& places,
                            const ContextGraph& coarser, Watch& watch);
  // The steps of a graph of contexts, one by one, and any number of words behind each: the published
  // relaxed space does not know how many there may be.
  static StepGraph by_end(const Problem& problem, const ContextGraph& graph);
  bool complete() const { return complete_; }
  // What it takes in memory, in numbers: for each state one of every number of words.
  static std::size_t size(const Problem& problem, std::size_t states) {
    return states * (problem.length() + 1 + problem.longest());
  }
  bool empty() const { return steps_.empty(); }
  std::size_t nodes() const;
  std::size_t edges() const { return steps_.size(); }  // as they are kept

  // As of LayeredGraph.
  double sweep_back(std::span<const double> bonus, Watch* watch = nullptr);
  void sweep_forward(std::span<const double> bonus, Watch* watch = nullptr);
  // Takes out steps that are on no path of at least `threshold`, whatever number of words is
  // covered, and narrows the numbers of words that a state is looked at with.
  void cut(std::span<const double> bonus, double threshold);
  void best_path(std::vector<std::uint32_t>& options) const;

  // All nodes and edges on paths of at least `threshold`, swept back. False: given up, by the watch
  // or beyond so many edges.
  bool unroll(std::span<const double> bonus, double threshold, std::size_t most, Watch& watch,
              LayeredGraph& graph) const;

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

  StepGraph(const Problem& problem, std::size_t states);
  void add_state(double finish, Band band);
  void add_step(std::uint32_t option, std::uint32_t next, double weight);
  void load(std::span<const double> bonus);
  template <class Visit>
  void walk_best(Visit visit) const;
  // Whether walls let an option follow when n words are covered.
  bool allowed(std::uint32_t n, std::uint32_t option) const {
    return !walls_ || problem_->between_walls(n, option);
  }
  std::uint32_t states() const { return static_cast<std::uint32_t>(bands_.size()); }

  const Problem* problem_;
  std::uint32_t length_, stride_;  // stride_: the number of states
  bool walls_, complete_ = true;
  std::vector<Band> bands_;
  std::vector<std::uint32_t> first_step_, first_group_;  // of each state, and the end
  std::vector<Step> steps_;                              // of a state: by option
  std::vector<Group> groups_;
  std::vector<double> worth_;  // of groups: weight and bonus
  // By number of words, then state; a step beyond the last word meets minus infinity.
  std::vector<double> inside_, outside_;
  std::vector<std::uint32_t>
      group_to_;  // while steps are added: 1 + group, by next state and length
};

}  // namespace manyways::exact
