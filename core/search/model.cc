#include "search/model.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace manyways::search {

namespace {
constexpr const char* kUnknownName = "UnknownWordPenalty0";
constexpr const char* kInputName = "InputFeature0";
}  // namespace

Model::Model(ModelParts parts, const WeightMap& weights) : parts_(std::move(parts)) {
  const phrases::Table& table = *parts_.table;
  if (table.reordering_scores() == 6) {
    reordering_ = 0;
    for (int i = 0; i < 6; ++i) names_.push_back("LexicalReordering0[" + std::to_string(i) + "]");
  } else if (table.reordering_scores() != 0) {
    throw InputError("", 0,
                     "the table has " + std::to_string(table.reordering_scores()) +
                         " reordering scores; the search knows msd-bidirectional-fe, which has 6");
  }
  distortion_ = names_.size();
  names_.push_back("Distortion0");
  target_ = names_.size();
  for (const NamedLm& lm : parts_.language_models) {
    owned_targets_.push_back(
        std::make_shared<LmFeature>(lm.name, lm.model, table.target_words(), lm.classes));
  }
  owned_targets_.insert(owned_targets_.end(), parts_.target_features.begin(),
                        parts_.target_features.end());
  for (const auto& feature : owned_targets_) {
    target_features_.push_back(feature.get());
    names_.push_back(feature->name());
  }
  option_features_ = {word_penalty("WordPenalty0"), phrase_penalty("PhrasePenalty0"),
                      translation_scores(table, "TranslationModel0"),
                      unknown_penalty(kUnknownName)};
  option_features_.insert(option_features_.end(), parts_.option_features.begin(),
                          parts_.option_features.end());
  for (const auto& feature : option_features_) {
    option_columns_.push_back(names_.size());
    for (std::string& name : feature->names()) names_.push_back(std::move(name));
  }
  option_columns_.push_back(names_.size());
  if (weights.count(kInputName) != 0) {
    input_ = names_.size();
    names_.emplace_back(kInputName);
  }
  read_weights(weights);
}

void Model::read_weights(const WeightMap& weights) {
  for (const std::string& name : names_) {
    const auto found = weights.find(name);
    if (found == weights.end() && name != kUnknownName) {
      throw InputError("", 0, "the model has no weight for " + name,
                       "Give one in the weights file: --weights F.toml");
    }
    weights_.push_back(found == weights.end() ? 1.0 : found->second);
    if (name != kUnknownName) scale_ += std::fabs(weights_.back());
  }
  for (const auto& [name, weight] : weights) {
    if (std::find(names_.begin(), names_.end(), name) == names_.end()) {
      throw InputError("", 0, "there is a weight for " + name + ", which the model does not have",
                       "Remove the weight, or add the feature.");
    }
  }
}

void Model::option_values(const PhrasePair& pair, std::span<double> values) const {
  for (std::size_t i = 0; i < option_features_.size(); ++i) {
    const std::size_t start = option_columns_[i];
    option_features_[i]->score(pair, values.subspan(start, option_columns_[i + 1] - start));
  }
}

double Model::option_score(const PhrasePair& pair) const {
  thread_local std::vector<double> values;
  values.assign(names_.size(), 0.0);
  option_values(pair, values);
  double sum = 0;
  for (std::size_t c = option_columns_.front(); c < option_columns_.back(); ++c) {
    sum += weights_[c] * values[c];
  }
  return sum;
}

}  // namespace manyways::search
