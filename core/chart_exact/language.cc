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
  now_.resize(models_.size());
  longer_.resize(models_.size() * (kMostWords + 1));
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

ContextId Language::after(Token token) {
  if (token == kStart) return start_;
  ContextId context = kNothing;
  for (unsigned back = known_[token]; --back > 0;) {
    context = step(context, known_word(token, back)).next;
  }
  return step(context, token).next;
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

// What a model's state may be after the known words, with any that may stand before them.
const std::vector<lm::State>& Language::states_after(std::size_t model, lm::State state,
                                                     std::span<const Token> known) {
  const OneModel& one = models_[model];
  const WordId oldest = id(known[0], model);
  auto& longer = longer_[model * (kMostWords + 1) + known.size()];
  const std::uint32_t place = longer.ids.add(std::uint64_t{state.node} << 32 | oldest);
  if (place < longer.states.size()) return longer.states[place];
  const auto may_precede = [&](WordId first, WordId second) {
    const std::uint32_t* const row = one.rows.find(second);
    return row != nullptr && std::ranges::binary_search(one.before[*row], first);
  };
  std::vector<lm::State>& found = longer.states.emplace_back(1, state);
  one.contexts->longer(state, static_cast<unsigned>(known.size()), oldest, may_precede, found);
  return found;
}

// What the models say of a word after known ones, after which they are in `states`; sets the states
// after it.
double Language::weigh(std::span<const lm::State> states, std::span<const Token> known, bool whole,
                       Token token, std::span<lm::State> after) {
  double sum = 0;
  for (std::size_t m = 0; m < models_.size(); ++m) {
    const OneModel& one = models_[m];
    const WordId word = id(token, m);
    float best = one.model->score(states[m], word, after[m]);
    const auto count = static_cast<unsigned>(known.size());
    if (!whole && count > 0 && one.contexts->is_open(states[m], count)) {
      lm::State unused;
      for (const lm::State state : states_after(m, states[m], known)) {
        const float score = one.model->score(state, word, unused);
        best = one.weight > 0 ? std::max(best, score) : std::min(best, score);
      }
    }
    sum += one.weight * static_cast<double>(best);
  }
  return sum;
}

Language::Step Language::step(ContextId context, Token token) {
  const std::uint32_t id = step_ids_.add(std::uint64_t{context} << 32 | token);
  if (id < steps_.size()) return steps_[id];
  const double found = score(context, token);
  steps_.push_back({found, extended(context, token, after_)});
  return steps_.back();
}

double Language::score(ContextId context, Token token) {
  const auto states = std::span(states_).subspan(context * models_.size(), models_.size());
  return weigh(states, words(context), contexts_[context].whole, token, after_);
}

double Language::score_row(ContextId context, std::span<const Token> words) {
  const Context& from = contexts_[context];
  std::array<Token, 2 * kMostWords> known;
  std::copy_n(from.words.begin(), from.count, known.begin());
  double sum = score(context, words[0]);
  for (std::size_t i = 1; i < words.size(); ++i) {
    known[from.count + i - 1] = words[i - 1];
    std::swap(after_, now_);
    sum += weigh(now_, std::span(known).first(from.count + i),
                 from.whole || from.count + i >= reach_, words[i], after_);
  }
  return sum;
}

bool Language::is_longer(ContextId context, unsigned words) const {
  for (std::size_t m = 0; m < models_.size(); ++m) {
    if (models_[m].model->length(states_[context * models_.size() + m]) > words) return true;
  }
  return false;
}

ContextId Language::shortened(ContextId context, unsigned most) {
  const Context from = contexts_[context];
  if (from.count <= most) return context;
  const std::uint32_t id = short_ids_.add(std::uint64_t{context} << 32 | most);
  if (id < shorts_.size()) return shorts_[id];
  const std::span<const Token> words = std::span(from.words).subspan(from.count - most, most);
  std::vector<lm::State> states;
  states_of(words, states);
  const ContextId made = make(words, !is_open(states, most));
  shorts_.push_back(made);
  return made;
}

void Language::may_precede(const std::vector<Tokens>& before) {
  for (std::size_t m = 0; m < models_.size(); ++m) {
    OneModel& one = models_[m];
    one.rows.clear();
    one.before.clear();
    for (Token token = 0; token < before.size(); ++token) {
      const auto next = static_cast<std::uint32_t>(one.before.size());
      const auto [place, fresh] = one.rows.insert(id(token, m), next);
      if (fresh) one.before.emplace_back();
      for (const Token other : before[token]) one.before[*place].push_back(id(other, m));
    }
    for (auto& row : one.before) {
      std::sort(row.begin(), row.end());
      row.erase(std::unique(row.begin(), row.end()), row.end());
    }
  }
  for (Longer& longer : longer_) {
    longer.ids.clear();
    longer.states.clear();
  }
  step_ids_.clear();
  steps_.clear();
}

}  // namespace manyways::chart_exact
