#include "search/target.h"

#include <algorithm>

namespace manyways::search {

void Target::start_sentence(const TargetWords& words) {
  scorers_.clear();
  for (const TargetFeature* feature : features_) scorers_.push_back(feature->open(words));
  answers_.clear();
  weights_.resize(features_.size());
  tuples_.clear(scorers_.size());
  scratch_.resize(scorers_.size());
}

void Target::constrain(std::unique_ptr<TargetScorer> scorer) {
  scorers_.push_back(std::move(scorer));
  weights_.push_back(1.0);
  tuples_.clear(scorers_.size());
  scratch_.resize(scorers_.size());
}

Target::State Target::begin() {
  if (scorers_.empty()) return 0;
  if (scorers_.size() == 1) return scorers_[0]->begin();
  std::vector<State> parts;
  for (const auto& scorer : scorers_) parts.push_back(scorer->begin());
  return tuples_.number(parts);
}

double Target::compute(State in, std::span<const WordId> words, State& out) {
  if (scorers_.size() == 1) return weights_[0] * scorers_[0]->advance(in, words, out);
  double sum = 0;
  for (std::size_t i = 0; i < scorers_.size(); ++i) {
    sum += weights_[i] * scorers_[i]->advance(parts(in)[i], words, scratch_[i]);
  }
  out = scorers_.empty() ? 0 : tuples_.number(scratch_);
  return sum;
}

void Target::advance_all(std::span<Question> questions) {
  unknown_.clear();
  for (std::uint32_t i = 0; i < questions.size(); ++i) {
    Question& question = questions[i];
    if (const Answer* known = answers_.find(key_of(question))) {
      question.score = known->score;
      question.out = known->out;
    } else {
      unknown_.push_back(i);
    }
  }
  if (unknown_.empty()) return;
  ask_scorers(questions);
  for (const std::uint32_t i : unknown_) {
    answers_.insert(key_of(questions[i]), {questions[i].score, questions[i].out});
  }
}

// As compute() does, for all unknown ones.
void Target::ask_scorers(std::span<Question> questions) {
  const std::size_t width = scorers_.size();
  after_.resize(unknown_.size() * width);
  calls_.resize(unknown_.size());
  for (const std::uint32_t i : unknown_) questions[i].score = 0;
  for (std::size_t s = 0; s < width; ++s) {
    for (std::size_t u = 0; u < unknown_.size(); ++u) {
      const Question& question = questions[unknown_[u]];
      calls_[u].in = width == 1 ? question.in : parts(question.in)[s];
      calls_[u].words = question.words;
    }
    scorers_[s]->advance_all(calls_);
    for (std::size_t u = 0; u < unknown_.size(); ++u) {
      questions[unknown_[u]].score += weights_[s] * calls_[u].score;
      after_[u * width + s] = calls_[u].out;
    }
  }
  for (std::size_t u = 0; u < unknown_.size(); ++u) {
    State& out = questions[unknown_[u]].out;
    out = width == 1 ? after_[u] : 0;
    if (width > 1) out = tuples_.number(std::span<const State>(after_).subspan(u * width, width));
  }
}

double Target::finish(State state) {
  double sum = 0;
  for (std::size_t i = 0; i < scorers_.size(); ++i) {
    sum += weights_[i] * scorers_[i]->finish(scorers_.size() == 1 ? state : parts(state)[i]);
  }
  return sum;
}

double Target::estimate(std::span<const WordId> words) {
  double sum = 0;
  for (std::size_t i = 0; i < scorers_.size(); ++i)
    sum += weights_[i] * scorers_[i]->estimate(words);
  return sum;
}

void Target::values(State in, std::uint32_t phrase, std::span<const WordId> words,
                    std::span<double> values) {
  State after;
  if (scorers_.size() == 1 && weights_[0] != 0) {  // known from the search
    values[0] = advance(in, phrase, words, after) / weights_[0];
    return;
  }
  for (std::size_t i = 0; i < features_.size(); ++i) {
    State out;
    const State own = scorers_.size() == 1 ? in : parts(in)[i];
    values[i] = scorers_[i]->advance(own, words, out);
  }
}

void Target::finish_values(State state, std::span<double> values) {
  for (std::size_t i = 0; i < features_.size(); ++i) {
    values[i] = scorers_[i]->finish(scorers_.size() == 1 ? state : parts(state)[i]);
  }
}

}  // namespace manyways::search
