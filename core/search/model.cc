#include "search/model.h"

#include "base/error.h"

namespace manyways::search {

namespace {
constexpr const char* kInputName = "InputFeature0";
}  // namespace

PhraseModel::PhraseModel(PhraseModelParts parts, const WeightMap& weights)
    : parts_(std::move(parts)) {
  const phrases::Table& table = *parts_.table;
  if (table.reordering_scores() == 6) {
    reordering_ = 0;
    for (int i = 0; i < 6; ++i) add("LexicalReordering0[" + std::to_string(i) + "]");
  } else if (table.reordering_scores() != 0) {
    throw InputError("", 0,
                     "the table has " + std::to_string(table.reordering_scores()) +
                         " reordering scores; the search knows msd-bidirectional-fe, which has 6");
  }
  distortion_ = add("Distortion0");
  for (const NamedLm& lm : parts_.language_models) {
    add_target(std::make_shared<LmFeature>(lm.name, lm.model, table.target_words(), lm.classes));
  }
  for (const auto& feature : parts_.target_features) add_target(feature);
  add_option(word_penalty("WordPenalty0"));
  add_option(phrase_penalty("PhrasePenalty0"));
  add_option(translation_scores(table, "TranslationModel0"));
  add_option(unknown_penalty(kUnknownPenalty));
  for (const auto& feature : parts_.option_features) add_option(feature);
  if (weights.count(kInputName) != 0) input_ = add(kInputName);
  set_weights(weights);
}

}  // namespace manyways::search
