#include "chart/target.h"

#include <array>

namespace manyways::chart {

void ChartTarget::start_sentence(const search::TargetWords& words) {
  scorers_.clear();
  for (const search::TargetFeature* feature : features_) {
    scorers_.push_back(feature->open_chart(words));
  }
  weights_.resize(scorers_.size());
  tuples_.clear(scorers_.size());
  made_.resize(scorers_.size());
  values_.assign(scorers_.size(), 0.0);
}

void ChartTarget::constrain(std::unique_ptr<search::ChartScorer> scorer) {
  scorers_.push_back(std::move(scorer));
  weights_.push_back(1.0);
  tuples_.clear(scorers_.size());
  made_.resize(scorers_.size());
  values_.assign(scorers_.size(), 0.0);
}

ChartTarget::State ChartTarget::begin() {
  for (std::size_t i = 0; i < scorers_.size(); ++i) made_[i] = scorers_[i]->begin();
  return number(made_);
}

double ChartTarget::join(std::span<const ChartSymbol> symbols, std::span<const State> pieces,
                         State& out) {
  double sum = 0;
  std::array<State, 2> own{};
  for (std::size_t i = 0; i < scorers_.size(); ++i) {
    for (std::size_t p = 0; p < pieces.size(); ++p) own[p] = part(pieces[p], i);
    values_[i] = scorers_[i]->join(symbols, std::span(own).first(pieces.size()), made_[i]);
    sum += weights_[i] * values_[i];
  }
  out = number(made_);
  return sum;
}

double ChartTarget::finish(State piece) {
  double sum = 0;
  for (std::size_t i = 0; i < scorers_.size(); ++i) {
    values_[i] = scorers_[i]->finish(part(piece, i));
    sum += weights_[i] * values_[i];
  }
  return sum;
}

double ChartTarget::estimate(std::span<const ChartSymbol> symbols) {
  double sum = 0;
  for (auto at = symbols.begin(); at != symbols.end();) {
    words_.clear();
    for (; at != symbols.end() && *at >= 0; ++at) words_.push_back(static_cast<WordId>(*at));
    for (std::size_t i = 0; i < scorers_.size() && !words_.empty(); ++i) {
      sum += weights_[i] * scorers_[i]->estimate(words_);
    }
    if (at != symbols.end()) ++at;
  }
  return sum;
}

}  // namespace manyways::chart
