// The part of Neighbours in which words agree on the words before them.
#include <algorithm>

#include "chart_exact/neighbours.h"

namespace manyways::chart_exact {

namespace {
constexpr std::size_t kMeetingsPerLook = 256;

// The largest score less its multiplier.
float best_difference(const float* scores, const float* paid, std::size_t size) {
  float best = kNone;
  for (std::size_t j = 0; j < size; ++j) best = std::max(best, scores[j] - paid[j]);
  return best;
}
}  // namespace

std::uint32_t Neighbours::multiplier(Token before, Token word) {
  const std::uint64_t key = std::uint64_t{before} << 32 | word;
  const std::uint32_t id = multiplier_ids_.add(key) + 1;
  if (id == multipliers_.size()) multipliers_.push_back(0);
  return id;
}

// Which words stand before each word that is a run by itself. Those after which the models are in one
// state share a multiplier.
void Neighbours::find_options() {
  std::vector<Tokens> before(tokens_);
  for (const Slot& slot : slots_) {
    const Token word = slot.run;
    if (word == kNothing || !is_open(word)) continue;
    const Tokens& set = sets_[slot.set];
    for (std::size_t k = 0; k < set.size(); ++k) {
      if (scores_[slot.first + k] != kNone) before[word].push_back(language_.plain(set[k]));
    }
  }
  for (const auto& [word, other] : inner_) {
    if (is_open(word)) before[word].push_back(other);
  }
  first_pair_.assign(1, 0);
  pair_words_.clear();
  pair_multipliers_.clear();
  first_option_.assign(1, 0);
  options_.clear();
  for (Token word = 0; word < tokens_; ++word) {
    Tokens& own = before[word];
    std::sort(own.begin(), own.end());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    const std::size_t first = options_.size();
    for (const Token other : own) {
      const ContextId context = context_of(other, word);
      const bool told = language_.is_longer(context, language_.known(word));
      const Option option{context, multiplier(told ? other : kNothing, word)};
      pair_words_.push_back(other);
      pair_multipliers_.push_back(option.multiplier);
      const bool known =
          std::any_of(options_.begin() + static_cast<std::ptrdiff_t>(first), options_.end(),
                      [&](const Option& each) { return each.context == context; });
      if (!known) options_.push_back(option);
    }
    first_pair_.push_back(static_cast<std::uint32_t>(pair_words_.size()));
    first_option_.push_back(static_cast<std::uint32_t>(options_.size()));
  }
}

// What is known after a word and a token.
ContextId Neighbours::context_of(Token before, Token end) {
  ContextId context = after_[before];
  for (unsigned back = language_.known(end); --back > 0;) {
    context = language_.step(context, language_.known_word(end, back)).next;
  }
  return language_.step(context, end).next;
}

std::uint32_t Neighbours::pair_multiplier(Token before, Token word) const {
  const auto begin = pair_words_.begin() + first_pair_[word];
  const auto end = pair_words_.begin() + first_pair_[word + 1];
  const auto found = std::lower_bound(begin, end, before);
  if (found == end || *found != before) return kNothing;
  return pair_multipliers_[static_cast<std::size_t>(found - pair_words_.begin())];
}

bool Neighbours::agree(std::size_t most, exact::Watch& watch) {
  find_options();
  meeting_ids_.clear();
  meetings_.clear();
  meeting_words_.clear();
  option_scores_.clear();
  first_score_.assign(1, 0);
  entry_meeting_.assign(scores_.size(), kNothing);
  entry_multiplier_.assign(scores_.size(), 0);
  for (const Slot& slot : slots_) {
    const Tokens& set = sets_[slot.set];
    const Token word = slot.run;
    const bool paid = word != kNothing && is_open(word);
    for (std::size_t k = 0; k < set.size(); ++k) {
      if (scores_[slot.first + k] == kNone) continue;
      const std::uint32_t id = meeting_ids_.add(std::uint64_t{set[k]} << 32 | slot.row);
      entry_meeting_[slot.first + k] = id;
      if (paid) {
        entry_multiplier_[slot.first + k] = pair_multiplier(language_.plain(set[k]), word);
      }
      if (id + 1 < first_score_.size()) continue;
      if (id % kMeetingsPerLook == kMeetingsPerLook - 1 && watch.over()) return false;
      meeting_words_.push_back(set[k]);
      if (is_open(set[k])) {
        for (std::uint32_t j = first_option_[set[k]]; j < first_option_[set[k] + 1]; ++j) {
          option_scores_.push_back(score(options_[j].context, slot.row));
        }
      } else {
        option_scores_.push_back(scores_[slot.first + k]);
      }
      first_score_.push_back(option_scores_.size());
    }
    if (option_scores_.size() > most) return false;
  }
  meetings_.assign(meeting_words_.size(), kNone);
  inner_multipliers_.assign(inner_.size(), 0);
  for (std::size_t k = 0; k < inner_.size(); ++k) {
    const auto& [word, other] = inner_[k];
    if (is_open(word)) inner_multipliers_[k] = pair_multiplier(other, word);
  }
  agreed_ = true;
  potentials_.clear();
  rescore();
  return true;
}

void Neighbours::rescore() {
  std::vector<float> paid(options_.size());
  for (std::size_t j = 0; j < paid.size(); ++j) paid[j] = multipliers_[options_[j].multiplier];
  for (std::size_t id = 0; id < meetings_.size(); ++id) {
    const float* const scores = option_scores_.data() + first_score_[id];
    const Token word = meeting_words_[id];
    meetings_[id] = is_open(word) ? best_difference(scores, paid.data() + first_option_[word],
                                                    first_score_[id + 1] - first_score_[id])
                                  : scores[0];
  }
  for (std::size_t e = 0; e < scores_.size(); ++e) {
    if (entry_meeting_[e] == kNothing) continue;
    scores_[e] = meetings_[entry_meeting_[e]] + multipliers_[entry_multiplier_[e]];
  }
  for (std::size_t i = 0; i < fixed_.size(); ++i) {
    fixed_now_[i] = fixed_[i];
    for (std::size_t k = first_inner_[i]; k < first_inner_[i + 1]; ++k) {
      fixed_now_[i] += static_cast<double>(multipliers_[inner_multipliers_[k]]);
    }
  }
  potentials_.clear();
  set_largest();
}

void Neighbours::add_gradient(std::size_t i, std::vector<float>& gradient) const {
  for (std::size_t k = first_inner_[i]; k < first_inner_[i + 1]; ++k) {
    gradient[inner_multipliers_[k]] += 1;
  }
}

void Neighbours::add_gradient(std::uint32_t slot, std::size_t k,
                              std::vector<float>& gradient) const {
  const std::size_t entry = slots_[slot].first + k;
  const std::uint32_t id = entry_meeting_[entry];
  gradient[entry_multiplier_[entry]] += 1;
  const Token word = meeting_words_[id];
  if (!is_open(word)) return;
  const std::size_t first = first_option_[word];
  std::size_t best = 0;
  for (std::size_t j = 0; j < first_score_[id + 1] - first_score_[id]; ++j) {
    const float value =
        option_scores_[first_score_[id] + j] - multipliers_[options_[first + j].multiplier];
    if (value == meetings_[id]) best = j;
  }
  gradient[options_[first + best].multiplier] -= 1;
}

double Neighbours::potential(ContextId context) {
  if (!agreed_ || context == Language::kNothing) return 0;
  if (context >= potentials_.size()) potentials_.resize(context + 1024, kUnasked);
  double& found = potentials_[context];
  if (found == kUnasked) {
    const auto words = language_.words(context);
    const Token last = end(words.back());
    const std::size_t known = language_.known(last);
    std::uint32_t id = 0;
    if (is_open(last)) {
      id = words.size() > known
               ? pair_multiplier(language_.plain(words[words.size() - 1 - known]), last)
               : multiplier(kNothing, last);
    }
    found = id == kNothing ? kNever : static_cast<double>(multipliers_[id]);
  }
  return found;
}

}  // namespace manyways::chart_exact
