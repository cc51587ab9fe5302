// A phrase-based model as a search reads it: table, features, weights, and where each feature's
// column is.
//
//   Model model({.table = table, .language_models = {{"LM0", lm}}}, weights);  // by column name
//   model.feature_names();      // LexicalReordering0[0] .. [5], Distortion0, LM0, WordPenalty0,
//   ... model.weights();            // in that order
//
// Columns, in this order: six of LexicalReordering0 (if the table has them), Distortion0, the
// target features (language models first), WordPenalty0, PhrasePenalty0, TranslationModel0[*],
// UnknownWordPenalty0, further option features, and InputFeature0 if it has a weight (what a
// lattice's edges say).
//
// Models are cheap to make: tables and language models are shared, so other weights are another
// Model. A Model also remembers the scored, cut options of source phrases it has seen; all threads
// share that.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lm/model.h"
#include "phrases/table.h"
#include "search/feature.h"
#include "search/lm_feature.h"
#include "search/option_cache.h"

namespace manyways::search {

struct NamedLm {
  std::string name;
  std::shared_ptr<const lm::Model> model;
  std::shared_ptr<const WordClasses> classes{};  // null: a model of words
};

struct ModelParts {
  std::shared_ptr<const phrases::Table> table;
  std::vector<NamedLm> language_models;
  std::vector<std::shared_ptr<const OptionFeature>> option_features{};  // beyond the usual ones
  std::vector<std::shared_ptr<const TargetFeature>> target_features{};
  std::size_t table_limit = 20;  // options per source phrase, the best by estimate; 0: all
};

using WeightMap = std::map<std::string, double>;

class Model {
 public:
  // Throws InputError if a column has no weight (UnknownWordPenalty0 may lack it: 1), or a weight
  // no column.
  Model(ModelParts parts, const WeightMap& weights);
  Model(const Model&) = delete;
  Model& operator=(const Model&) = delete;

  const phrases::Table& table() const { return *parts_.table; }
  const ModelParts& parts() const { return parts_; }
  std::size_t table_limit() const { return parts_.table_limit; }

  const std::vector<std::string>& feature_names() const { return names_; }
  const std::vector<double>& weights() const { return weights_; }
  double weight(std::size_t column) const { return weights_[column]; }
  // The sum of the absolute weights, without UnknownWordPenalty0: the unit in which scores differ.
  double scale() const { return scale_; }

  static constexpr std::size_t kNoColumn = ~std::size_t{0};
  bool has_reordering() const { return reordering_ != kNoColumn; }
  std::size_t reordering_column() const {
    return reordering_;
  }  // backward m, s, d; forward m, s, d
  std::size_t distortion_column() const { return distortion_; }
  std::size_t target_column() const { return target_; }  // the first target feature
  std::size_t input_column() const { return input_; }    // or kNoColumn

  const std::vector<const TargetFeature*>& target_features() const { return target_features_; }
  std::span<const double> target_weights() const {
    return std::span(weights_).subspan(target_, target_features_.size());
  }
  // The option features of a pair; `values` has one entry per column and other columns are left
  // alone.
  void option_values(const PhrasePair& pair, std::span<double> values) const;
  double option_score(const PhrasePair& pair) const;

  OptionCache& option_cache() const { return cache_; }

 private:
  void add_columns(const std::vector<std::string>& names);
  void read_weights(const WeightMap& weights);

  ModelParts parts_;
  std::vector<std::shared_ptr<const OptionFeature>> option_features_;
  std::vector<std::size_t> option_columns_;  // where each begins, and the end
  std::vector<std::shared_ptr<const TargetFeature>> owned_targets_;
  std::vector<const TargetFeature*> target_features_;
  std::vector<std::string> names_;
  std::vector<double> weights_;
  std::size_t reordering_ = kNoColumn, distortion_ = 0, target_ = 0, input_ = kNoColumn;
  double scale_ = 0;
  mutable OptionCache cache_;
};

}  // namespace manyways::search
