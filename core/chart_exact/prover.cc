#include "chart_exact/prover.h"

#include <algorithm>

#include "base/error.h"
#include "chart_exact/session.h"
#include "graph/kbest.h"

namespace manyways::chart_exact {

namespace {

constexpr std::size_t kLook = 256;  // candidates between looks at the clock

// The score of the k-th of the chart search's list; kNever: it has fewer.
double kth_score(Session& session, chart::ChartEngine& engine) {
  const graph::Hypergraph graph = engine.graph();
  graph::KBest best(graph, {session.settings.distinct});
  while (best.size() < session.settings.candidates && best.next()) {
    if (best.size() % kLook == 0 && session.clock.over()) return kNever;
  }
  const bool full = best.size() == session.settings.candidates;
  return full ? best.score(best.size() - 1) - session.settings.tolerance : kNever;
}

// The floor is the score of the k-th of the known list; where that is too short, ever lower ones
// are tried.
Status prove_list(Session& session, chart::ChartEngine& engine) {
  const double known = kth_score(session, engine);
  for (double margin = 2;; margin *= 4) {
    const bool all = known == kNever && margin > 100;
    session.floor = known != kNever ? known : all ? kNever : session.proof.lower - margin;
    const Status status = prove_certified(session);
    if (status == Status::kOptimal && session.whole.nodes() > 0) session.answer_list();
    const graph::Candidates& rows = session.proof.best.rows;
    const bool enough =
        rows.size() == session.settings.candidates && rows.scores.back() >= session.floor;
    if (status != Status::kOptimal || known != kNever || all || enough) return status;
    session.proof.best = {};
  }
}

Proof prove(chart::ChartEngine& engine, const chart::RuleModel& model, const search::Input& input,
            const ChartProveSettings& settings) {
  const exact::Clock clock(settings);
  engine.search(input, settings.first_search(), settings.candidates > 1 || settings.graph);
  Session session(engine, model, settings, clock);
  const Status status = input.length == 0                               ? Status::kOptimal
                        : settings.method == exact::Method::kLagrangian ? prove_lagrangian(session)
                        : settings.candidates > 1 ? prove_list(session, engine)
                                                  : prove_certified(session);
  return session.finish(status);
}

}  // namespace

std::vector<Proof> prove_all(const chart::RuleModel& model, std::span<const search::Input> inputs,
                             const ChartProveSettings& settings, unsigned threads) {
  if (!Language::supports(model)) {
    throw InputError("", 0, "the model has target features that are no language models",
                     "Exact search of a hierarchical model needs bounds, which only language "
                     "models have: leave them out, or search without a proof.");
  }
  std::vector<Proof> proofs(inputs.size());
  search::for_each_with([&] { return std::make_unique<chart::ChartEngine>(model, settings.chart); },
                        inputs.size(), threads,
                        [&](chart::ChartEngine& engine, std::size_t i) {
                          proofs[i] = prove(engine, model, inputs[i], settings);
                        });
  return proofs;
}

}  // namespace manyways::chart_exact
