#include "graph/sample.h"

#include "graph/inside.h"

namespace manyways::graph {

Sampler::Sampler(const Hypergraph& graph, double scale)
    : graph_(graph), scale_(scale), inside_(inside(graph, LogSum{scale})) {}

void Sampler::draw(Random& random, std::vector<EdgeId>& derivation) const {
  derivation.clear();
  if (graph_.empty() || inside_[graph_.goal()] == kNoScore) return;
  std::vector<Node> open{graph_.goal()};
  while (!open.empty()) {
    const Node node = open.back();
    open.pop_back();
    double left = random.uniform();
    EdgeId chosen = kNoEdge;
    for (EdgeId id = graph_.edges_begin(node); id < graph_.edges_end(node); ++id) {
      const double value = edge_inside<LogSum>(graph_, {scale_}, id, inside_);
      if (value == kNoScore) continue;
      chosen = id;  // the last possible edge takes what rounding leaves over
      left -= std::exp(value - inside_[node]);
      if (left < 0) break;
    }
    derivation.push_back(chosen);
    const Edge& edge = graph_.edge(chosen);
    for (unsigned t = edge.arity(); t-- > 0;) open.push_back(edge.tails[t]);
  }
}

}  // namespace manyways::graph
