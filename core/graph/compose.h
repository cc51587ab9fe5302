// A graph composed with a machine that reads the words: every derivation pays what its words pay.
//
//   Composed product = compose(graph, patterns);         // any graph, any weights: a new graph
//   Automaton penalties(patterns);
//   ComposedSearch search(lattice, penalties);           // a lattice: only what is needed of it
//   search.best(edges);                                  // the best derivation, or
//   while (search.next_distinct(edges)) ...              // one text after the other, best first
//
// compose() builds the whole product, tails before heads: a node for each (node, piece) that occurs
// (pieces.h), so that nodes whose edges are known already, as those of a search with a language
// model are, hardly split; the scores of its edges include what they pay.
//
// ComposedSearch is A* with the best scores to the goal without the machine, which bound those with
// it because weights are <= 0. Few states differ from the root, so it touches little more than the
// best derivations themselves; Lattice holds what does not depend on the weights and serves many
// searches.
#pragma once

#include <cstdint>
#include <vector>

#include "base/hash_table.h"
#include "graph/automaton.h"
#include "graph/hypergraph.h"
#include "graph/pieces.h"

namespace manyways::graph {

struct Composed {
  Hypergraph graph;
  std::vector<std::uint64_t> pieces;  // of each node of `graph`
  std::vector<EdgeId> original;       // of each edge of `graph`, the edge it came from
};

Composed compose(const Hypergraph& graph, std::span<const Pattern> patterns);
Composed compose(const Hypergraph& graph, EdgeWords& words);

// A lattice as a forward search wants it. Keeps a reference to the graph.
class Lattice {
 public:
  // Throws std::invalid_argument if an edge has two tails.
  explicit Lattice(const Hypergraph& graph);

  const Hypergraph& graph() const { return graph_; }
  // The edges that leave a node, in the order of their ids.
  std::span<const EdgeId> leaving(Node node) const {
    return std::span(leaving_).subspan(starts_[node], starts_[node + 1] - starts_[node]);
  }
  std::span<const EdgeId> entrances() const { return entrances_; }  // edges without a tail
  Node head(EdgeId id) const { return heads_[id]; }
  double best_to_goal(Node node) const { return to_goal_[node]; }

 private:
  const Hypergraph& graph_;
  std::vector<EdgeId> leaving_, entrances_;
  std::vector<std::uint32_t> starts_;
  std::vector<Node> heads_;
  std::vector<double> to_goal_;
};

class ComposedSearch {
 public:
  // Throws std::invalid_argument if a weight is positive: use compose() then.
  ComposedSearch(const Lattice& lattice, const Automaton& automaton);

  // The best derivation (prefix order) and its score with what it pays; false if there is none.
  bool best(std::vector<EdgeId>& derivation, double& score);
  // The next best derivation whose words are new; best() and next_distinct() do not mix.
  bool next_distinct(std::vector<EdgeId>& derivation, double& score);

 private:
  struct Item {
    double score;        // so far, with what was paid
    std::uint64_t hash;  // of the words so far
    Automaton::State state;
    EdgeId edge;
    std::uint32_t parent;
  };
  struct Open {
    double bound;
    std::uint32_t item;
    friend bool operator<(const Open& a, const Open& b) {
      return a.bound != b.bound ? a.bound < b.bound : a.item > b.item;
    }
  };
  void push(EdgeId edge, std::uint32_t parent);
  bool next(bool distinct, std::vector<EdgeId>& derivation, double& score);

  const Lattice& lattice_;
  const Automaton& automaton_;
  std::vector<Item> items_;
  std::vector<Open> open_;
  HashSet<std::uint64_t, IsHash> closed_;
};

}  // namespace manyways::graph
