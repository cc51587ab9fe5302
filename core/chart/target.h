// All target features of a model as one, for pieces that are joined: the weighted sum of their
// scores, the product of their states (search/target.h does the same from left to right).
//
//   ChartTarget target(model.target_features(), model.target_weights());
//   target.start_sentence(words);
//   double gain = target.join(rule.symbols, states_of_its_pieces, state);
//   gain += target.finish(state);                   // of the piece that is the whole sentence
//
// With one feature its state is used as it is; with several, their states are numbered.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "search/feature.h"
#include "search/tuples.h"

namespace manyways::chart {

using search::ChartSymbol;

class ChartTarget {
 public:
  using State = search::ChartScorer::State;

  ChartTarget(std::span<const search::TargetFeature* const> features,
              std::span<const double> weights)
      : features_(features.begin(), features.end()), weights_(weights.begin(), weights.end()) {}

  // Forgets everything; `words` must outlive the sentence.
  void start_sentence(const search::TargetWords& words);
  // One more scorer for this sentence only, of weight 1; minus infinity forbids. Before begin().
  void constrain(std::unique_ptr<search::ChartScorer> scorer);

  // The piece that begins every sentence.
  State begin();
  // Weighted; what each scorer says for itself, those of constraints behind, is in values() then.
  double join(std::span<const ChartSymbol> symbols, std::span<const State> pieces, State& out);
  double finish(State piece);
  std::span<const double> values() const { return values_; }
  // The words between gaps, each row of them by itself.
  double estimate(std::span<const ChartSymbol> symbols);

 private:
  State part(State state, std::size_t scorer) const {
    return scorers_.size() == 1 ? state : tuples_.of(state)[scorer];
  }
  State number(std::span<const State> parts) {
    return parts.empty() ? 0 : parts.size() == 1 ? parts[0] : tuples_.number(parts);
  }

  std::vector<const search::TargetFeature*> features_;
  std::vector<double> weights_;
  std::vector<std::unique_ptr<search::ChartScorer>> scorers_;
  search::StateTuples tuples_;
  std::vector<State> made_;
  std::vector<double> values_;
  std::vector<WordId> words_;
};

}  // namespace manyways::chart
