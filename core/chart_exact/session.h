// One sentence under proof: what both methods share.
#pragma once

#include <string>

#include "chart/decoder.h"
#include "chart_exact/bound_graph.h"
#include "chart_exact/context_graph.h"
#include "chart_exact/problem.h"
#include "chart_exact/prover.h"
#include "exact/clock.h"

namespace manyways::chart_exact {

using exact::Proof;
using exact::Status;

class Session {
 public:
  // After engine.search(); `clock` was started before it.
  Session(chart::ChartEngine& engine, const chart::RuleModel& model,
          const ChartProveSettings& settings, const exact::Clock& clock);

  // The score to beat (for lists, to reach).
  double threshold() const {
    return settings.candidates > 1 ? floor : proof.lower + settings.tolerance;
  }
  // Takes a derivation as the answer if it is better.
  void offer(const Derivation& path);
  void lower_upper(double bound);
  void note(const std::string& name, std::size_t nodes, std::size_t edges, int iterations = 0);
  Status given_up() { return clock.over() ? Status::kTimeLimit : Status::kGap; }
  // With the k best of `whole`, which holds them; or of what is known.
  void answer_list();
  void answer();
  // The derivations of `whole`, without features: edges are numbered as `choices` lists theirs.
  graph::Hypergraph whole_graph(std::vector<std::uint32_t>& choices) const;
  // A graph that holds one derivation alone, with features.
  graph::Hypergraph path_graph(const Derivation& path);
  Proof finish(Status status);

  const ChartProveSettings& settings;
  exact::Clock clock;
  Proof proof;
  Derivation derivation;
  Problem problem;
  double floor = kNever;
  ContextGraph whole;  // what was left when all was searched out: exact scores

 private:
  chart::ChartEngine& engine_;
};

// The two methods.
Status prove_certified(Session& session);
Status prove_lagrangian(Session& session);

}  // namespace manyways::chart_exact
