// A relaxed search space whose steps are the same however many words are covered.
//
// A state is what is remembered of a derivation: its last end and some of its last words (a context, contexts.h), or all
// of them that matter to the target features (a place, places.h). A node is a state and a number of covered
// words; behind it may stand whatever may stand behind the state. So a step is kept once, not once for
// each number of words, and what a sweep reads stays in the processor's cache: about 1 ns for each
// node and step. A step is worth as much as it is in the best of all target states and reordering
// scores that the state does not tell apart: an upper bound.
//
//   StepGraph ends = StepGraph::by_context(problem, contexts, 0, nullptr, watch);
//   ends.sweep_back(bonus);
//   ends.sweep_forward(bonus);
//   ends.cut(bonus, threshold);
//   StepGraph words = StepGraph::by_context(problem, contexts, 1, &ends, watch);  // of what is left
//   places.find(problem, &words, watch, most);
//   StepGraph whole = StepGraph::by_place(problem, places, words, watch);
//   whole.unroll(bonus, threshold, most, watch, graph);   // as a layered graph; needs both sweeps
//
// Bonus, threshold, cutting and ties are those of LayeredGraph (layered_graph.h). Steps of a state
// that cover the same words and lead to the same state form a group, of which sweeps look at the
// best.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "exact/agreement.h"
#include "exact/contexts.h"
#include "exact/layered_graph.h"
#include "exact/places.h"
#include "exact/problem.h"

namespace manyways::exact {

inline constexpr std::uint32_t kStatesBetween = 0x1f;  // two looks at the watch, less one

class StepGraph {
 public:
  // The last `level` words are remembered. Made of what is left of the level before, `coarser`; of
  // everything, if there is none. The watch may end it before it is done, as may more than so many steps: who gives one
  // asks complete() afterwards.
  static StepGraph by_context(const Problem& problem, Contexts& contexts, unsigned level,
                              const StepGraph* coarser, Watch& watch, std::size_t most);
  // With all that the target features see: exact but for reordering scores. `places` must have
  // been found within `coarser`.
  static StepGraph by_place(const Problem& problem, const Places& places, const StepGraph& coarser,
                            Watch& watch);
  bool complete() const { return complete_; }
  // What the relaxed published space does not know: how many words may be covered behind a position.
  void forget_bands();

  // What may follow a state, and which state then: visit(option, next).
  template <class Visit>
  void each_step(std::uint32_t state, Visit visit) const {
    if (bands_[state].low >= bands_[state].high) return;
    for (std::uint32_t s = first_step_[state]; s < first_step_[state + 1]; ++s)
      visit(steps_[s].option, groups_[steps_[s].group].offset % stride_);
  }

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

  // Of a graph of contexts: multipliers for what it forgets (agreement.h), and where the best path
  // disagrees with itself.
  std::vector<double>& agreement() { return agreement_.multipliers; }
  void disagreements(std::vector<Agreement::Disagreement>& found) const;

  // All nodes and edges on paths of at least `threshold`, swept back. False: given up, by the watch
  // or beyond so many edges.
  bool unroll(std::span<const double> bonus, double threshold, std::size_t most, Watch& watch,
              LayeredGraph& graph) const;

 private:
  struct Step {
    double weight;
    std::uint32_t option, group;
  };
  struct Meeting {  // of a step in a graph of contexts
    double fixed;   // its weight without the first word's score
    std::uint32_t number, child;
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
  bool forgets() const { return !last_meeting_.empty(); }
  void agree();
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
  Agreement agreement_;
  std::vector<Meeting> meetings_;            // by step
  std::vector<std::uint32_t> last_meeting_;  // by state: at the end of the sentence
  std::vector<std::uint32_t> best_step_;     // by group
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
