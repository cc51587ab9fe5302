// Named feature columns with their weights: what models of all kinds share, whatever they translate
// with.
//
//   FeatureColumns columns;
//   columns.add("Distortion0");                      // scored by the search itself
//   columns.add_target(std::make_shared<LmFeature>("LM0", lm, words));
//   columns.add_option(word_penalty("WordPenalty0"));
//   columns.set_weights(weights);                    // by name; now it can be asked
//
// Columns lie in the order in which they are added; the target features must lie together, and so
// must the option features. A model is a FeatureColumns and what it translates with
// (PhraseModel: model.h).
#pragma once

#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "search/feature.h"

namespace manyways::search {

using WeightMap = std::map<std::string, double>;

class FeatureColumns {
 public:
  static constexpr std::size_t kNoColumn = ~std::size_t{0};

  // Each returns the feature's first column.
  std::size_t add(const std::string& name);
  std::size_t add_target(std::shared_ptr<const TargetFeature> feature);
  std::size_t add_option(std::shared_ptr<const OptionFeature> feature);
  // Throws InputError if a column has no weight (UnknownWordPenalty0 may lack it: 1), or a weight
  // no column.
  void set_weights(const WeightMap& weights);

  const std::vector<std::string>& feature_names() const { return names_; }
  const std::vector<double>& weights() const { return weights_; }
  double weight(std::size_t column) const { return weights_[column]; }
  // The sum of the absolute weights, without UnknownWordPenalty0: the unit in which scores differ.
  double scale() const { return scale_; }

  std::size_t target_column() const { return target_; }  // the first target feature
  const std::vector<const TargetFeature*>& target_features() const { return target_features_; }
  std::span<const double> target_weights() const {
    return std::span(weights_).subspan(target_, target_features_.size());
  }
  // The option features of a pair; `values` has one entry per column and other columns are left
  // alone.
  void option_values(const PhrasePair& pair, std::span<double> values) const;
  double option_score(const PhrasePair& pair) const;

 private:
  std::vector<std::string> names_;
  std::vector<double> weights_;
  double scale_ = 0;
  std::vector<std::shared_ptr<const TargetFeature>> owned_targets_;
  std::vector<const TargetFeature*> target_features_;
  std::size_t target_ = 0;
  std::vector<std::shared_ptr<const OptionFeature>> option_features_;
  std::vector<std::size_t> option_columns_{0};  // where each begins, and the end
};

}  // namespace manyways::search
