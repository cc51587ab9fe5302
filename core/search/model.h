// A phrase-based model as a search reads it: columns of features with weights, the table, and what
// only phrases have: reordering, distortion, a memory of options.
//
//   PhraseModel model({.table = table, .language_models = {{"LM0", lm}}}, weights);  // by name
//   model.feature_names();      // LexicalReordering0[0] .. [5], Distortion0, LM0, ...
//   model.weights();            // in that order
//
// Columns, in this order: six of LexicalReordering0 (if the table has them), Distortion0, the
// target features (language models first), WordPenalty0, PhrasePenalty0, TranslationModel0[*],
// UnknownWordPenalty0, further option features, and InputFeature0 if it has a weight (what a
// lattice's edges say).
//
// Models are cheap to make: tables and language models are shared, so other weights are another
// model. A model also remembers the scored, cut options of source phrases it has seen; all threads
// share that.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "lm/model.h"
#include "phrases/table.h"
#include "search/columns.h"
#include "search/lm_feature.h"
#include "search/option_cache.h"

namespace manyways::search {

struct NamedLm {
  std::string name;
  std::shared_ptr<const lm::Model> model;
  std::shared_ptr<const WordClasses> classes{};  // null: a model of words
};

struct PhraseModelParts {
  std::shared_ptr<const phrases::Table> table;
  std::vector<NamedLm> language_models;
  std::vector<std::shared_ptr<const OptionFeature>> option_features{};  // beyond the usual ones
  std::vector<std::shared_ptr<const TargetFeature>> target_features{};
  std::size_t table_limit = 20;  // options per source phrase, the best by estimate; 0: all
};

class PhraseModel : public FeatureColumns {
 public:
  // Throws InputError as FeatureColumns::set_weights does.
  PhraseModel(PhraseModelParts parts, const WeightMap& weights);
  PhraseModel(const PhraseModel&) = delete;
  PhraseModel& operator=(const PhraseModel&) = delete;

  const phrases::Table& table() const { return *parts_.table; }
  const PhraseModelParts& parts() const { return parts_; }
  std::size_t table_limit() const { return parts_.table_limit; }

  bool has_reordering() const { return reordering_ != kNoColumn; }
  // backward m, s, d; forward m, s, d
  std::size_t reordering_column() const { return reordering_; }
  std::size_t distortion_column() const { return distortion_; }
  std::size_t input_column() const { return input_; }  // or kNoColumn

  OptionCache& option_cache() const { return cache_; }

 private:
  PhraseModelParts parts_;
  std::size_t reordering_ = kNoColumn, distortion_ = 0, input_ = kNoColumn;
  mutable OptionCache cache_;
};

}  // namespace manyways::search
