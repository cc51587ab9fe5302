#include "chart_exact/session.h"

#include <algorithm>

#include "search/result.h"

namespace manyways::chart_exact {

namespace {

constexpr std::size_t kInHaste = 256;  // candidates that are handed out when time is up

// The best derivation of a chart.
Derivation best_of(const chart::Chart& chart, const Problem& problem) {
  Derivation path;
  std::vector<chart::ItemId> open(1, chart.goal());
  while (!open.empty()) {
    const chart::Way& way = chart.items[open.back()].best;
    open.pop_back();
    path.push_back(problem.choice(way.application, way.rule));
    for (std::size_t t = way.tails.size(); t-- > 0;) {
      if (way.tails[t] != chart::kNone) open.push_back(way.tails[t]);
    }
  }
  return path;
}

// All of a graph as a chart.
chart::Chart chart_of(const BoundGraph& graph, const Problem& problem) {
  chart::Chart chart;
  for (NodeId node = 0; node < graph.nodes(); ++node) {
    while (chart.cell_items.size() <= graph.cell[node]) chart.cell_items.push_back(node);
    chart.items.push_back({graph.inside[node], 0, chart::kNone, {}});
    for (std::uint32_t e = graph.first_edge[node]; e < graph.first_edge[node + 1]; ++e) {
      const BoundEdge& edge = graph.edges[e];
      chart.improve(node, kNever, edge.weight, {problem.way(edge.choice, edge.tails)}, true);
    }
  }
  while (chart.cell_items.size() <= problem.cells()) {
    chart.cell_items.push_back(static_cast<chart::ItemId>(graph.nodes()));
  }
  return chart;
}

}  // namespace

Session::Session(chart::ChartEngine& engine, const chart::RuleModel& model,
                 const ChartProveSettings& given, const exact::Clock& started)
    : settings(given),
      clock(started),
      problem(model, engine.words(), engine.forest()),
      engine_(engine),
      begin_(exact::cpu_seconds()) {
  derivation = best_of(engine.chart(), problem);
  proof.lower = proof.beam_score = problem.score(derivation);
}

void Session::offer(const Derivation& path) {
  const double score = problem.score(path);
  if (score <= proof.lower) return;
  proof.lower = score;
  derivation = path;
}

void Session::lower_upper(double bound) {
  proof.upper = std::min(proof.upper, std::max(bound, proof.lower));
}

void Session::note(const std::string& name, const BoundGraph& graph, int iterations) {
  proof.nodes = std::max(proof.nodes, graph.nodes());
  proof.edges = std::max(proof.edges, graph.edges.size());
  proof.iterations += iterations;
  proof.stages.push_back({name, graph.nodes(), graph.edges.size(), proof.upper, proof.lower,
                          iterations, exact::cpu_seconds() - begin_});
}

// A graph that holds the answer alone: a derivation has one item in a cell at most.
graph::Hypergraph Session::path_graph() {
  std::vector<std::uint32_t> choices(problem.cells(), kNothing);
  for (const std::uint32_t choice : derivation) choices[problem.choices()[choice].cell] = choice;
  chart::ChartTarget& target = engine_.target();
  chart::Chart chart;
  std::vector<NodeId> item_of(problem.cells(), kNothing);
  for (CellId cell = 0; cell < problem.cells(); ++cell) {
    if (choices[cell] != kNothing) {
      const Choice& choice = problem.choices()[choices[cell]];
      double score = choice.score;
      std::array<NodeId, 2> tails{kNothing, kNothing};
      std::array<chart::ChartTarget::State, 2> states{};
      for (unsigned gap = 0; gap < choice.application->gaps(); ++gap) {
        tails[gap] = item_of[choice.application->tails[gap]];
        states[gap] = chart.items[tails[gap]].state;
        score += chart.items[tails[gap]].score;
      }
      std::uint32_t state = 0;
      if (Problem::begins(choice)) {
        state = target.begin();
      } else if (cell + 1 == problem.cells()) {
        score += target.finish(states[0]);
      } else {
        score += target.join(choice.rule->symbols,
                             std::span(states).first(choice.application->gaps()), state);
      }
      item_of[cell] = static_cast<NodeId>(chart.items.size());
      chart.items.push_back({score, state, chart::kNone, problem.way(choices[cell], tails)});
    }
    chart.cell_items.push_back(static_cast<chart::ItemId>(chart.items.size()));
  }
  return make_graph(chart, engine_.forest(), engine_.words(), problem.model(), target);
}

void Session::answer(const BoundGraph* whole) {
  if (whole != nullptr) {
    const graph::Hypergraph all = make_graph(chart_of(*whole, problem), engine_.forest(),
                                             engine_.words(), problem.model(), engine_.target());
    add_best(all, settings.candidates, settings.distinct, true, proof.best);
    return;
  }
  if (settings.candidates == 1 && !settings.graph) {
    add_best(path_graph(), 1, true, true, proof.best);
    return;
  }
  graph::Hypergraph known = engine_.graph();
  if (proof.lower > proof.beam_score) known = graph::unite(known, path_graph());
  const std::size_t most = clock.over() ? kInHaste : settings.candidates;
  add_best(known, std::min(most, settings.candidates), settings.distinct, true, proof.best);
  if (settings.graph) proof.graph = std::move(known);
}

Proof Session::finish(Status status) {
  proof.status = status;
  if (status == Status::kOptimal) proof.upper = proof.lower;
  if (proof.best.rows.size() == 0) answer(nullptr);
  proof.seconds = exact::cpu_seconds() - begin_;
  search::Translations& best = proof.best;
  best.sentence_offsets.push_back(static_cast<std::int64_t>(best.rows.size()));
  best.status.push_back(static_cast<std::uint8_t>(proof.status));
  best.seconds.push_back(proof.seconds);
  best.lower.push_back(proof.lower);
  best.upper.push_back(proof.upper);
  return std::move(proof);
}

}  // namespace manyways::chart_exact
