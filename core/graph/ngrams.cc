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

Numbered number_ngrams(const Composed& split, const History& history, unsigned order) {
  Numbered numbered;
  numbered.of_edge.resize(split.graph.edges());
  for (EdgeId id = 0; id < split.graph.edges(); ++id) {
    for_each_ngram(split, history, id, order, [&](std::span<const Symbol> ngram) {
      const auto next = static_cast<std::uint32_t>(numbered.ids.size());
      const auto found = numbered.ids.try_emplace({ngram.begin(), ngram.end()}, next).first;
      numbered.of_edge[id].push_back(found->second);
    });
  }
  return numbered;
}

// The probability that a random path takes the edge, given that it passes through the edge's tail.
std::vector<double> step_probabilities(const Hypergraph& graph, double scale) {
  const LogSum sum{scale};
  const auto in = inside(graph, sum);
  const auto out = outside<LogSum>(graph, sum, in);
  std::vector<double> steps(graph.edges(), 0.0);
  for (Node node = 0; node < graph.nodes(); ++node) {
    for (EdgeId id = graph.edges_begin(node); id < graph.edges_end(node); ++id) {
      const Edge& edge = graph.edge(id);
      const double whole = edge.arity() == 0 ? in[graph.goal()] : out[edge.tails[0]];
      if (out[node] == kNoScore || whole == kNoScore) continue;
      steps[id] = std::exp(scale * edge.score + out[node] - whole);
    }
  }
  return steps;
}

// For each node the n-grams seen on the way and the mass of the paths through it that saw them.
class SeenMass {
 public:
  SeenMass(const Hypergraph& graph, const Numbered& ngrams, double scale)
      : graph_(graph),
        ngrams_(ngrams),
        steps_(step_probabilities(graph, scale)),
        mass_(graph.nodes(), 0.0),
        seen_(graph.nodes()),
        sum_(ngrams.ids.size(), 0.0),
        in_edge_(ngrams.ids.size(), kNoEdge) {}

  // The posterior of every n-gram.
  std::vector<double> run() {
    for (Node node = 0; node < graph_.nodes(); ++node) visit(node);
    std::vector<double> posteriors(ngrams_.ids.size(), 0.0);
    for (const auto& [ngram, mass] : seen_[graph_.goal()]) posteriors[ngram] = std::min(1.0, mass);
    return posteriors;
  }

 private:
  void visit(Node node) {
    for (EdgeId id = graph_.edges_begin(node); id < graph_.edges_end(node); ++id) {
      const Edge& edge = graph_.edge(id);
      const bool entrance = edge.arity() == 0;
      const double mass = steps_[id] * (entrance ? 1.0 : mass_[edge.tails[0]]);
      mass_[node] += mass;
      for (const std::uint32_t ngram : ngrams_.of_edge[id]) {
        if (in_edge_[ngram] == id) continue;
        in_edge_[ngram] = id;
        add(ngram, mass);
      }
      if (entrance) continue;
      for (const auto& [ngram, before] : seen_[edge.tails[0]]) {
        if (in_edge_[ngram] != id) add(ngram, before * steps_[id]);
      }
    }
    for (const std::uint32_t ngram : touched_) {
      seen_[node].emplace_back(ngram, sum_[ngram]);
      sum_[ngram] = 0.0;
    }
    touched_.clear();
  }
  void add(std::uint32_t ngram, double mass) {
    if (mass <= 0.0) return;
    if (sum_[ngram] == 0.0) touched_.push_back(ngram);
    sum_[ngram] += mass;
  }

  const Hypergraph& graph_;
  const Numbered& ngrams_;
  std::vector<double> steps_, mass_;
  std::vector<std::vector<std::pair<std::uint32_t, double>>> seen_;
  std::vector<double> sum_;
  std::vector<EdgeId> in_edge_;
  std::vector<std::uint32_t> touched_;
};

}  // namespace

std::vector<NgramValue> ngram_values(const Hypergraph& lattice, unsigned order, double scale) {
  if (order == 0) throw std::invalid_argument("an n-gram has at least one word");
  if (!lattice.is_lattice()) throw std::invalid_argument("an edge has two tails: not a lattice");
  if (lattice.empty()) return {};
  History history(order - 1);
  const Composed split = compose(lattice, history);
  const Numbered numbered = number_ngrams(split, history, order);
  const std::vector<double> edges = edge_posteriors(split.graph, scale);
  std::vector<double> expected(numbered.ids.size(), 0.0);
  for (EdgeId id = 0; id < split.graph.edges(); ++id) {
    for (const std::uint32_t ngram : numbered.of_edge[id]) expected[ngram] += edges[id];
  }
  const std::vector<double> posteriors = SeenMass(split.graph, numbered, scale).run();
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
