// Derivations drawn at random from a graph.
//
//   Sampler sampler(graph, 1.0 / temperature);
//   sampler.draw(random, edges);        // prefix order, with probability ~ exp(scale * score)
//
// O(edges) once, then O(edges of the nodes visited) for each draw. A scale of 0 draws all
// derivations alike; a large one nearly always the best.
#pragma once

#include <vector>

#include "base/random.h"
#include "graph/hypergraph.h"

namespace manyways::graph {

class Sampler {
 public:
  Sampler(const Hypergraph& graph, double scale);

  // Independent of earlier draws; the list is empty if the graph has no derivation.
  void draw(Random& random, std::vector<EdgeId>& derivation) const;

 private:
  const Hypergraph& graph_;
  double scale_;
  std::vector<double> inside_;
};

}  // namespace manyways::graph
