// Every derivation of a graph that is the best somewhere on a line of weights.
//
// On the line  weights + x * direction  a derivation's score is a straight line in x; the upper
// envelope of all of them, millions in a graph, is found node by node: an edge adds its own slope
// and intercept to the envelope of its tail (of two tails: to the sum of theirs), and a node keeps
// the envelope of what its edges give. What loses inside a node loses everywhere.
//
//   GraphEnvelope envelope;
//   envelope.find_along(graph, weights, direction);
//   for (k ...) envelope.line(k).start, envelope.derivation(k, edges);
//
// Envelopes have some tens of lines in practice; O(edges * lines * log lines). Of equal lines the
// lower edge wins. Macherey et al. (EMNLP 2008); Kumar et al. (ACL 2009).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph/candidates.h"
#include "graph/hypergraph.h"
#include "tune/envelope.h"

namespace manyways::tune {

class GraphEnvelope {
 public:
  struct Line {
    double start;  // best from here to the start of the next; the first starts at -infinity
    double slope, intercept;
    graph::EdgeId edge;
    std::uint32_t below[2];  // which line of each tail
  };

  // One number per feature of the graph each. Scores stored in the graph are not read.
  void find_along(const graph::Hypergraph& graph, std::span<const double> weights,
                  std::span<const double> direction);
  // One number per edge of the graph each.
  void find(const graph::Hypergraph& graph, std::span<const double> intercepts,
            std::span<const double> slopes);
  // Of the goal, left to right.
  std::span<const Line> lines() const;
  // The edges of line k in prefix order.
  void derivation(std::size_t k, std::vector<graph::EdgeId>& edges) const;

 private:
  void extend(graph::EdgeId id, double intercept, double slope);
  void close_node();

  const graph::Hypergraph* graph_ = nullptr;
  Envelope envelope_;
  std::vector<Line> lines_;           // of all nodes
  std::vector<std::size_t> offsets_;  // where each node's begin
  std::vector<Line> open_;            // of the node at hand, before the best are chosen
  std::vector<double> intercepts_, slopes_;
};

// List s has the rows sentence_offsets[s] .. sentence_offsets[s + 1].
struct EnvelopeLists {
  std::vector<std::int64_t> sentence_offsets{0};
  graph::Candidates rows;
};

// The rows of each sentence, one sentence after another.
EnvelopeLists join_lists(std::span<const graph::Candidates> rows);

// For each graph all derivations on the envelopes along some directions (one row each), each once,
// in the order in which they are met. A graph is first pruned to `density` edges per word; 0: not
// at all. Scores are those of the graph.
EnvelopeLists envelope_lists(std::span<const graph::Hypergraph* const> graphs,
                             std::span<const double> weights, std::span<const double> directions,
                             double density, unsigned threads);

}  // namespace manyways::tune
