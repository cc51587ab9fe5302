// What n-grams of earlier translations cost, as an automaton that reads a new one word by word.
//
//   Penalties penalties(orders, /*strength=*/0.1, /*symbols=*/graph.words());
//   penalties.add(words_of_a_translation);  penalties.link();
//   double score = 0;
//   auto state = Penalties::kRoot;
//   for (word : words) state = penalties.advance(state, word, score);     // lowers the score
//
// An n-gram that occurred a times in the texts added pays strength * weight * a at every
// occurrence. The state is the longest suffix that begins an n-gram which costs something (Aho and
// Corasick 1975), mostly the root, so that searches recombine almost as without penalties, whatever
// the order. Like graph::Automaton, but texts can be added, and it is built for many rounds on one
// sentence: link() is linear in the states, advance() one or two probes of a small table.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/hash_table.h"
#include "diverse/grams.h"
#include "graph/hypergraph.h"
#include "graph/pieces.h"

namespace manyways::diverse {

class Penalties {
 public:
  using State = std::uint32_t;
  static constexpr State kRoot = 0;

  // Symbols are 0 .. symbols - 1, and those of texts that are added.
  Penalties(std::span<const Order> orders, double strength, std::size_t symbols);

  void add(std::span<const graph::Symbol> text);
  // To be called after texts were added and before advance().
  void link();

  State advance(State state, graph::Symbol symbol, double& score) const {
    for (; state != kRoot; state = nodes_[state].failure) {
      const State next = child(state, symbol);
      if (next != kRoot) return arrive(next, score);
    }
    return arrive(from_root_[static_cast<std::size_t>(symbol)], score);
  }
  std::size_t states() const { return nodes_.size(); }

 private:
  struct Node {
    State failure = kRoot, rest = kRoot;  // rest: where to go on, a state with children
    double own = 0, pays = 0;             // pays: with those of its suffixes
    State parent = kRoot;
    graph::Symbol symbol = 0;
    bool inner = false;
  };
  static std::uint64_t key(State state, graph::Symbol symbol) {
    return std::uint64_t{state} << 32 | static_cast<std::uint32_t>(symbol);
  }
  State arrive(State next, double& score) const {
    score -= nodes_[next].pays;
    return nodes_[next].rest;
  }
  State child(State state, graph::Symbol symbol) const {
    const State* found = children_.find(key(state, symbol));
    return found == nullptr ? kRoot : *found;
  }
  State add_child(State state, graph::Symbol symbol, std::size_t depth);

  std::vector<double> cost_of_length_;  // negative where not wanted
  std::vector<Node> nodes_;
  std::vector<std::vector<State>> by_depth_;
  std::vector<State> from_root_;
  HashMap<std::uint64_t, State> children_{1024};  // of the other states
};

// What can stand inside the n-grams of a text that cost something, for pieces (graph/pieces.h).
void add_inner_words(std::span<const graph::Symbol> text, std::span<const Order> orders,
                     graph::InnerWords& inner);

}  // namespace manyways::diverse
