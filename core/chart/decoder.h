// Many sentences at once through a hierarchical model, as search/decoder.h does for phrases.
//
//   Translations all = decode(model, inputs, {.pops = 200}, {.candidates = 100}, /*threads=*/0);
//
// ChartEngine is one thread's search of a sentence: parse, search, graph.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "chart/chart.h"
#include "chart/cube.h"
#include "chart/grouping.h"
#include "search/decoder.h"
#include "search/forced.h"

namespace manyways::chart {

using ChartScorerMaker =
    std::function<std::unique_ptr<search::ChartScorer>(const search::TargetWords&)>;

class ChartEngine : public search::Engine {
 public:
  ChartEngine(const RuleModel& model, const ChartSettings& settings)
      : model_(model),
        settings_(settings),
        parser_(model),
        target_(model.target_features(), model.target_weights()),
        groups_(model) {}

  search::Status search(const search::Input& input, double time_limit, bool keep_arcs) override {
    return search(input, time_limit, keep_arcs, nullptr);
  }
  // `extra` makes one more scorer, of weight 1, for this search, which is by cube pruning then.
  search::Status search(const search::Input& input, double time_limit, bool keep_arcs,
                        const ChartScorerMaker* extra);
  // Everything that yields exactly these words. False if nothing does; then `prefix` is how many of
  // them, from the left, some partial derivation yields.
  bool force(const search::Input& input, const std::vector<std::string_view>& words,
             std::size_t& prefix);
  graph::Hypergraph graph() override;

  const Forest& forest() const { return *forest_; }
  const Chart& chart() const { return chart_; }

 private:
  const RuleModel& model_;
  ChartSettings settings_;
  Parser parser_;
  ChartTarget target_;
  CubeSearch cube_;
  GroupSearch groups_;
  const Forest* forest_ = nullptr;
  Chart chart_;
};

search::Translations decode(const RuleModel& model, std::span<const search::Input> inputs,
                            const ChartSettings& settings, const search::ListSettings& wanted,
                            unsigned threads);

// Throws InputError for a sentence of more than search::kLongestInput words.
std::vector<graph::Hypergraph> decode_graphs(const RuleModel& model,
                                             std::span<const search::Input> inputs,
                                             const ChartSettings& settings, unsigned threads);

// The best derivation of each input that yields its target: everything is looked at.
std::vector<search::Forced> force(const RuleModel& model, std::span<const search::Input> inputs,
                                  std::span<const std::string> targets, unsigned threads);

// The scorer that allows pieces of `text` alone; keeps `text` by reference and the longest beginning
// of it that was met in `prefix`.
std::unique_ptr<search::ChartScorer> forced_chart_scorer(std::span<const WordId> text,
                                                         std::size_t& prefix);

}  // namespace manyways::chart
