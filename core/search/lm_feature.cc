#include "search/lm_feature.h"

namespace manyways::search {

namespace {

class LmScorer : public TargetScorer {
 public:
  LmScorer(const LmFeature& feature, const TargetWords& words)
      : feature_(feature), model_(feature.model()), words_(words) {}

  State begin() const override { return model_.begin_state().node; }
  double advance(State in, std::span<const WordId> words, State& out) override {
    lm::State state{in};
    double sum = 0;
    for (const WordId word : words) sum += model_.score(state, id_of(word), state);
    out = state.node;
    return sum;
  }
  double finish(State state) override {
    lm::State end;
    return model_.score({state}, kSentenceEnd, end);
  }
  double estimate(std::span<const WordId> words) override {
    State end;
    return advance(lm::Model::null_state().node, words, end);
  }

 private:
  WordId id_of(WordId word) const {
    if (word < words_.table_size()) return feature_.id_of(word);
    return model_.vocabulary().find(words_.word(word));
  }

  const LmFeature& feature_;
  const lm::Model& model_;
  const TargetWords& words_;
};

}  // namespace

LmFeature::LmFeature(std::string name, std::shared_ptr<const lm::Model> model,
                     VocabularyView target_words)
    : name_(std::move(name)),
      model_(std::move(model)),
      target_words_(target_words),
      ids_(std::make_unique<std::atomic<WordId>[]>(target_words.size())) {}

WordId LmFeature::find(WordId target) const {
  const WordId id = model_->vocabulary().find(target_words_.word(target));
  ids_[target].store(id + 1, std::memory_order_relaxed);
  return id;
}

std::unique_ptr<TargetScorer> LmFeature::open(const TargetWords& words) const {
  return std::make_unique<LmScorer>(*this, words);
}

}  // namespace manyways::search
