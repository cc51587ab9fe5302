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

#include "base/hash_table.h"
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
    if (const Answer* known = answers_.find(key)) {
      out = known->out;
      return known->score;
    }
    const double score = compute(in, words, out);
    answers_.insert(key, {score, out});
    return score;
  }
  // Several at once, faster: waits for memory once for all.
  struct Question {
    State in;
    std::uint32_t phrase;
    std::span<const WordId> words;
    double score;  // the answer
    State out;
  };
  void ask_ahead(const Question& question) const { answers_.prefetch(key_of(question)); }
  void advance_all(std::span<Question> questions);
  double finish(State state);
  double estimate(std::span<const WordId> words);

  // The features one by one, not weighted: of a phrase, and of the sentence's end.
  void values(State in, std::uint32_t phrase, std::span<const WordId> words,
              std::span<double> values);
  void finish_values(State state, std::span<double> values);
  std::size_t size() const { return features_.size(); }

  // One by one, for those who reason about them: the model's features, then constraints.
  std::span<const std::unique_ptr<TargetScorer>> scorers() const { return scorers_; }
  const TargetFeature* feature(std::size_t i) const { return features_[i]; }
  double weight(std::size_t i) const { return weights_[i]; }

 private:
  struct Answer {
    double score;
    State out;
  };
  static std::uint64_t key_of(const Question& question) {
    return std::uint64_t{question.in} << 32 | question.phrase;
  }
  void ask_scorers(std::span<Question> questions);
  double compute(State in, std::span<const WordId> words, State& out);
  std::span<const State> parts(State state) const { return tuples_.of(state); }

  std::vector<const TargetFeature*> features_;
  std::vector<double> weights_;
  std::vector<std::unique_ptr<TargetScorer>> scorers_;
  HashMap<std::uint64_t, Answer> answers_{1 << 13};  // by state << 32 | phrase
  StateTuples tuples_;                               // of states with several features
  std::vector<State> scratch_;
  std::vector<std::uint32_t> unknown_;  // questions that the scorers must answer
  std::vector<Advance> calls_;
  std::vector<State> after_;  // states after them: scorers_.size() each
};

}  // namespace manyways::search
