// The texts of a graph, best first, by scores less what they share with earlier winners.
//
//   Objective objective{Penalties(orders, strength, graph.words()), ...};
//   std::unique_ptr<Texts> texts = open_texts(graph, settings.orders, objective);
//   texts->find(limit, 100, nullptr);                    // the best 100 of those above a limit
//   texts->score(i);  texts->derivation(i, edges);
//   objective.add(winner, jumped);  texts->learn(winner);         // and again
//
// Scores without penalties bound those with penalties, so whatever cannot reach the limit is never
// looked at; what can is the product of graph and penalties, and its texts are enumerated, each
// once, with the product's own scores as an exact guide. Lattices (lattice_texts.h) are read from
// the left; graphs with two tails (forest_texts.h) are built from pieces (graph/pieces.h).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/hash_table.h"
#include "diverse/penalties.h"
#include "graph/hypergraph.h"
#include "graph/kbest.h"
#include "graph/semiring.h"

namespace manyways::diverse {

// What another text with the same value costs, times the strength; 0: nothing.
struct Traits {
  double length = 0;      // number of words
  double reordering = 0;  // sum of the distances jumped
};

// What a derivation pays for being like earlier winners.
struct Objective {
  Penalties penalties;
  Traits traits{};
  double strength = 1;
  std::vector<graph::Symbol> classes{};  // of each symbol of the graph; empty: each its own
  std::vector<std::uint32_t> jumps{};    // of each edge; empty unless a trait asks
  std::vector<double> length_costs{}, jump_costs{};  // by value

  graph::Symbol class_of(graph::Symbol symbol) const {
    return classes.empty() ? symbol : classes[static_cast<std::size_t>(symbol)];
  }
  // A winner, as classes.
  void add(std::span<const graph::Symbol> text, std::size_t jumped);
  double trait_cost(std::size_t length, std::size_t jumped) const;
};

using KnownTexts = HashSet<std::uint64_t, IsHash>;  // by hash_text

class Texts {
 public:
  using EdgeId = graph::EdgeId;
  using Symbols = std::span<const graph::Symbol>;

  virtual ~Texts() = default;
  // The best texts that score at least `limit`, `count` at most; none that is `known`, if given.
  virtual void find(double limit, std::size_t count, const KnownTexts* known) = 0;
  // Of the last find(): the edges of text i in prefix order.
  virtual void derivation(std::size_t index, std::vector<EdgeId>& edges) const = 0;
  // To be called for every text that the objective was given.
  virtual void learn(Symbols) {}

  std::size_t size() const { return found_.size(); }
  double score(std::size_t index) const { return found_[index].score; }
  std::uint64_t words(std::size_t index) const { return found_[index].words; }  // hash_text
  std::size_t seen() const { return seen_; }  // known ones among them
  bool cut() const { return cut_; }           // whether the limit left anything out
  double best() const { return graph_.empty() ? graph::kNoScore : inside_[graph_.goal()]; }

  static constexpr std::uint64_t kNoWords = 1;
  static std::uint64_t hash_text(Symbols text);

 protected:
  Texts(const graph::Hypergraph& graph, const Objective& objective);
  struct Text {
    double score;
    std::uint64_t words;
  };

  const graph::Hypergraph& graph_;
  const Objective& objective_;
  std::vector<double> inside_, outside_;  // the best of each node, without penalties
  std::vector<Text> found_;
  std::size_t seen_ = 0;
  bool cut_ = false;
};

// Keeps references to both.
std::unique_ptr<Texts> open_texts(const graph::Hypergraph& graph, std::span<const Order> orders,
                                  const Objective& objective);

}  // namespace manyways::diverse
