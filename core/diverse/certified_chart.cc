#include <algorithm>

#include "chart_exact/above.h"
#include "diverse/certified.h"

namespace manyways::diverse {

namespace {

constexpr double kMargin = 2, kFarthest = 100;  // by which a floor is lowered, first and last

void add_row(const graph::Candidates& row, const Found& found, bool features, DiverseLists& out) {
  graph::Candidates& rows = out.rows;
  rows.text.insert(rows.text.end(), row.text.begin(), row.text.end());
  rows.text_offsets.push_back(static_cast<std::int64_t>(rows.text.size()));
  rows.scores.push_back(found.score);
  if (features) {
    rows.features.insert(rows.features.end(), row.features.begin(), row.features.end());
  }
  out.penalised.push_back(found.penalised);
  out.rounds.push_back(static_cast<std::int32_t>(found.round));
}

double lowest(const std::vector<Found>& found, double least) {
  for (const Found& each : found) least = std::min(least, each.penalised);
  return least;
}

}  // namespace

void certified_list(chart::ChartEngine& engine, const chart::RuleModel& model,
                    const search::Input& input, const GenerateSettings& settings,
                    DiverseLists& out) {
  chart_exact::ChartProveSettings how;
  how.chart = settings.chart;
  how.time_limit = settings.chart.time_limit;
  chart_exact::Above above(engine, model, input, how);
  ++out.searches;
  const graph::Hypergraph known = engine.graph();
  RoundSettings rounds = settings.rounds;
  if (rounds.relative) {
    rounds.strength *= Rounds(known, rounds).unit();
    rounds.relative = false;
  }
  const auto play = [&](const graph::Hypergraph& graph) {
    return Rounds(graph, rounds, class_symbols(graph, settings.classes)).run();
  };
  std::vector<Found> found = play(known);
  const std::size_t wanted = rounds.rounds * rounds.each;
  double floor = lowest(found, above.best()) - how.tolerance;
  bool proved = false;
  for (double margin = kMargin; input.length > 0; margin *= 2) {
    if (!above.reach(floor)) break;
    std::vector<Found> better = play(above.graph());
    const double low = lowest(better, above.best());
    const bool enough = better.size() == wanted;
    proved = (enough && low >= floor) || floor == exact::kNever;
    if (proved) found = std::move(better);
    if (proved) break;
    floor = enough ? low - how.tolerance : margin > kFarthest ? exact::kNever : floor - margin;
  }
  if (proved) {
    for (const Found& each : found) {
      add_row(above.row(each.derivation).rows, each, settings.features, out);
    }
  } else {
    for (const Found& each : found) {
      graph::Candidates row;
      graph::append(known, each.derivation, each.score,
                    {.features = settings.features, .edges = false}, row);
      add_row(row, each, settings.features, out);
    }
    if (input.length > 0) out.unproved += found.size();
  }
  out.sentence_offsets.push_back(static_cast<std::int64_t>(out.rows.size()));
}

}  // namespace manyways::diverse
