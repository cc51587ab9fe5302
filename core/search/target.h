// All target features of a model as one: the weighted sum of their scores, the product of their
// states.
//
//   Target target(model.target_features(), model.target_weights());
//   target.start_sentence(words);
//   double score = target.advance(target.begin(), phrase_id, words_of_phrase, next);
//
// What a phrase costs in a state is found once and remembered for the rest of the sentence:
// searches ask the same question again and again with different coverage. With one feature its
// state is used as it is; with several, their states are numbered. Phrases are named by number: the
// table's target ids, and higher ones for what the sentence itself brings in.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/prefetch.h"
#include "search/feature.h"
#include "search/tuples.h"

namespace manyways::search {

class Target {
 public:
  using State = TargetScorer::State;

  Target(std::span<const TargetFeature* const> features, std::span<const double> weights)
      : features_(features.begin(), features.end()), weights_(weights.begin(), weights.end()) {}

  // Forgets everything; `words` must outlive the sentence.
  void start_sentence(const TargetWords& words);
  // One more scorer for this sentence only, of weight 1; minus infinity forbids. Before the first
  // begin().
  void constrain(std::unique_ptr<TargetScorer> scorer);

  State begin();
  double advance(State in, std::uint32_t phrase, std::span<const WordId> words, State& out) {
    const std::uint64_t key = std::uint64_t{in} << 32 | phrase;
    std::size_t slot = slot_of(key);
    for (; entries_[slot].key != kFree; slot = (slot + 1) & mask_) {
      if (entries_[slot].key == key) {
        out = entries_[slot].out;
        return entries_[slot].score;
      }
    }
    return advance_anew(slot, key, words, out);
  }
  // Several at once, faster: waits for memory once for all.
  struct Question {
    State in;
    std::uint32_t phrase;
    std::span<const WordId> words;
    double score;  // the answer
    State out;
  };
  void ask_ahead(const Question& question) const { prefetch(&entries_[slot_of(key_of(question))]); }
  void advance_all(std::span<Question> questions);
  double finish(State state);
  double estimate(std::span<const WordId> words);

  // The features one by one, not weighted: of a phrase, and of the sentence's end.
  void values(State in, std::uint32_t phrase, std::span<const WordId> words,
              std::span<double> values);
  void finish_values(State state, std::span<double> values);
  std::size_t size() const { return features_.size(); }

 private:
  static constexpr std::uint64_t kFree = ~std::uint64_t{0};
  struct Entry {
    std::uint64_t key;
    double score;
    State out;
  };
  std::size_t slot_of(std::uint64_t key) const {
    key *= 0x9e3779b97f4a7c15ULL;
    return (key ^ (key >> 29)) & mask_;
  }
  static std::uint64_t key_of(const Question& question) {
    return std::uint64_t{question.in} << 32 | question.phrase;
  }
  void ask_scorers(std::span<Question> questions);
  void remember(const Question& question);
  double advance_anew(std::size_t slot, std::uint64_t key, std::span<const WordId> words,
                      State& out);
  double compute(State in, std::span<const WordId> words, State& out);
  std::span<const State> parts(State state) const { return tuples_.of(state); }
  void grow();

  std::vector<const TargetFeature*> features_;
  std::vector<double> weights_;
  std::vector<std::unique_ptr<TargetScorer>> scorers_;
  std::vector<Entry> entries_;
  std::size_t mask_ = 0, used_ = 0;
  StateTuples tuples_;  // of states with several features
  std::vector<State> scratch_;
  std::vector<std::uint32_t> unknown_;  // questions that the scorers must answer
  std::vector<Advance> calls_;
  std::vector<State> answers_;  // states after them: scorers_.size() each
};

}  // namespace manyways::search
