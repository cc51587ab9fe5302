#include "chart_exact/above.h"

#include "chart_exact/session.h"

namespace manyways::chart_exact {

namespace {
ChartProveSettings for_many(ChartProveSettings settings) {
  settings.candidates = 2;  // so that the floor is what is to be reached
  return settings;
}
}  // namespace

Above::Above(chart::ChartEngine& engine, const chart::RuleModel& model, const search::Input& input,
             const ChartProveSettings& settings)
    : settings_(for_many(settings)) {
  const exact::Clock clock(settings_);
  engine.search(input, settings_.first_search(), true);
  session_ = std::make_unique<Session>(engine, model, settings_, clock);
}

Above::~Above() = default;

double Above::best() const { return session_->proof.lower; }

bool Above::reach(double floor) {
  session_->floor = floor;
  if (prove_certified(*session_) != Status::kOptimal) return false;
  choices_.clear();
  graph_ = session_->whole_graph(choices_);
  return true;
}

search::Translations Above::row(std::span<const graph::EdgeId> derivation) {
  Derivation path;
  for (const graph::EdgeId edge : derivation) path.push_back(choices_[edge]);
  search::Translations found;
  add_best(session_->path_graph(path), 1, true, false, found);
  return found;
}

}  // namespace manyways::chart_exact
