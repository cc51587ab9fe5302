// Exact search for hierarchical models: the best derivation, and the proof that it is.
//
//   for (const exact::Proof& proof : prove_all(model, inputs, settings, threads)) {
//     proof.status, proof.lower, proof.upper, proof.best
//   }
//
// Method::kCertified. The chart search's answer is the first lower bound. Then ever finer bounds hold
// all derivations from above, each made only of what the coarser ones could not rule out: words that
// choose the words before them (relaxation.h), then words that know their neighbours (passages.h).
// In both, words name the states that language models are in, and multipliers make them agree
// (states.h); they are moved until the bound hardly falls. What is left is the search space itself,
// as far as it can hold anything better (context_graph.h): the answer is exact, or, if time or memory
// end before, comes with the gap between the bounds. Never worse than the chart search's.
//
// Method::kLagrangian is the relaxation of Rush and Collins (ACL 2011) for bigrams (relaxation.h),
// with their steps and without their tightening: to compare with.
//
// With settings.candidates = k everything that scores at least as much as the k-th best of the
// chart search's list is kept in all graphs, so the k best of the last one are the k best of the
// model.
//
// All target features must be language models, of words or classes (Language::supports). Scores are
// compared with a tolerance: no derivation is better by more. Memory: settings.most_edges() edges
// of a graph, two graphs at a time.
#pragma once

#include <span>
#include <vector>

#include "chart/cube.h"
#include "chart/model.h"
#include "exact/prover.h"
#include "search/input.h"

namespace manyways::chart_exact {

struct ChartProveSettings : exact::Limits {
  exact::Method method = exact::Method::kCertified;
  chart::ChartSettings chart;  // how hard to look for a lower bound
  std::size_t candidates = 1;  // the k of k-best
  bool distinct = true;        // no text twice among them
  bool graph = false;          // whether a graph is wanted
  int iterations = 200;        // of kLagrangian

  // Two graphs at a time, 24 bytes for each edge; nodes, and what language models were asked.
  static constexpr std::size_t kEdgeBytes = 100;
  std::size_t most_edges() const { return memory * 1'000'000 / kEdgeBytes; }
};

// On all cores (threads = 0), each sentence on one. Throws InputError if the model has a target
// feature of which no bounds are known.
std::vector<exact::Proof> prove_all(const chart::RuleModel& model,
                                    std::span<const search::Input> inputs,
                                    const ChartProveSettings& settings, unsigned threads);

}  // namespace manyways::chart_exact
