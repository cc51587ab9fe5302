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
//   Relaxation relaxation(problem, neighbours);
//   relaxation.begin(choices);              // as given to neighbours
//   relaxation.sweep_inside(watch);  relaxation.bound();                // L(u)
//   relaxation.gradient(relaxation.best(), out);
//   relaxation.sweep_outside(threshold, watch);  relaxation.kept();     // as Passages
//
// Besides, the multipliers of neighbours (States) make words agree on all that models see; the
// certified search begins so, with u = 0, for a sweep is linear in the choices that are left and in
// the pairs of words. The published relaxation uses u alone.
#pragma once

#include <cstdint>
#include <vector>

#include "chart_exact/bound_graph.h"
#include "chart_exact/neighbours.h"

namespace manyways::chart_exact {

class Relaxation {
 public:
  Relaxation(Problem& problem, Neighbours& neighbours);

  std::size_t size() const { return graph_.edges.size(); }
  std::size_t left_size() const { return size(); }
  void begin(std::span<const std::uint32_t> choices);
  bool sweep_inside(exact::Watch& watch);
  double bound() const { return bound_; }
  bool sweep_outside(double threshold, exact::Watch& watch);
  std::vector<std::uint32_t> kept() const;
  const Survivors& left() const { return left_; }
  float least() const { return least_; }
  Derivation best() const { return graph_.best(); }

  std::vector<double>& multipliers() { return u_; }
  const BoundGraph& graph() const { return graph_; }
  // Of a derivation, by word.
  void gradient(const Derivation& path, std::vector<int>& out) const;

 private:
  double taken(std::uint32_t slot, Token* which = nullptr) const;

  Problem& problem_;
  Neighbours& neighbours_;
  BoundGraph graph_;            // nodes are cells, edges the choices as given
  std::vector<double> u_;       // multipliers
  std::vector<double> values_;  // of slots
  std::vector<double> most_;    // of slots: the most that a derivation with it scores
  double bound_ = 0, slack_ = 0;
  float least_ = 0;
  Survivors left_;
};

}  // namespace manyways::chart_exact
