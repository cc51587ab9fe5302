// All that scores at least so much: for searches that choose among derivations by something else.
//
//   Above above(engine, model, input, settings);    // after a first search, whose engine it uses
//   if (above.reach(floor))                         // time and memory were enough
//     above.graph();                                // every derivation of at least `floor` is in it
//   above.row(derivation);                          // edges of the graph: with features
//
// Steps are those of a proof (prover.h), with the floor in place of the best score that is known.
#pragma once

#include <memory>
#include <span>

#include "chart/decoder.h"
#include "chart_exact/prover.h"
#include "graph/hypergraph.h"

namespace manyways::chart_exact {

class Session;

class Above {
 public:
  Above(chart::ChartEngine& engine, const chart::RuleModel& model, const search::Input& input,
        const ChartProveSettings& settings);
  ~Above();
  Above(const Above&) = delete;
  Above& operator=(const Above&) = delete;

  double best() const;  // what the first search found
  bool reach(double floor);
  const graph::Hypergraph& graph() const { return graph_; }  // exact scores, no features
  search::Translations row(std::span<const graph::EdgeId> derivation);

 private:
  ChartProveSettings settings_;
  std::unique_ptr<Session> session_;
  graph::Hypergraph graph_;
  std::vector<std::uint32_t> choices_;  // by edge
};

}  // namespace manyways::chart_exact
