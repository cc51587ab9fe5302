// One sentence under proof: what both methods share.
#pragma once

#include <string>

#include "chart/decoder.h"
#include "chart_exact/bound_graph.h"
#include "chart_exact/problem.h"
#include "chart_exact/prover.h"
#include "exact/clock.h"

namespace manyways::chart_exact {

using exact::Proof;
using exact::Status;

class Session {
 public:
  // After engine.search().
  Session(chart::ChartEngine& engine, const chart::RuleModel& model,
          const ChartProveSettings& settings, const exact::Clock& clock);

  // The score to beat (for lists, to reach).
  double threshold() const {
    return settings.candidates > 1 ? floor : proof.lower + settings.tolerance;
  }
  // Takes a derivation as the answer if it is better.
  void offer(const Derivation& path);
  void lower_upper(double bound);
  void note(const std::string& name, const BoundGraph& graph, int iterations);
  Status given_up() { return clock.over() ? Status::kTimeLimit : Status::kGap; }
  // With the k best of `whole`, a graph of exact weights that holds them; null: of what is known.
  void answer(const BoundGraph* whole);
  Proof finish(Status status);

  const ChartProveSettings& settings;
  exact::Clock clock;
  Proof proof;
  Derivation derivation;
  Problem problem;
  double floor = kNever;

 private:
  graph::Hypergraph path_graph();

  chart::ChartEngine& engine_;
  double begin_;
};

// The two methods.
Status prove_certified(Session& session);
Status prove_lagrangian(Session& session);

}  // namespace manyways::chart_exact
