// A language model as a target feature. Its typed state, lm::State, is 32 bits already.
//
// With word classes the model is one of class names: each word counts as its class, and words
// without a class as <unk>.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <string_view>

#include "base/word_classes.h"
#include "lm/model.h"
#include "search/feature.h"

namespace manyways::search {

class LmFeature : public TargetFeature {
 public:
  // `target_words`: the vocabulary of the phrase table. `classes` may be null.
  LmFeature(std::string name, std::shared_ptr<const lm::Model> model, VocabularyView target_words,
            std::shared_ptr<const WordClasses> classes = nullptr);

  std::string name() const override { return name_; }
  std::unique_ptr<TargetScorer> open(const TargetWords& words) const override;
  std::unique_ptr<ChartScorer> open_chart(const TargetWords& words) const override;

  const lm::Model& model() const { return model_->ready(); }
  // The model's id of a word of a sentence, or of its class.
  WordId id_of(WordId word, const TargetWords& words) const {
    return word < words.table_size() ? id_of(word) : id_of(words.word(word));
  }

 private:
  static constexpr WordId kNotAsked = 0;
  WordId id_of(std::string_view word) const;
  // The model's id of a word of the table; found by its letters once, then remembered.
  WordId id_of(WordId target) const {
    const WordId known = ids_[target].load(std::memory_order_relaxed);
    return known != kNotAsked ? known - 1 : find(target);
  }
  WordId find(WordId target) const;

  std::string name_;
  std::shared_ptr<const lm::Model> model_;
  VocabularyView target_words_;
  std::shared_ptr<const WordClasses> classes_;
  std::unique_ptr<std::atomic<WordId>[]> ids_;  // 1 + the model's id; all threads write the same
};

}  // namespace manyways::search
