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

// What searches of either kind have alike. settings_: of a search that has all the work to itself.
template <typename Model, typename Settings, typename Engine>
class SearcherOf : public Searcher {
 public:
  template <typename... Arguments>
  SearcherOf(const Model& model, const Settings& settings, const Arguments&... engine)
      : model_(model), settings_(settings), engine_(model, engine...) {}

  search::Translations single(const search::Input& input) override {
    search::ListSettings one;
    one.details = false;
    return decode(model_, std::span(&input, 1), settings_, one, 1);
  }
  void certify(const search::Input& input, const GenerateSettings& settings,
               DiverseLists& out) override {
    certified_list(engine_, model_, input, settings, out);
  }

 protected:
  const Model& model_;
  Settings settings_;
  Engine engine_;
};

class BeamSearcher : public SearcherOf<search::PhraseModel, search::BeamSettings, search::Beam> {
 public:
  BeamSearcher(const search::PhraseModel& model, const GenerateSettings& settings)
      : SearcherOf(model, settings.beam), shared_(settings.beam) {
    shared_.pops = share(settings.beam.pops, settings);
    shared_.stack = share(settings.beam.stack, settings);
  }

  void search(const search::Input& input, const Winners* winners) override {
    const search::ScorerMaker scorer = winners ? winners->scorer() : search::ScorerMaker();
    search::search_once(engine_, input, shared_, true, winners ? &scorer : nullptr);
  }
  graph::Hypergraph graph() override { return search::make_graph(engine_, model_); }

 private:
  search::BeamSettings shared_;
};

class ChartSearcher
    : public SearcherOf<chart::RuleModel, chart::ChartSettings, chart::ChartEngine> {
 public:
  ChartSearcher(const chart::RuleModel& model, const GenerateSettings& settings)
      : SearcherOf(model, settings.chart, shared(settings)) {}

  void search(const search::Input& input, const Winners* winners) override {
    const chart::ChartScorerMaker scorer =
        winners ? winners->chart_scorer() : chart::ChartScorerMaker();
    engine_.search(input, settings_.time_limit, true, winners ? &scorer : nullptr);
  }
  graph::Hypergraph graph() override { return engine_.graph(); }

 private:
  static chart::ChartSettings shared(const GenerateSettings& settings) {
    chart::ChartSettings own = settings.chart;
    own.pops = share(own.pops, settings);
    return own;
  }
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
