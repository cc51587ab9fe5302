// An automaton that finds weighted word sequences in a text: Aho and Corasick (1975).
//
//   Automaton penalties({{{a, b}, -0.5}, {{b}, -0.1}});
//   double paid = 0;
//   auto state = Automaton::kRoot;
//   for (word : words) state = penalties.advance(state, word, paid);   // adds what matches weigh
//
// Every occurrence of every pattern pays its weight; a pattern listed twice pays twice. The state
// is the longest suffix of the text that is a proper prefix of a pattern, so for most texts it is
// the root, and two texts in the same state can be recombined whatever the length of the patterns.
//
// Building is linear in the words of the patterns; advance() is amortised O(1).
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "graph/hypergraph.h"

namespace manyways::graph {

struct Pattern {
  std::vector<Symbol> words;  // at least one
  double weight;
};

class Automaton {
 public:
  using State = std::uint32_t;
  static constexpr State kRoot = 0;

  explicit Automaton(std::span<const Pattern> patterns);

  static State start() { return kRoot; }
  // The state after `word`; adds to `paid` the weight of all patterns that end with it.
  State advance(State state, Symbol word, double& paid) const;
  std::size_t states() const { return nodes_.size(); }
  // Whether every weight is <= 0, so that scores without the automaton bound those with it.
  bool only_penalties() const { return only_penalties_; }

 private:
  struct State_ {
    State failure = kRoot;
    double pays = 0;     // of all patterns that end here
    State rest = kRoot;  // where to go on: itself, or the failure state if it has no children
    bool inner = false;  // has children
  };
  static std::uint64_t key(State state, Symbol word) {
    return std::uint64_t{state} << 32 | static_cast<std::uint32_t>(word);
  }
  State child(State state, Symbol word) const;
  void link(std::span<const std::pair<State, Symbol>> parents);

  std::vector<State_> nodes_;
  HashMap<std::uint64_t, State> children_;
  bool only_penalties_ = true;
};

}  // namespace manyways::graph
