// A relaxed search space that remembers the last end of a derivation and some of its last words.
//
// A state is an end and a context (contexts.h). What may follow it is kept once, not once for each
// number of covered words, so what a sweep reads stays in the processor's cache. A step with an option
// has two halves. What its first word scores depends on the whole context; what comes after depends on
// the little that is left of it behind that word, for most contexts are not followed by that word in
// the language model, and are forgotten.
// So a state has *heads*, one for each first word, and a head leads to a *relay*: where the
// derivation stands behind that word. The options that begin with it are steps of the relay, and many states
// share it: a third of what steps between states would take.
//
//   ContextGraph words = ContextGraph::made(problem, contexts, 1, &ends, watch, most);
//   words.sweep_back(bonus);
//   words.cut(bonus, threshold, watch);
//   words.pair_up();                          // then:
//   words.each_behind(head, visit);           // visit(option, next)
//
// Heads carry the multipliers for what is forgotten (agreement.h). Bonus, threshold and ties are
// those of LayeredGraph (layered_graph.h).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "exact/agreement.h"
#include "exact/contexts.h"
#include "exact/layered_graph.h"
#include "exact/problem.h"

namespace manyways::exact {

class ContextGraph {
 public:
  using Band = Problem::Band;  // numbers of covered words

  // The last `level` words are remembered. Made of the pairs that are left of the level before,
  // `coarser`; of everything, if there is none. The watch may end it before it is done, as may more
  // than so many heads and steps: who gives one asks complete() afterwards.
  static ContextGraph made(const Problem& problem, Contexts& contexts, unsigned level,
                           const ContextGraph* coarser, Watch& watch, std::size_t most);
  bool complete() const { return complete_; }

  std::uint32_t states() const { return static_cast<std::uint32_t>(bands_.size()); }
  Band band(std::uint32_t state) const { return bands_[state]; }

  bool empty() const { return offsets_.empty() || heads_.empty(); }
  std::size_t nodes() const;
  std::size_t edges() const { return heads_.size() + offsets_.size(); }

  // As of LayeredGraph.
  double sweep_back(std::span<const double> bonus, Watch* watch = nullptr);
  // Takes out heads and steps that are on no path of at least `threshold`, whatever number of words
  // is covered, and narrows the numbers of words that a state is looked at with. As of LayeredGraph.
  void cut(std::span<const double> bonus, double threshold, Watch& watch);
  void best_path(std::vector<std::uint32_t>& options) const;

  std::vector<double>& agreement() { return agreement_.multipliers; }
  // Where the best path disagrees with itself.
  void disagreements(std::vector<Agreement::Disagreement>& found) const;

  // Finds which steps are left behind each head, of those of its relay. Needs a cut.
  void pair_up();
  std::uint32_t first_head(std::uint32_t state) const { return first_head_[state]; }
  WordId word(std::uint32_t head) const { return heads_[head].word; }
  template <class Visit>
  void each_behind(std::uint32_t head, Visit visit) const {
    for (std::size_t i = first_pair_[head]; i < first_pair_[head + 1]; ++i) {
      const std::uint32_t step = pairs_[i];
      visit(cold_[step].option, offsets_[step] % stride_);
    }
  }

  // Of a derivation that came to a state by one of its children: the child that a step leads to,
  // and what a child's multiplier is.
  std::uint32_t child_behind(std::uint32_t child, std::uint32_t option, WordId first_word) const;
  double multiplier(std::uint32_t child) const { return agreement_.multipliers[child]; }

 private:
  friend class ContextGraphMaker;
  friend class UnrolledContexts;
  struct Head {          // what sweeps do not read
    WordId word;         // 1 + the first word; 0: none
    std::size_t scores;  // of its word, by child (agreement.h)
  };
  struct Cold {  // of a step, what sweeps do not read
    double fixed;
    std::uint32_t option, child;
  };

  ContextGraph(const Problem& problem, std::size_t states);
  std::size_t last_row() const { return std::size_t{length_} * stride_; }
  double weight(std::uint32_t step) const {
    return cold_[step].fixed + agreement_.multipliers[cold_[step].child];
  }
  void load(std::span<const double> bonus);
  // The best of a relay's steps when n words are covered; which: its number.
  double behind(std::uint32_t relay, std::uint32_t n, std::uint32_t* which = nullptr) const;
  auto best_behind(std::uint32_t n) const;
  // Of all relays, into row_.
  void relay_row(std::uint32_t n);
  // What a cut leaves.
  struct Kept {
    std::vector<Band> bands;
    std::vector<char> heads, steps;  // whether they stay
  };
  void look_ahead(std::uint32_t n, Kept& kept);
  void step_ahead(std::uint32_t n, std::uint32_t relay, char* kept);
  template <class... Columns>
  static void squeeze(std::vector<std::uint32_t>& first, const std::vector<char>& kept,
                      Columns&... columns);
  void narrow_relays();
  template <class Visit>
  void walk_best(Visit visit) const;
  bool allowed(std::uint32_t n, std::uint32_t option) const {
    return !walls_ || problem_->between_walls(n, option);
  }
  static bool covers(const Band& band, std::uint32_t n) { return n >= band.low && n < band.high; }

  const Problem* problem_;
  std::uint32_t length_, stride_;  // stride_: the number of states
  bool walls_, complete_ = true;
  double threshold_ = kNever;  // of the last cut
  Agreement agreement_;
  // States.
  std::vector<Band> bands_;
  std::vector<std::uint32_t> first_head_;  // and the end
  // Heads, by state.
  std::vector<Head> heads_;
  std::vector<std::uint32_t> relays_;
  std::vector<double> values_;
  std::vector<std::uint32_t> named_;
  std::vector<std::size_t> last_scores_;  // by state: of the end of the sentence
  std::vector<std::uint32_t> last_named_;
  // Relays and their steps.
  std::vector<Band> relay_bands_;
  std::vector<std::uint32_t> alive_;       // relays that some head leads to
  std::vector<std::uint32_t> first_step_;  // and the end
  std::vector<double> worth_;              // weight and bonus
  std::vector<std::uint32_t> offsets_;     // from a node's row to where the step leads
  std::vector<Cold> cold_;
  // By relay, of one number of words: the best behind it, and in a cut the best that leads to it.
  std::vector<double> row_, ahead_;
  std::vector<std::size_t> first_pair_;
  std::vector<std::uint32_t> pairs_;  // steps
  // By number of words, then state; a step beyond the last word meets minus infinity.
  std::vector<double> inside_, outside_;
};

}  // namespace manyways::exact
