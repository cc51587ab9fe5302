#include <algorithm>

#include "exact/session.h"
#include "graph/hypergraph.h"
#include "graph/kbest.h"

namespace manyways::exact {

namespace {

// The edges by head: (tail, edge) pairs, and where those of each node begin.
struct EdgesByHead {
  explicit EdgesByHead(const LayeredGraph& graph) : first(graph.nodes() + 1, 0) {
    for (const Edge& edge : graph.edges) ++first[edge.head + 1];
    for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    into.resize(graph.edges.size());
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    for (NodeId node = 0; node < graph.nodes(); ++node) {
      for (std::uint32_t e = graph.first_edge[node]; e < graph.first_edge[node + 1]; ++e) {
        into[next[graph.edges[e].head]++] = {node, e};
      }
    }
  }
  std::vector<std::uint32_t> first;
  std::vector<std::pair<NodeId, std::uint32_t>> into;
};

class Lattice {
 public:
  Lattice(const Problem& problem, const LayeredGraph& graph)
      : problem_(problem),
        graph_(graph),
        builder_({}),
        labels_(problem.options().all().size(), kNothing) {}

  graph::Hypergraph build() {
    const EdgesByHead edges(graph_);
    std::vector<graph::Node> nodes(graph_.nodes(), graph::kNoNode);
    builder_.add_edge(builder_.add_label({}, {}), {}, 0.0);
    option_of_.push_back(kNothing);
    nodes[0] = builder_.end_node();
    for (NodeId node = 1; node < graph_.nodes(); ++node) {
      bool any = false;
      for (std::uint32_t i = edges.first[node]; i < edges.first[node + 1]; ++i) {
        const auto [tail, e] = edges.into[i];
        if (nodes[tail] == graph::kNoNode) continue;
        builder_.add_edge(label(graph_.edges[e].option), {nodes[tail]}, graph_.edges[e].weight);
        any = true;
      }
      if (any) nodes[node] = builder_.end_node();
    }
    reached_ = nodes[graph_.goal()] != graph::kNoNode;
    return std::move(builder_).finish();
  }
  bool reached() const { return reached_; }
  std::uint32_t option(graph::LabelId label) const { return option_of_[label]; }

 private:
  graph::LabelId label(std::uint32_t id) {
    if (labels_[id] != kNothing) return labels_[id];
    const search::SentenceOptions& options = problem_.options();
    symbols_.assign(1, graph::kFirstTail);
    for (const WordId word : options[id].words) {
      symbols_.push_back(builder_.add_word(options.words().word(word)));
    }
    labels_[id] = builder_.add_label(symbols_, {});
    option_of_.resize(labels_[id] + std::size_t{1}, kNothing);
    option_of_[labels_[id]] = id;
    return labels_[id];
  }

  const Problem& problem_;
  const LayeredGraph& graph_;
  graph::HypergraphBuilder builder_;
  std::vector<graph::LabelId> labels_;
  std::vector<std::uint32_t> option_of_;  // by label
  std::vector<graph::Symbol> symbols_;
  bool reached_ = false;
};

}  // namespace

std::vector<std::vector<std::uint32_t>> best_paths(const Problem& problem,
                                                   const LayeredGraph& layered, std::size_t count,
                                                   bool distinct) {
  std::vector<std::vector<std::uint32_t>> paths;
  Lattice lattice(problem, layered);
  const graph::Hypergraph graph = lattice.build();
  if (!lattice.reached()) return paths;
  graph::KBest best(graph, {distinct});
  std::vector<graph::EdgeId> derivation;
  while (paths.size() < count && best.next()) {
    best.derivation(best.size() - 1, derivation);
    paths.emplace_back();
    for (const graph::EdgeId edge : derivation) {
      const std::uint32_t option = lattice.option(graph.edge(edge).label);
      if (option != kNothing) paths.back().push_back(option);
    }
    std::reverse(paths.back().begin(), paths.back().end());  // the last phrase is the root
  }
  return paths;
}

}  // namespace manyways::exact
