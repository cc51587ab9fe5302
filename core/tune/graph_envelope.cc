#include "tune/graph_envelope.h"

#include <set>
#include <stdexcept>

#include "base/threads.h"
#include "graph/prune.h"

namespace manyways::tune {

using graph::EdgeId;
using graph::Node;

void GraphEnvelope::find_along(const graph::Hypergraph& graph, std::span<const double> weights,
                               std::span<const double> direction) {
  if (weights.size() != graph.features() || direction.size() != graph.features())
    throw std::invalid_argument("one weight per feature of the graph is needed");
  std::vector<double> intercepts(graph.edges()), slopes(graph.edges()), features;
  for (EdgeId id = 0; id < graph.edges(); ++id) {
    features.assign(graph.features(), 0.0);
    graph.add_features(id, features);
    for (std::size_t d = 0; d < features.size(); ++d) {
      intercepts[id] += weights[d] * features[d];
      slopes[id] += direction[d] * features[d];
    }
  }
  find(graph, intercepts, slopes);
}

void GraphEnvelope::find(const graph::Hypergraph& graph, std::span<const double> intercepts,
                         std::span<const double> slopes) {
  graph_ = &graph;
  lines_.clear();
  offsets_.assign(1, 0);
  for (Node node = 0; node < graph.nodes(); ++node) {
    open_.clear();
    for (EdgeId id = graph.edges_begin(node); id < graph.edges_end(node); ++id)
      extend(id, intercepts[id], slopes[id]);
    close_node();
  }
}

// The lines of an edge: its own added to those of its tails, which change where either changes.
void GraphEnvelope::extend(EdgeId id, double intercept, double slope) {
  const graph::Edge& edge = graph_->edge(id);
  if (edge.arity() == 0) {
    open_.push_back({0, slope, intercept, id, {0, 0}});
    return;
  }
  const auto of = [&](Node tail) {
    return std::span(lines_).subspan(offsets_[tail], offsets_[tail + 1] - offsets_[tail]);
  };
  const std::span<const Line> first = of(edge.tails[0]);
  if (edge.arity() == 1) {
    for (std::uint32_t i = 0; i < first.size(); ++i)
      open_.push_back({0, slope + first[i].slope, intercept + first[i].intercept, id, {i, 0}});
    return;
  }
  const std::span<const Line> second = of(edge.tails[1]);
  for (std::uint32_t i = 0, j = 0; i < first.size() && j < second.size();) {
    open_.push_back({0,
                     slope + first[i].slope + second[j].slope,
                     intercept + first[i].intercept + second[j].intercept,
                     id,
                     {i, j}});
    const bool last_i = i + 1 == first.size(), last_j = j + 1 == second.size();
    if (last_i && last_j) break;
    if (last_j || (!last_i && first[i + 1].start <= second[j + 1].start)) {
      // Both change at once where the starts are equal.
      if (!last_j && first[i + 1].start == second[j + 1].start) ++j;
      ++i;
    } else {
      ++j;
    }
  }
}

void GraphEnvelope::close_node() {
  if (!open_.empty()) {
    intercepts_.clear();
    slopes_.clear();
    for (const Line& line : open_) {
      intercepts_.push_back(line.intercept);
      slopes_.push_back(line.slope);
    }
    envelope_.find(intercepts_, slopes_);
    for (const Segment& segment : envelope_.segments()) {
      lines_.push_back(open_[segment.line]);
      lines_.back().start = segment.start;
    }
  }
  offsets_.push_back(lines_.size());
}

std::span<const GraphEnvelope::Line> GraphEnvelope::lines() const {
  if (graph_ == nullptr || graph_->empty()) return {};
  return std::span(lines_).subspan(offsets_[graph_->goal()]);
}

void GraphEnvelope::derivation(std::size_t k, std::vector<EdgeId>& edges) const {
  edges.clear();
  std::vector<std::size_t> stack{offsets_[graph_->goal()] + k};
  while (!stack.empty()) {
    const Line& line = lines_[stack.back()];
    stack.pop_back();
    edges.push_back(line.edge);
    const graph::Edge& edge = graph_->edge(line.edge);
    for (unsigned t = edge.arity(); t-- > 0;)
      stack.push_back(offsets_[edge.tails[t]] + line.below[t]);
  }
}

namespace {

void add_lines(const graph::Hypergraph& graph, std::span<const double> weights,
               std::span<const double> directions, graph::Candidates& found) {
  std::set<std::vector<EdgeId>> seen;
  std::vector<EdgeId> edges;
  GraphEnvelope envelope;
  for (std::size_t at = 0; at + weights.size() <= directions.size(); at += weights.size()) {
    envelope.find_along(graph, weights, directions.subspan(at, weights.size()));
    for (std::size_t k = 0; k < envelope.lines().size(); ++k) {
      envelope.derivation(k, edges);
      if (!seen.insert(edges).second) continue;
      graph::append(graph, edges, graph::sum_scores(graph, edges), {}, found);
    }
  }
}

}  // namespace

EnvelopeLists join_lists(std::span<const graph::Candidates> rows) {
  EnvelopeLists lists;
  for (const graph::Candidates& each : rows) {
    lists.rows.append(each);
    lists.sentence_offsets.push_back(static_cast<std::int64_t>(lists.rows.scores.size()));
  }
  return lists;
}

EnvelopeLists envelope_lists(std::span<const graph::Hypergraph* const> graphs,
                             std::span<const double> weights, std::span<const double> directions,
                             double density, unsigned threads) {
  if (weights.empty() || directions.size() % weights.size() != 0)
    throw std::invalid_argument("directions have one number per weight");
  std::vector<graph::Candidates> found(graphs.size());
  parallel_for(graphs.size(), threads, [&](std::size_t s) {
    if (density > 0) {
      add_lines(graph::prune_by_density(*graphs[s], density), weights, directions, found[s]);
    } else {
      add_lines(*graphs[s], weights, directions, found[s]);
    }
  });
  return join_lists(found);
}

}  // namespace manyways::tune
