// A hypergraph of partial derivations under scores that are too high or right: what exact chart
// search sweeps, cuts and refines.
//
// A node stands for derivations of one cell of the forest that agree in what is remembered of them;
// an edge is a choice (an application and a rule of its block) with a node for each gap. Every
// derivation of the model is a derivation of the graph whose weight is at least its score. The last
// node is the goal. Tails come before heads, the nodes of a cell lie together.
//
//   graph.sweep_inside();  graph.sweep_outside();    // the best below and above each node
//   graph.cut(threshold);                            // loses no derivation of at least `threshold`
//
// Linear in the edges. Ties: the edge that stands first.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "chart/parse.h"
#include "exact/layered_graph.h"

namespace manyways::chart_exact {

using chart::CellId;
using exact::kNever;
using exact::kNothing;
using NodeId = std::uint32_t;

struct BoundEdge {
  double weight;
  std::array<NodeId, 2> tails;  // kNothing: none
  std::uint32_t choice;
};

// A step of a derivation: a choice. Derivations are listed from the root, the first gap first.
using Derivation = std::vector<std::uint32_t>;

class BoundGraph {
 public:
  std::vector<CellId> cell;               // of each node
  std::vector<std::uint32_t> first_edge;  // of each node, and the end
  std::vector<BoundEdge> edges;
  std::vector<double> inside, outside;

  std::size_t nodes() const { return cell.size(); }
  NodeId goal() const { return static_cast<NodeId>(nodes() - 1); }
  void clear();

  double below(const BoundEdge& edge) const {  // the edge and the best of its tails
    double sum = edge.weight;
    for (const NodeId tail : edge.tails) {
      if (tail != kNothing) sum += inside[tail];
    }
    return sum;
  }
  // Returns the weight of the best derivation. A watch may end a sweep before it is done: who gives
  // one asks it afterwards.
  double sweep_inside(exact::Watch* watch = nullptr);
  void sweep_outside(exact::Watch* watch = nullptr);
  // Needs both sweeps. Nodes stay, if without edges. Returns the edges that are left.
  std::vector<std::uint32_t> cut(double threshold);
  // After sweep_inside, if there is one.
  Derivation best() const;
};

}  // namespace manyways::chart_exact
