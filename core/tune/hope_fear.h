// Hope and fear candidates of whole search graphs.
//
// The gain of a translation is linear here: rewards[0] for every word of it, and rewards[n] for
// every n-gram that some reference of its sentence has, each time it occurs. A graph is split until
// every edge knows its gain; for any weights, the derivations that are the best of
//
//   score + x * gain,   -1 <= x <= 1
//
// are then lines of an envelope (graph_envelope.h): the fear is at -1, the model's best at 0, the
// hope at 1, and between them are those of the same weights in any larger scale.
//
//   HopeFear space(graphs, references, rewards, threads);
//   EnvelopeLists lists = space.find(weights, threads);   // and again with others
//
// Splitting costs some times the graph: prune first. A search costs O(split edges * lines * log
// lines). Of equal derivations the lower edge wins. Cherry and Foster (NAACL 2012), with the gain
// of Tromble et al. (EMNLP 2008).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "graph/hypergraph.h"
#include "tune/graph_envelope.h"

namespace manyways::tune {

class HopeFear {
 public:
  // references: of each graph some texts, words between spaces. Throws std::invalid_argument
  // unless there is a set of references for each graph, and a reward at all.
  HopeFear(std::span<const graph::Hypergraph* const> graphs,
           std::span<const std::vector<std::string>> references, std::span<const double> rewards,
           unsigned threads);

  // One list for each graph, from fear to hope; scores are those that the graph has.
  EnvelopeLists find(std::span<const double> weights, unsigned threads) const;

 private:
  struct Split {
    graph::Hypergraph graph;    // its scores include the gains
    std::vector<double> gains;  // of each edge
  };
  std::vector<Split> splits_;
};

}  // namespace manyways::tune
