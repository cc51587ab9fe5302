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
//
// Cost: an evaluation is linear in the choices that are left and in the pairs of words.
#pragma once

#include <cstdint>
#include <vector>

#include "chart_exact/bound_graph.h"
#include "chart_exact/neighbours.h"

namespace manyways::chart_exact {

class Relaxation {
 public:
  explicit Relaxation(Problem& problem);

  BoundGraph& graph() { return graph_; }
  std::vector<double>& multipliers() { return u_; }

  // Finds out what can stand before what. False: given up, by the watch or beyond so many pairs.
  bool prepare(std::size_t most, exact::Watch& watch);
  double evaluate();
  // Of the best derivation, after evaluate(), by word; `path` is that derivation.
  void gradient(const Derivation& path, std::vector<int>& out) const;

 private:
  double taken(std::uint32_t slot, Token* which = nullptr) const;

  Problem& problem_;
  Neighbours neighbours_;
  BoundGraph graph_;            // nodes are cells
  std::vector<double> u_;       // multipliers
  std::vector<double> values_;  // of slots
};

}  // namespace manyways::chart_exact
