#include "lm/mix.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "lm/list.h"
#include "lm/rows.h"

namespace manyways::lm {
namespace {

constexpr double kNoMass = 1e-7;  // what rounding leaves of nothing
constexpr RowLimits kInMemory{std::size_t(-1), "", 1};

class Mixer {
 public:
  Mixer(std::span<const Model* const> models, std::span<const double> weights)
      : models_(models), weights_(weights) {
    if (models.empty() || models.size() != weights.size()) {
      throw std::invalid_argument("there must be one weight per model, and a model");
    }
    unsigned order = 0;
    for (const Model* model : models) order = std::max(order, model->order());
    mixed_.orders.resize(order);
    to_model_.resize(models.size());
    for (std::size_t i = 0; i < models.size(); ++i) lists_.push_back(list_ngrams(*models[i]));
    join_vocabularies();
  }

  Ngrams run() {
    for (unsigned n = 1; n <= mixed_.order(); ++n) score_order(n);
    for (unsigned n = 1; n < mixed_.order(); ++n) set_backoffs(n);
    return std::move(mixed_);
  }

 private:
  static constexpr WordId kForeign = ~WordId{0};  // a word that the model does not know

  void join_vocabularies() {
    std::vector<std::vector<WordId>> from_model;
    for (const Ngrams& list : lists_) {
      auto& ids = from_model.emplace_back();
      for (WordId id = 0; id < list.vocabulary.size(); ++id) {
        ids.push_back(mixed_.vocabulary.add(list.vocabulary.word(id)));
      }
    }
    for (std::size_t i = 0; i < lists_.size(); ++i) {
      to_model_[i].assign(mixed_.vocabulary.size(), kForeign);
      for (WordId id = 0; id < from_model[i].size(); ++id) to_model_[i][from_model[i][id]] = id;
      for (NgramOrder& order : lists_[i].orders) {
        for (WordId& word : order.words) word = from_model[i][word];
      }
    }
  }

  // log of the weighted sum of the models' probabilities of the last word.
  double probability(std::span<const WordId> words) const {
    double sum = 0;
    for (std::size_t i = 0; i < models_.size(); ++i) {
      const WordId last = to_model_[i][words.back()];
      if (last == kForeign || weights_[i] == 0) continue;
      State state = Model::null_state();
      for (const WordId word : words.first(words.size() - 1))
        models_[i]->score(state, to_model_[i][word], state);
      sum += weights_[i] * std::exp(static_cast<double>(models_[i]->score(state, last, state)));
    }
    return sum;
  }

  void score_order(unsigned n) {
    RowSorter all(n, kInMemory, true);
    for (Ngrams& list : lists_) {
      if (n > list.order()) continue;
      for (std::size_t i = 0; i < list.orders[n - 1].size(); ++i) all.add(list.words(n, i), 0.0);
      list.orders[n - 1] = {};
    }
    NgramOrder& order = mixed_.orders[n - 1];
    for (RowReader reader = all.sorted(); reader.next();) {
      const auto words = reader.key();
      order.words.insert(order.words.end(), words.begin(), words.end());
      const bool start = n == 1 && words[0] == kSentenceStart;
      const double p = start ? 1.0 : probability(words);
      order.scores.push_back(p > 0 ? std::min(0.0f, static_cast<float>(std::log(p)))
                                   : kMissingScore);
    }
    if (n < mixed_.order()) order.backoffs.assign(order.size(), 0.0f);
  }

  // Both lists are sorted by their words: the n-grams that continue a context follow one another.
  void set_backoffs(unsigned n) {
    NgramOrder& contexts = mixed_.orders[n - 1];
    const NgramOrder& longer = mixed_.orders[n];
    std::size_t at = 0;
    for (std::size_t i = 0; i < contexts.size(); ++i) {
      const auto context = mixed_.words(n, i);
      double with = 0, without = 0;
      for (; at < longer.size(); ++at) {
        const auto words = mixed_.words(n + 1, at);
        const auto order = std::lexicographical_compare_three_way(words.begin(), words.end() - 1,
                                                                  context.begin(), context.end());
        if (order > 0) break;
        if (order < 0) continue;
        with += std::exp(static_cast<double>(longer.scores[at]));
        without += probability(words.subspan(1));
      }
      if (with == 0) continue;
      const double left = 1 - with, left_below = 1 - without;
      if (left_below < kNoMass) continue;  // nothing is left to back off to
      contexts.backoffs[i] = static_cast<float>(std::log(std::max(left, kNoMass) / left_below));
    }
  }

  std::span<const Model* const> models_;
  std::span<const double> weights_;
  std::vector<Ngrams> lists_;
  std::vector<std::vector<WordId>> to_model_;  // [model][id in the mixture]
  Ngrams mixed_;
};

}  // namespace

Ngrams mix(std::span<const Model* const> models, std::span<const double> weights) {
  return Mixer(models, weights).run();
}

}  // namespace manyways::lm
