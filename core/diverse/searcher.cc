#include "diverse/searcher.h"

#include <algorithm>

#include "chart/decoder.h"
#include "diverse/certified.h"
#include "search/decoder.h"

namespace manyways::diverse {

namespace {

std::size_t share(std::size_t whole, const GenerateSettings& settings) {
  if (settings.engine != Engine::kGroups) return whole;
  return std::max<std::size_t>(1, whole / settings.rounds.rounds);
}

class BeamSearcher : public Searcher {
 public:
  BeamSearcher(const search::PhraseModel& model, const GenerateSettings& settings)
      : model_(model), whole_(settings.beam), settings_(settings.beam), beam_(model) {
    settings_.pops = share(settings.beam.pops, settings);
    settings_.stack = share(settings.beam.stack, settings);
  }

  void search(const search::Input& input, const Winners* winners) override {
    if (winners == nullptr) {
      search::search_once(beam_, input, settings_, true);
    } else {
      const search::ScorerMaker scorer = winners->scorer();
      search::search_once(beam_, input, settings_, true, &scorer);
    }
  }
  graph::Hypergraph graph() override { return search::make_graph(beam_, model_); }
  search::Translations single(const search::Input& input) override {
    search::ListSettings one;
    one.details = false;
    return search::decode(model_, std::span(&input, 1), whole_, one, 1);
  }
  void certify(const search::Input& input, const GenerateSettings& settings,
               DiverseLists& out) override {
    certified_list(beam_, model_, input, settings, out);
  }

 private:
  const search::PhraseModel& model_;
  search::BeamSettings whole_, settings_;
  search::Beam beam_;
};

class ChartSearcher : public Searcher {
 public:
  ChartSearcher(const chart::RuleModel& model, const GenerateSettings& settings)
      : model_(model), settings_(settings.chart), engine_(model, shared(settings)) {}

  void search(const search::Input& input, const Winners* winners) override {
    if (winners == nullptr) {
      engine_.search(input, settings_.time_limit, true, nullptr);
    } else {
      const chart::ChartScorerMaker scorer = winners->chart_scorer();
      engine_.search(input, settings_.time_limit, true, &scorer);
    }
  }
  graph::Hypergraph graph() override { return engine_.graph(); }
  search::Translations single(const search::Input& input) override {
    search::ListSettings one;
    one.details = false;
    return chart::decode(model_, std::span(&input, 1), settings_, one, 1);
  }
  void certify(const search::Input& input, const GenerateSettings& settings,
               DiverseLists& out) override {
    certified_list(engine_, model_, input, settings, out);
  }

 private:
  static chart::ChartSettings shared(const GenerateSettings& settings) {
    chart::ChartSettings own = settings.chart;
    own.pops = share(own.pops, settings);
    return own;
  }

  const chart::RuleModel& model_;
  chart::ChartSettings settings_;
  chart::ChartEngine engine_;
};

}  // namespace

std::unique_ptr<Searcher> open_searcher(const search::PhraseModel& model,
                                        const GenerateSettings& settings) {
  return std::make_unique<BeamSearcher>(model, settings);
}

std::unique_ptr<Searcher> open_searcher(const chart::RuleModel& model,
                                        const GenerateSettings& settings) {
  return std::make_unique<ChartSearcher>(model, settings);
}

}  // namespace manyways::diverse
