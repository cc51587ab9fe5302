#include "chart_exact/session.h"

#include <algorithm>

#include "graph/kbest.h"
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

graph::Hypergraph plain_graph(const ContextGraph& from, const Problem& problem,
                              const search::TargetWords& words,
                              std::vector<std::uint32_t>& choices) {
  graph::HypergraphBuilder builder({});
  std::vector<graph::LabelId> labels(problem.choices().size(), kNothing);
  std::vector<graph::Node> nodes(from.nodes(), kNothing);
  std::vector<graph::Symbol> symbols;
  const auto label = [&](std::uint32_t id) {
    if (labels[id] != kNothing) return labels[id];
    symbols.clear();
    for (const chart::ChartSymbol symbol : problem.choices()[id].rule->symbols) {
      symbols.push_back(symbol < 0 ? symbol
                                   : builder.add_word(words.word(static_cast<WordId>(symbol))));
    }
    return labels[id] = builder.add_label(symbols, {});
  };
  const auto add = [&](const BoundEdge& edge, std::array<NodeId, 2> gaps, double score) {
    std::array<graph::Node, 2> tails{};
    std::size_t count = 0;
    for (const Symbol symbol : problem.symbols(problem.choices()[edge.choice])) {
      if (symbol < 0) tails[static_cast<std::size_t>(-1 - symbol)] = nodes[gaps[count++]];
    }
    builder.add_edge(label(edge.choice), std::span(tails).first(count), score);
    choices.push_back(edge.choice);
  };
  for (NodeId node = 0; node < from.nodes(); ++node) {
    if (from.is_dot(node) || from.first_edge[node] == from.first_edge[node + 1]) continue;
    for (std::uint32_t e = from.first_edge[node]; e < from.first_edge[node + 1]; ++e) {
      const BoundEdge& edge = from.edges[e];
      const NodeId dot = edge.tails[0];
      if (dot == kNothing || !from.is_dot(dot)) {
        add(edge, from.gaps(edge), edge.weight);
        continue;
      }
      for (std::uint32_t d = from.first_edge[dot]; d < from.first_edge[dot + 1]; ++d) {
        const BoundEdge& first = from.edges[d];
        add(edge, {first.tails[1], edge.tails[1]}, edge.weight + first.weight);
      }
    }
    nodes[node] = builder.end_node();
  }
  return std::move(builder).finish();
}

}  // namespace

Session::Session(chart::ChartEngine& engine, const chart::RuleModel& model,
                 const ChartProveSettings& given, const exact::Clock& started)
    : settings(given),
      clock(started),
      problem(model, engine.words(), engine.forest()),
      engine_(engine) {
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

void Session::note(const std::string& name, std::size_t nodes, std::size_t edges, int iterations) {
  proof.nodes = std::max(proof.nodes, nodes);
  proof.edges = std::max(proof.edges, edges);
  proof.iterations += iterations;
  proof.stages.push_back(
      {name, nodes, edges, proof.upper, proof.lower, iterations, clock.seconds()});
}

// A derivation has one item in a cell at most.
graph::Hypergraph Session::path_graph(const Derivation& path) {
  std::vector<std::uint32_t> choices(problem.cells(), kNothing);
  for (const std::uint32_t choice : path) choices[problem.choices()[choice].cell] = choice;
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

graph::Hypergraph Session::whole_graph(std::vector<std::uint32_t>& choices) const {
  return plain_graph(whole, problem, engine_.words(), choices);
}

void Session::answer_list() {
  std::vector<std::uint32_t> choices;
  const graph::Hypergraph all = whole_graph(choices);
  graph::KBest best(all, {settings.distinct});
  std::vector<graph::EdgeId> edges;
  Derivation path;
  while (best.size() < settings.candidates && best.next()) {
    best.derivation(best.size() - 1, edges);
    path.clear();
    for (const graph::EdgeId edge : edges) path.push_back(choices[edge]);
    add_best(path_graph(path), 1, true, true, proof.best);
    proof.best.rows.scores.back() = best.score(best.size() - 1);  // sorted, whatever adding up does
  }
}

void Session::answer() {
  if (settings.candidates == 1 && !settings.graph) {
    add_best(path_graph(derivation), 1, true, true, proof.best);
    return;
  }
  graph::Hypergraph known = engine_.graph();
  if (proof.lower > proof.beam_score) known = graph::unite(known, path_graph(derivation));
  const std::size_t most = clock.over() ? kInHaste : settings.candidates;
  add_best(known, std::min(most, settings.candidates), settings.distinct, true, proof.best);
  if (settings.graph) proof.graph = std::move(known);
}

Proof Session::finish(Status status) {
  proof.status = status;
  if (status == Status::kOptimal) proof.upper = proof.lower;
  if (proof.best.rows.size() == 0) answer();
  proof.seconds = clock.seconds();
  proof.end_list();
  return std::move(proof);
}

}  // namespace manyways::chart_exact
