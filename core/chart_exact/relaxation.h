// The coarsest bound: derivations whose words choose the word before them by themselves.
//
// A node is a cell: nothing is remembered. Words of one rule that stand together (a run) know each
// other; the first of a run takes the best of all words that can stand before it: those that can
// end the gap before it, or, at the beginning of a rule, those that can stand before its cell. So
// one word may be taken by many, and another by none. Multipliers u, one for each word, make that
// dear: the first word of a run pays u(p) for the word p that it takes, the last word of a run gets
// u of itself. In a derivation every last word is taken exactly once (by the next run, or by the
// end of the sentence), so the sum is zero and for each u
//
//   L(u) = max over derivations of the forest of their weights
//
// is at least the best score: this is the relaxation of Rush and Collins (ACL 2011) for bigrams,
// with upper bounds for what longer n-grams say. How often each word ends a run, minus how often it
// is taken, is a subgradient.
//
//   Relaxation relaxation(problem);
//   relaxation.prepare(most, watch);        // which words can stand where, in what is left
//   double bound = relaxation.evaluate();   // L(u): weights and inside values of graph()
//   relaxation.gradient();
//   relaxation.graph().sweep_outside();  relaxation.cut(threshold);
//   relaxation.pending(cell, row)           // the share of a piece's first words in its weight
//
// Cost: an evaluation is linear in the choices that are left and in the pairs of words.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "chart_exact/bound_graph.h"
#include "chart_exact/problem.h"

namespace manyways::chart_exact {

class Relaxation {
 public:
  explicit Relaxation(Problem& problem);

  BoundGraph& graph() { return graph_; }
  std::vector<double>& multipliers() { return u_; }

  // Finds out what can stand before what, in what is left, and makes the language models' bounds
  // those of it (Language::may_precede). False: given up, by the watch or beyond so many pairs of words.
  bool prepare(std::size_t most, exact::Watch& watch);
  double evaluate();
  // Of the best derivation, after evaluate(), by word; `path` is that derivation.
  void gradient(const Derivation& path, std::vector<int>& out) const;
  void cut(double threshold);
  // The share of a piece's first words (Language::row) in its weight: the best that they can say
  // together after a word that can stand before the cell, with its multiplier.
  double pending(CellId cell, ContextId row);

 private:
  static constexpr std::size_t kMostRuns = 3;
  struct Runs {                                  // of a choice
    std::array<std::uint32_t, kMostRuns> slots;  // what its first word takes; kNothing: no run
    std::array<Token, kMostRuns> last;           // kNothing: none that others take
  };
  // The first words of a run, and the set of words of which they take one.
  struct Slot {
    ContextId row;
    std::uint32_t set;
    std::size_t first;  // of its scores, one for each word of the set
  };
  static constexpr std::size_t kDepth = 3;  // words of a run that choose together
  using Bits = std::vector<std::uint64_t>;

  void find_ends();
  void find_before();
  void add_runs(const Choice& choice, Runs& runs, double& weight);
  std::uint32_t set_before(const Choice& choice, std::size_t at) const;
  double taken(const Slot& slot, Token* which = nullptr) const;
  bool score_slots(std::size_t most, exact::Watch& watch);
  float meeting(Token before, ContextId row);
  std::vector<Tokens> neighbours() const;
  static void set_bits(Bits& into, const Bits& from);
  static void set_bit(Bits& into, Token word);
  template <typename Visit>
  static void each(const Bits& bits, Visit&& visit);

  Problem& problem_;
  Language& language_;
  std::size_t tokens_, cells_;
  BoundGraph graph_;               // nodes are cells
  std::vector<double> fixed_, u_;  // weights without what depends on u, by edge; multipliers
  std::vector<Runs> runs_;         // by edge
  std::vector<Bits> first_, last_, before_;  // words, by cell
  std::vector<bool> nullable_;               // cells without words
  std::vector<Tokens> sets_;                 // last_, before_, all; by number
  std::vector<Slot> slots_;
  std::vector<double> values_;    // of slots
  std::vector<float> scores_;     // of slots: after each word of their sets
  std::vector<ContextId> after_;  // by token
  exact::IdTable slot_ids_, meeting_ids_;
  std::vector<float> meetings_;  // scores of rows after a word
  std::unordered_map<std::uint64_t, double> pending_;
};

}  // namespace manyways::chart_exact
