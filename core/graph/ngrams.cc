#include "graph/ngrams.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "graph/inside.h"

namespace manyways::graph {

namespace {

// Numbers the n-grams of every edge.
struct Numbered {
  std::map<std::vector<Symbol>, std::uint32_t> ids;
  std::vector<std::vector<std::uint32_t>> of_edge;  // with repetitions
};

Numbered number_ngrams(const Composed& split, const EdgeWords& words, unsigned order) {
  Numbered numbered;
  numbered.of_edge.resize(split.graph.edges());
  for (EdgeId id = 0; id < split.graph.edges(); ++id) {
    for_each_ngram(split, words, id, order, [&](std::span<const Symbol> ngram) {
      const auto next = static_cast<std::uint32_t>(numbered.ids.size());
      const auto found = numbered.ids.try_emplace({ngram.begin(), ngram.end()}, next).first;
      numbered.of_edge[id].push_back(found->second);
    });
  }
  return numbered;
}

// For each node the n-grams below it, and how probable each is in the words of the node.
class Presence {
 public:
  Presence(const Hypergraph& graph, const Numbered& ngrams, double scale)
      : graph_(graph),
        ngrams_(ngrams),
        semiring_{scale},
        inside_(inside(graph, semiring_)),
        below_(graph.nodes()),
        sum_(ngrams.ids.size(), 0.0),
        share_(ngrams.ids.size(), 0.0),
        in_edge_(ngrams.ids.size(), kNoEdge) {}

  // The posterior of every n-gram.
  std::vector<double> run() {
    for (Node node = 0; node < graph_.nodes(); ++node) visit(node);
    std::vector<double> posteriors(ngrams_.ids.size(), 0.0);
    for (const auto& [ngram, p] : below_[graph_.goal()]) posteriors[ngram] = std::min(1.0, p);
    return posteriors;
  }

 private:
  void visit(Node node) {
    if (inside_[node] == kNoScore) return;
    for (EdgeId id = graph_.edges_begin(node); id < graph_.edges_end(node); ++id) {
      const double value = edge_inside<LogSum>(graph_, semiring_, id, inside_);
      if (value != kNoScore) add_edge(id, std::exp(value - inside_[node]));
    }
    for (const std::uint32_t ngram : touched_) {
      below_[node].emplace_back(ngram, sum_[ngram]);
      sum_[ngram] = 0.0;
    }
    touched_.clear();
  }

  // What an edge brings that the node's words use with probability p.
  void add_edge(EdgeId id, double p) {
    for (const std::uint32_t ngram : ngrams_.of_edge[id]) {
      if (in_edge_[ngram] == id) continue;
      in_edge_[ngram] = id;
      add(ngram, p);
      share_[ngram] = 1.0;
    }
    const Edge& edge = graph_.edge(id);
    for (unsigned t = 0; t < edge.arity(); ++t) {
      for (const auto& [ngram, below] : below_[edge.tails[t]]) {
        if (in_edge_[ngram] != id) share_[ngram] = 0.0;
        in_edge_[ngram] = id;
        const double more = (1.0 - share_[ngram]) * below;
        share_[ngram] += more;
        add(ngram, p * more);
      }
    }
  }
  void add(std::uint32_t ngram, double p) {
    if (p <= 0.0) return;
    if (sum_[ngram] == 0.0) touched_.push_back(ngram);
    sum_[ngram] += p;
  }

  const Hypergraph& graph_;
  const Numbered& ngrams_;
  LogSum semiring_;
  std::vector<double> inside_;
  std::vector<std::vector<std::pair<std::uint32_t, double>>> below_;
  std::vector<double> sum_, share_;  // of the node at hand; of the edge at hand, so far
  std::vector<EdgeId> in_edge_;      // the last edge that had it
  std::vector<std::uint32_t> touched_;
};

}  // namespace

std::vector<NgramValue> ngram_values(const Hypergraph& graph, unsigned order, double scale) {
  if (order == 0) throw std::invalid_argument("an n-gram has at least one word");
  if (graph.empty()) return {};
  EdgeWords known(order - 1);
  const Composed split = compose(graph, known);
  const Numbered numbered = number_ngrams(split, known, order);
  const std::vector<double> edges = edge_posteriors(split.graph, scale);
  std::vector<double> expected(numbered.ids.size(), 0.0);
  for (EdgeId id = 0; id < split.graph.edges(); ++id) {
    for (const std::uint32_t ngram : numbered.of_edge[id]) expected[ngram] += edges[id];
  }
  const std::vector<double> posteriors = Presence(split.graph, numbered, scale).run();
  std::vector<NgramValue> values;
  for (const auto& [words, id] : numbered.ids) {
    values.push_back({words, expected[id], posteriors[id]});
  }
  std::stable_sort(values.begin(), values.end(), [](const NgramValue& a, const NgramValue& b) {
    return a.words.size() < b.words.size();
  });
  return values;
}

}  // namespace manyways::graph
