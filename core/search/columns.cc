#include "search/columns.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "base/error.h"

namespace manyways::search {

std::size_t FeatureColumns::add(const std::string& name) {
  names_.push_back(name);
  return names_.size() - 1;
}

std::size_t FeatureColumns::add_target(std::shared_ptr<const TargetFeature> feature) {
  if (target_features_.empty()) target_ = names_.size();
  if (target_ + target_features_.size() != names_.size()) {
    throw std::logic_error("target features must lie together");
  }
  target_features_.push_back(feature.get());
  owned_targets_.push_back(std::move(feature));
  return add(target_features_.back()->name());
}

std::size_t FeatureColumns::add_option(std::shared_ptr<const OptionFeature> feature) {
  if (option_features_.empty()) option_columns_.back() = names_.size();
  if (option_columns_.back() != names_.size()) {
    throw std::logic_error("option features must lie together");
  }
  const std::size_t first = names_.size();
  for (const std::string& name : feature->names()) add(name);
  option_columns_.push_back(names_.size());
  option_features_.push_back(std::move(feature));
  return first;
}

void FeatureColumns::set_weights(const WeightMap& weights) {
  weights_.clear();
  scale_ = 0;
  for (const std::string& name : names_) {
    const auto found = weights.find(name);
    if (found == weights.end() && name != kUnknownPenalty) {
      throw InputError("", 0, "the model has no weight for " + name,
                       "Give one in the weights file: --weights F.toml");
    }
    weights_.push_back(found == weights.end() ? 1.0 : found->second);
    if (name != kUnknownPenalty) scale_ += std::fabs(weights_.back());
  }
  for (const auto& [name, weight] : weights) {
    if (std::find(names_.begin(), names_.end(), name) == names_.end()) {
      throw InputError("", 0, "there is a weight for " + name + ", which the model does not have",
                       "Remove the weight, or add the feature.");
    }
  }
}

void FeatureColumns::option_values(const PhrasePair& pair, std::span<double> values) const {
  for (std::size_t i = 0; i < option_features_.size(); ++i) {
    const std::size_t start = option_columns_[i];
    option_features_[i]->score(pair, values.subspan(start, option_columns_[i + 1] - start));
  }
}

double FeatureColumns::option_score(const PhrasePair& pair) const {
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
