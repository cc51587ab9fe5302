#include "chart/decoder.h"

#include <limits>
#include <stdexcept>

#include "base/split.h"
#include "graph/inside.h"

namespace manyways::chart {

using search::Input;
using search::Status;

Status ChartEngine::search(const Input& input, double time_limit, bool keep_arcs,
                           const ChartScorerMaker* extra) {
  Clock clock(time_limit);
  forest_ = &parser_.parse(input, target_);
  if (extra != nullptr) target_.constrain((*extra)(parser_.words()));
  if (settings_.method == Method::kGrouping && extra == nullptr && model_.has_lms_alone()) {
    groups_.search(*forest_, settings_, clock, keep_arcs, chart_);
  } else {
    cube_.search(*forest_, model_, target_, settings_.pops, clock, keep_arcs, chart_);
  }
  return clock.has_cut() ? Status::kTimeLimit : Status::kBeam;
}

bool ChartEngine::force(const Input& input, const std::vector<std::string_view>& words,
                        std::size_t& prefix) {
  constexpr auto kAll = std::numeric_limits<std::size_t>::max();
  Clock clock(0);
  prefix = 0;
  forest_ = &parser_.parse(input, target_, &words);
  target_.constrain(forced_chart_scorer(parser_.only(), prefix));
  return cube_.search(*forest_, model_, target_, kAll, clock, false, chart_);
}

graph::Hypergraph ChartEngine::graph() {
  return make_graph(chart_, *forest_, parser_.words(), model_, target_);
}

namespace {

// A piece is a part of the text: it is known by where it occurs first, and by its length.
class ForcedChartScorer : public search::ChartScorer {
 public:
  ForcedChartScorer(std::span<const WordId> text, std::size_t& prefix)
      : text_(text), prefix_(prefix) {
    states_.clear(3);
  }

  State begin() override { return number(true, 0, 0); }
  double join(std::span<const ChartSymbol> symbols, std::span<const State> pieces,
              State& out) override {
    bool begun = false;
    words_.clear();
    for (const ChartSymbol symbol : symbols) {
      if (symbol >= 0) {
        words_.push_back(static_cast<WordId>(symbol));
        continue;
      }
      const auto piece = states_.of(pieces[static_cast<std::size_t>(-1 - symbol)]);
      begun = begun || piece[0] != 0;
      const auto part = text_.subspan(piece[1], piece[2]);
      words_.insert(words_.end(), part.begin(), part.end());
    }
    const auto found = std::search(text_.begin(), text_.end(), words_.begin(), words_.end());
    const bool fits = words_.empty() || (begun ? found == text_.begin() : found != text_.end());
    if (!fits) return -std::numeric_limits<double>::infinity();
    if (begun) prefix_ = std::max(prefix_, words_.size());
    out = number(begun, words_.empty() ? 0 : found - text_.begin(), words_.size());
    return 0.0;
  }
  double finish(State piece) override {
    return states_.of(piece)[2] == text_.size() ? 0.0 : -std::numeric_limits<double>::infinity();
  }
  double estimate(std::span<const WordId>) override { return 0.0; }

 private:
  State number(bool begun, std::ptrdiff_t start, std::size_t size) {
    const std::array<State, 3> row{begun, static_cast<State>(start), static_cast<State>(size)};
    return states_.number(row);
  }

  std::span<const WordId> text_;
  std::size_t& prefix_;
  search::StateTuples states_;
  std::vector<WordId> words_;
};

}  // namespace

std::unique_ptr<search::ChartScorer> forced_chart_scorer(std::span<const WordId> text,
                                                         std::size_t& prefix) {
  return std::make_unique<ForcedChartScorer>(text, prefix);
}

search::Translations decode(const RuleModel& model, std::span<const Input> inputs,
                            const ChartSettings& settings, const search::ListSettings& wanted,
                            unsigned threads) {
  const auto make = [&] { return std::make_unique<ChartEngine>(model, settings); };
  return search::decode(make, inputs, wanted, settings.time_limit, threads);
}

std::vector<graph::Hypergraph> decode_graphs(const RuleModel& model, std::span<const Input> inputs,
                                             const ChartSettings& settings, unsigned threads) {
  const auto make = [&] { return std::make_unique<ChartEngine>(model, settings); };
  return search::decode_graphs(make, inputs, settings.time_limit, threads);
}

std::vector<search::Forced> force(const RuleModel& model, std::span<const Input> inputs,
                                  std::span<const std::string> targets, unsigned threads) {
  if (inputs.size() != targets.size()) throw std::invalid_argument("one target for each input");
  for (const Input& input : inputs) search::refuse_long(input);
  std::vector<search::Forced> results(inputs.size());
  const auto make = [&] { return std::make_unique<ChartEngine>(model, ChartSettings{}); };
  search::for_each_with(make, inputs.size(), threads, [&](ChartEngine& engine, std::size_t i) {
    const std::vector<std::string_view> words = split_words(targets[i]);
    search::Forced& result = results[i];
    result.reached = engine.force(inputs[i], words, result.prefix);
    if (!result.reached) return;
    result.prefix = words.size();
    const graph::Hypergraph graph = engine.graph();
    const auto derivation = graph::best_derivation(graph);
    search::add_row(graph, derivation, sum_scores(graph, derivation), true, result.translation);
    result.translation.sentence_offsets.push_back(1);
  });
  return results;
}

}  // namespace manyways::chart
