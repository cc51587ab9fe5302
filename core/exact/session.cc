#include "exact/session.h"

#include <algorithm>
#include <atomic>

#include "base/threads.h"
#include "exact/automata.h"
#include "exact/describe.h"
#include "search/decoder.h"

namespace manyways::exact {

namespace {

// Searches, so that the beam's options and target are those of the sentence.
search::Beam& searched(search::Beam& beam, const search::Input& input,
                       const ProveSettings& settings) {
  search::BeamSettings wanted = settings.beam;
  wanted.time_limit = settings.first_search();
  search::search_once(beam, input, wanted, settings.candidates > 1 || settings.graph,
                      settings.extra);
  return beam;
}

}  // namespace

Session::Session(search::Beam& beam, const search::PhraseModel& model, const search::Input& input,
                 const ProveSettings& given, Workspace& memory)
    : settings(given),
      clock(given),
      problem(model, searched(beam, input, given).options(), beam.target(),
              given.beam.distortion_limit, given.beam.space),
      multipliers(problem),
      workspace(memory) {
  const auto all = beam.hypotheses();
  for (auto id = beam.best(); all[id].option != search::kNone; id = all[id].previous) {
    derivation.push_back(all[id].option);
  }
  std::reverse(derivation.begin(), derivation.end());
  proof.beam_score = problem.score(derivation);
  proof.lower = proof.beam_score;
  if (given.start.size() != problem.length()) return;
  multipliers.values() = given.start;
  started = true;
}

void Session::offer(std::span<const std::uint32_t> path) {
  const double score = problem.score(path);
  if (score <= proof.lower) return;
  proof.lower = score;
  derivation.assign(path.begin(), path.end());
}

void Session::lower_upper(double bound) {
  proof.upper = std::min(proof.upper, std::max(bound, proof.lower));
}

void Session::note(const char* name, std::size_t nodes, std::size_t edges, int iterations) {
  proof.nodes = std::max(proof.nodes, nodes);
  proof.edges = std::max(proof.edges, edges);
  proof.iterations += iterations;
  proof.stages.push_back(
      {name, nodes, edges, proof.upper, proof.lower, iterations, clock.seconds()});
}

graph::Hypergraph Session::graph(search::Beam& beam) {
  graph::Hypergraph kept = search::make_graph(beam, problem.model());
  if (proof.lower <= proof.beam_score) return kept;  // the best is in it
  return graph::unite(kept, path_graph(problem, derivation));
}

double Session::unknown() const {
  if (problem.length() == 0 || settings.tolerance <= ProveSettings::kRounding) return 0;
  return std::min(settings.tolerance, proof.upper - proof.lower);
}

void Proof::end_list() {
  best.sentence_offsets.push_back(static_cast<std::int64_t>(best.rows.size()));
  best.status.push_back(static_cast<std::uint8_t>(status));
  best.seconds.push_back(seconds);
  best.lower.push_back(lower);
  best.upper.push_back(upper);
}

Proof Session::finish(Status status) {
  proof.status = status;
  if (status == Status::kOptimal) proof.upper = proof.lower + unknown();
  if (list.empty()) list.push_back(derivation);
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i > 0 && i % kLook == 0 && clock.over()) {
      proof.status = Status::kTimeLimit;  // of the list
      break;
    }
    describe(problem, list[i], problem.score(list[i]), proof.best);
  }
  proof.multipliers = multipliers.values();
  proof.seconds = clock.seconds();
  proof.end_list();
  return std::move(proof);
}

namespace {

Proof prove_with(search::Beam& beam, const search::PhraseModel& model, const search::Input& input,
                 const ProveSettings& settings, Workspace& workspace) {
  Session session(beam, model, input, settings, workspace);
  const Status status = input.length == 0                        ? Status::kOptimal
                        : settings.method == Method::kLagrangian ? prove_published(session)
                        : settings.candidates > 1                ? prove_list(session, beam)
                                                                 : prove_certified(session);
  if (settings.graph) session.proof.graph = session.graph(beam);
  return session.finish(status);
}

}  // namespace

Proof prove(search::Beam& beam, const search::PhraseModel& model, const search::Input& input,
            const ProveSettings& settings) {
  Workspace workspace;
  return prove_with(beam, model, input, settings, workspace);
}

std::vector<Proof> prove_all(const search::PhraseModel& model,
                             std::span<const search::Input> inputs, const ProveSettings& settings,
                             unsigned threads) {
  std::vector<Proof> proofs(inputs.size());
  const std::size_t workers = std::min<std::size_t>(thread_count(threads), inputs.size());
  std::atomic<std::size_t> next{0};
  parallel_for(workers, static_cast<unsigned>(workers), [&](std::size_t) {
    search::Beam beam(model);
    Workspace workspace;
    for (std::size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < inputs.size();) {
      proofs[i] = prove_with(beam, model, inputs[i], settings, workspace);
    }
  });
  return proofs;
}

ExportedGraph export_graph(const search::PhraseModel& model, const search::Input& input,
                           const ProveSettings& settings) {
  search::Beam beam(model);
  Workspace workspace;
  Session session(beam, model, input, settings, workspace);
  ExportedGraph out;
  out.length = input.length;
  LayeredGraph graph;
  if (input.length == 0 || !make_relaxed(session, settings.blocks, graph)) return out;
  for (std::size_t layer = 0; layer + 1 < graph.layers.size(); ++layer) {
    out.layer.resize(graph.layers[layer + 1], static_cast<std::int32_t>(layer));
  }
  out.end.assign(graph.nodes(), 0);
  for (NodeId node = 0; node < graph.nodes(); ++node) {
    for (std::uint32_t e = graph.first_edge[node]; e < graph.first_edge[node + 1]; ++e) {
      const Edge& edge = graph.edges[e];
      const search::Option& option = session.problem.options()[edge.option];
      out.tail.push_back(node);
      out.head.push_back(edge.head);
      out.source_start.push_back(option.start);
      out.source_end.push_back(option.end);
      out.score.push_back(edge.weight);
      out.end[edge.head] = option.end;
    }
  }
  return out;
}

}  // namespace manyways::exact
