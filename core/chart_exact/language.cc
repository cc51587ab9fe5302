#include "chart_exact/language.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/hash.h"

namespace manyways::chart_exact {

bool Language::supports(const chart::RuleModel& model) {
  return std::all_of(model.target_features().begin(), model.target_features().end(),
                     [](const search::TargetFeature* feature) {
                       return dynamic_cast<const search::LmFeature*>(feature) != nullptr;
                     });
}

Language::Language(const chart::RuleModel& model, const search::TargetWords& words)
    : target_words_(words), context_slots_(1024, kNone) {
  for (std::size_t i = 0; i < model.target_features().size(); ++i) {
    const auto& feature = dynamic_cast<const search::LmFeature&>(*model.target_features()[i]);
    const double weight = model.target_weights()[i];
    if (weight == 0) continue;
    models_.push_back({&feature, &feature.model(), &feature.model().left_contexts(), weight});
    reach_ = std::max(reach_, feature.model().order() - 1);
  }
  after_.resize(models_.size());
  for (const WordId id : {kSentenceStart, kSentenceEnd})
    ids_.insert(ids_.end(), models_.size(), id);
  plain_ = {kStart, kEnd};
  shorter_ = {kNone, kNone};
  oldest_ = plain_;
  known_ = {1, 1};
  make({}, false);
  const Token begin[] = {kStart};
  start_ = make(begin, true);
}

Token Language::add_token(std::uint64_t key, WordId word, Token shorter) {
  const Token id = token_ids_.add(key) + 2;
  if (id < plain_.size()) return id;
  if (shorter == kNone) {
    plain_.push_back(id);
    oldest_.push_back(id);
    known_.push_back(1);
    for (const OneModel& one : models_) ids_.push_back(one.feature->id_of(word, target_words_));
  } else {
    plain_.push_back(plain_[shorter]);
    oldest_.push_back(kNone);  // for the caller to say
    known_.push_back(static_cast<std::uint8_t>(known_[shorter] + 1));
    const std::size_t from = shorter * models_.size();
    for (std::size_t m = 0; m < models_.size(); ++m) ids_.push_back(ids_[from + m]);
  }
  shorter_.push_back(shorter);
  return id;
}

Token Language::token(WordId word) { return add_token(word, word, kNone); }

Token Language::token(Token known, WordId before) {
  const Token oldest = token(before);
  const Token id = add_token((std::uint64_t{known} + 1) << 32 | before, before, known);
  oldest_[id] = oldest;
  return id;
}

ContextId Language::make(std::span<const Token> words, bool whole) {
  std::uint64_t hash = whole;
  for (const Token word : words) hash = mix64(hash * 0x9e3779b97f4a7c15ULL + word + 1);
  std::size_t slot = hash & (context_slots_.size() - 1);
  for (; context_slots_[slot] != kNone; slot = (slot + 1) & (context_slots_.size() - 1)) {
    const Context& found = contexts_[context_slots_[slot]];
    if (found.whole == whole && std::ranges::equal(this->words(context_slots_[slot]), words)) {
      return context_slots_[slot];
    }
  }
  const auto id = static_cast<ContextId>(contexts_.size());
  context_slots_[slot] = id;
  Context& made = contexts_.emplace_back();
  made.count = static_cast<std::uint8_t>(words.size());
  made.whole = whole;
  std::copy(words.begin(), words.end(), made.words.begin());
  std::vector<lm::State> states;
  states_of(words, states);
  states_.insert(states_.end(), states.begin(), states.end());
  if (2 * contexts_.size() > context_slots_.size()) {
    const std::vector<std::uint32_t> old =
        std::exchange(context_slots_, std::vector<std::uint32_t>(4 * context_slots_.size(), kNone));
    for (std::uint32_t i = 0; i < contexts_.size(); ++i) {
      std::uint64_t again = contexts_[i].whole;
      for (const Token word : this->words(i)) {
        again = mix64(again * 0x9e3779b97f4a7c15ULL + word + 1);
      }
      std::size_t place = again & (context_slots_.size() - 1);
      while (context_slots_[place] != kNone) place = (place + 1) & (context_slots_.size() - 1);
      context_slots_[place] = i;
    }
  }
  return id;
}

void Language::states_of(std::span<const Token> words, std::vector<lm::State>& states) const {
  states.assign(models_.size(), lm::Model::null_state());
  for (std::size_t m = 0; m < models_.size(); ++m) {
    for (const Token word : words) {
      if (word == kStart) {
        states[m] = models_[m].model->begin_state();
      } else {
        models_[m].model->score(states[m], id(word, m), states[m]);
      }
    }
  }
}

bool Language::is_open(std::span<const lm::State> states, unsigned known) const {
  for (std::size_t m = 0; m < models_.size(); ++m) {
    if (models_[m].contexts->is_open(states[m], known)) return true;
  }
  return false;
}

ContextId Language::extended(ContextId context, Token token, std::span<const lm::State> states) {
  std::array<Token, kMostWords + 1> row;
  const Context& from = contexts_[context];
  for (unsigned i = 0; i < from.count; ++i) row[i] = plain_[from.words[i]];
  row[from.count] = token;
  const unsigned known = from.count + 1u;
  const bool whole = from.whole || known >= reach_ || !is_open(states, known);
  unsigned keep = std::min(known, std::max(1u, reach_));
  if (whole) {
    keep = 1;
    for (std::size_t m = 0; m < models_.size(); ++m) {
      keep = std::max(keep, models_[m].model->length(states[m]));
    }
  }
  return make(std::span(row).subspan(known - std::min(keep, known), std::min(keep, known)), whole);
}

Language::Step Language::step(ContextId context, Token token) {
  const std::uint32_t known = step_ids_.add(std::uint64_t{context} << 32 | token);
  if (known < steps_.size()) return steps_[known];
  double sum = 0;
  for (std::size_t m = 0; m < models_.size(); ++m) {
    const lm::State before = states(context)[m];
    sum += models_[m].weight *
           static_cast<double>(models_[m].model->score(before, id(token, m), after_[m]));
  }
  steps_.push_back({sum, extended(context, token, after_)});
  return steps_.back();
}

}  // namespace manyways::chart_exact
