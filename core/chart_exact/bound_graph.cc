#include "chart_exact/bound_graph.h"

#include <algorithm>

namespace manyways::chart_exact {

namespace {
constexpr std::uint32_t kNodesPerLook = 1023;  // nodes between looks at the clock
}

void BoundGraph::clear() {
  cell.clear();
  first_edge.assign(1, 0);
  edges.clear();
  inside.clear();
  outside.clear();
}

double BoundGraph::sweep_inside(exact::Watch* watch) {
  inside.assign(nodes(), kNever);
  for (NodeId node = 0; node < nodes(); ++node) {
    if (watch != nullptr && (node & kNodesPerLook) == kNodesPerLook && watch->over()) return kNever;
    double best = kNever;
    for (std::uint32_t e = first_edge[node]; e < first_edge[node + 1]; ++e) {
      best = std::max(best, below(edges[e]));
    }
    inside[node] = best;
  }
  return nodes() == 0 ? kNever : inside[goal()];
}

void BoundGraph::sweep_outside(exact::Watch* watch) {
  outside.assign(nodes(), kNever);
  if (nodes() == 0) return;
  outside[goal()] = 0;
  for (NodeId node = static_cast<NodeId>(nodes()); node-- > 0;) {
    if (watch != nullptr && (node & kNodesPerLook) == kNodesPerLook && watch->over()) return;
    if (outside[node] == kNever) continue;
    for (std::uint32_t e = first_edge[node]; e < first_edge[node + 1]; ++e) {
      const BoundEdge& edge = edges[e];
      const double whole = outside[node] + below(edge);
      for (const NodeId tail : edge.tails) {
        if (tail == kNothing || whole == kNever) continue;
        outside[tail] = std::max(outside[tail], whole - inside[tail]);
      }
    }
  }
}

std::vector<std::uint32_t> BoundGraph::cut(double threshold) {
  std::vector<std::uint32_t> kept;
  std::uint32_t next = 0;
  for (NodeId node = 0; node < nodes(); ++node) {
    const std::uint32_t begin = first_edge[node], end = first_edge[node + 1];
    first_edge[node] = next;
    for (std::uint32_t e = begin; e < end; ++e) {
      if (!(outside[node] + below(edges[e]) >= threshold)) continue;
      kept.push_back(e);
      edges[next++] = edges[e];
    }
  }
  first_edge.back() = next;
  edges.resize(next);
  return kept;
}

Derivation BoundGraph::best() const {
  Derivation path;
  std::vector<NodeId> open(1, goal());
  while (!open.empty()) {
    const NodeId node = open.back();
    open.pop_back();
    std::uint32_t e = first_edge[node];
    while (below(edges[e]) < inside[node]) ++e;
    path.push_back(edges[e].choice);
    for (std::size_t t = 2; t-- > 0;) {
      if (edges[e].tails[t] != kNothing) open.push_back(edges[e].tails[t]);
    }
  }
  return path;
}

}  // namespace manyways::chart_exact
