// A relaxed search space as a layered graph, and the three things that exact search does with it:
// sweep it, cut from it what cannot beat a known score, and refine it.
//
// A node of layer n stands for partial derivations that cover n source words (counted with
// repetition); an edge is an option. Node 0 is the start, the last node the goal. Every derivation
// of the model is a path whose weight is at least the derivation's score: the graph is a
// relaxation. Multipliers u (one for each source word, as the sum over an option's span: `bonus`)
// are added to the weights; they change nothing for derivations that cover each word once.
//
//   graph.sweep_back(bonus);             // outside(v): the best that follows v; a bound for all
//   graph.cut(bonus, threshold, watch);  // loses no path of at least `threshold`
//   refine(graph, automaton, bonus, threshold, limits, finer);
//
// refine() is the composition with an automaton that reads options: it forbids some (words covered
// twice) or lowers their weights (a language model that remembers more). Each finer node has one
// coarser `parent`, whose outside value bounds what follows, so that only paths of at least
// `threshold` are built. Everything is linear in the edges: about 2 ns each for a sweep.
//
// Ties: the edge that stands first, which is the lower option wherever weights are equal.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "exact/clock.h"

namespace manyways::exact {

using NodeId = std::uint32_t;
inline constexpr std::uint32_t kNothing = ~std::uint32_t{0};
inline constexpr double kNever = -std::numeric_limits<double>::infinity();

struct Edge {
  double weight;
  NodeId head;
  std::uint32_t option;
};

class LayeredGraph {
 public:
  std::vector<NodeId> layers;             // the first node of each layer, and the end
  std::vector<std::uint32_t> state;       // of each node: the automaton's, or the last position
  std::vector<std::uint32_t> first_edge;  // of each node, and the end
  std::vector<Edge> edges;
  std::vector<double> inside, outside;
  std::vector<std::uint32_t> best;  // the first edge of the best rest, after sweep_back
  bool sorted = false;              // the most promising edges of each node first

  std::size_t nodes() const { return state.size(); }
  NodeId goal() const { return static_cast<NodeId>(nodes() - 1); }
  bool empty() const { return edges.empty(); }
  void clear();  // keeps the memory

  // Returns the weight of the best path. A watch may end a sweep or a sort before it is done: who
  // gives one asks it afterwards.
  double sweep_back(std::span<const double> bonus, Watch* watch = nullptr);
  // Takes out edges that are on no path of at least `threshold`, after sweep_back: looks forward along such
  // paths alone. All stays if the watch ends it.
  void cut(std::span<const double> bonus, double threshold, Watch& watch);
  // Puts the most promising edges of each node first; needs sweep_back. Worth it where refine()
  // drops most of what it meets.
  void sort_edges(std::span<const double> bonus, Watch& watch);
  // The options of the best path, after sweep_back.
  void best_path(std::vector<std::uint32_t>& options) const;

 private:
  void sweep_forward(std::span<const double> bonus, double threshold, Watch& watch);
};

class Automaton {
 public:
  struct Step {
    std::uint32_t state;  // kNothing: forbidden
    double weight;        // not above the coarser edge's
  };
  virtual ~Automaton() = default;
  virtual std::uint32_t start() = 0;
  // `last`: the option leads to the goal, where all states are one (0).
  virtual Step step(std::uint32_t state, const Edge& edge, bool last) = 0;
  // Whether a state and a layer belong to one coarser node only: saves a search.
  virtual bool tells_parent() const { return false; }
};

struct RefineLimits {
  std::size_t edges = ~std::size_t{0};  // gives up beyond
  std::size_t width = ~std::size_t{0};  // nodes kept in each layer, or cell of a chart
};

struct Refined {
  bool complete = true;     // false: stopped by the watch or by the number of edges
  double dropped = kNever;  // the best that nodes beyond the width could have led to
};

// `coarse` must have been swept back with this bonus, also before it was sorted, if it was.
Refined refine(const LayeredGraph& coarse, Automaton& automaton, std::span<const double> bonus,
               double threshold, RefineLimits limits, Watch& watch, LayeredGraph& fine);

// A graph whose edges are made when they are asked for, one layer at a time: all of them would take
// more time to write than to make.
class LayerSource {
 public:
  virtual ~LayerSource() = default;
  // The nodes, with their outside values, and the edges of the layer that was opened last.
  virtual const LayeredGraph& graph() const = 0;
  virtual void open(std::size_t layer) = 0;
};
Refined refine(LayerSource& source, Automaton& automaton, std::span<const double> bonus,
               double threshold, RefineLimits limits, Watch& watch, LayeredGraph& fine);

}  // namespace manyways::exact
