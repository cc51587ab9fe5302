// Diverse translations out of one search graph: the rounds of Gimpel et al. (EMNLP 2013).
//
//   Rounds rounds(lattice, {.rounds = 20, .each = 50, .strength = 0.1, .orders = {{7, 1.0}}});
//   for (const Found& found : rounds.run()) found.derivation, found.score;
//
// Round m finds the `each` best texts of the graph by
//
//   model score - strength * sum over the winners y of rounds 1 .. m - 1 of the n-gram pairs with y
//
// and its best one, the winner, joins the penalties. With `distinct` a winner is not looked at
// again in later rounds, so that M rounds give M texts (as long as the graph has them); without,
// the published method: a text wins again until its penalties are high enough. The result has each
// text once, in the order of finding, with the score of the model alone.
//
// Each round is exact. Scores to the goal without penalties bound those with penalties, so a pass
// from the left over (node, state of the penalties) keeps only what can reach a limit; then the
// best texts are enumerated from the right with the left scores as an exact guide, a text once. If
// fewer than wanted lie above the limit, it is lowered and the round repeated. Since the best of a
// round never exceeds that of the round before, limits are near and little of the graph is touched.
//
// Equal scores: the lower edges. Lattices only.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "diverse/grams.h"
#include "diverse/penalties.h"
#include "graph/hypergraph.h"
#include "graph/kbest.h"

namespace manyways::diverse {

struct RoundSettings {
  std::size_t rounds = 20;
  std::size_t each = 1;
  double strength = 0.1;  // in units of the graph's scores
  std::vector<Order> orders;
  bool distinct = true;
};

struct Found {
  std::vector<graph::EdgeId> derivation;  // from the last edge to the first: prefix order
  double score;                           // of the model alone
  double penalised;                       // in the round that found it
  std::uint32_t round;
};

class Rounds {
 public:
  // `classes` numbers the class of each symbol, below the graph's words(); empty: each its own.
  // Keeps references to both. Throws std::invalid_argument if the graph is no lattice.
  Rounds(const graph::Hypergraph& graph, const RoundSettings& settings,
         std::span<const graph::Symbol> classes = {});

  std::vector<Found> run();

 private:
  struct Entry {   // of the product: a node with a state of the penalties
    double score;  // the best to here, with penalties
    Penalties::State state;
    std::uint32_t arcs, last_arc;  // the ways into it, in the order of the edges
  };
  struct Arc {
    double score;          // of this step, with penalties
    std::uint32_t before;  // entry
    graph::EdgeId edge;
    std::uint32_t next;
  };
  struct Item {  // a suffix of a text, with the best prefix it can have
    double bound, rest;
    std::uint64_t words;
    std::uint32_t entry;
    std::uint32_t after;  // the item it was made from
    graph::EdgeId edge;
  };
  struct Open {
    double bound;
    std::uint32_t item;
    friend bool operator<(const Open& a, const Open& b) {
      return a.bound != b.bound ? a.bound < b.bound : a.item > b.item;
    }
  };
  using Symbols = std::span<const graph::Symbol>;
  void read_labels(Symbols classes);
  void bound_nodes();
  bool run_round(std::uint32_t round, std::vector<Found>& found);
  void pass(double limit);
  void enter(graph::Node node, graph::EdgeId id, std::uint32_t before, double limit);
  void enumerate(double limit);
  void expand(std::uint32_t index, double limit);
  void add_winner(std::uint32_t item);
  Found found_at(std::uint32_t item) const;
  Symbols part(const std::vector<graph::Symbol>& of, graph::EdgeId id) const {
    const graph::LabelId label = graph_.edge(id).label;
    return Symbols(of).subspan(label_starts_[label],
                               label_starts_[label + 1] - label_starts_[label]);
  }

  const graph::Hypergraph& graph_;
  RoundSettings settings_;
  Penalties penalties_;
  std::vector<double> from_start_, to_goal_;    // by node, without penalties
  std::vector<graph::Symbol> words_, classes_;  // of all labels
  std::vector<std::uint32_t> label_starts_;
  double top_ = 0, gap_ = 0;  // best of the round before; how far below it the limit lies
  bool cut_ = false;          // whether the limit left anything out

  std::vector<Entry> entries_;
  std::vector<std::uint32_t> node_entries_;
  std::vector<Arc> arcs_;
  std::vector<std::uint32_t> slot_of_state_;  // in the node at hand, 1 + entry
  std::vector<Item> items_;
  std::vector<Open> open_;
  std::vector<std::uint32_t> ends_;  // items that are whole texts, best first
  std::vector<std::uint64_t> winners_;
  graph::KeySet known_;
};

}  // namespace manyways::diverse
