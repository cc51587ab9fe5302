#include "chart_exact/states.h"

#include <algorithm>

#include "chart_exact/bound_graph.h"

namespace manyways::chart_exact {

States::States(const Language& language)
    : language_(language), models_(language.models().size()), orders_(models_) {}

// Nothing known, and after <s> alone, are states that nobody leaves behind or everybody.
States::Id States::id(std::size_t model, lm::State state) {
  const lm::Model& lm = *language_.models()[model].model;
  if (state == lm::Model::null_state() || state == lm.begin_state()) return 0;
  const Id found = ids_.add(std::uint64_t{model} << 32 | state.node) + 1;
  if (found == multipliers_.size()) {
    multipliers_.push_back(0);
    present_.push_back(0);
    linked_.push_back(0);
  }
  return found;
}

void States::begin(const std::vector<Tokens>& before) {
  for (std::size_t m = 0; m < models_; ++m) {
    Order& order = orders_[m];
    order.rows.clear();
    order.before.clear();
    order.behind.clear();
    const auto row = [&](Token token) {
      const auto next = static_cast<std::uint32_t>(order.before.size());
      const auto [place, fresh] = order.rows.insert(language_.id(token, m), next);
      if (fresh) {
        order.before.emplace_back();
        order.behind.emplace_back();
      }
      return *place;
    };
    for (Token token = 0; token < before.size(); ++token) {
      for (const Token other : before[token]) {
        order.before[row(token)].push_back(language_.id(other, m));
        order.behind[row(other)].push_back(language_.id(token, m));
      }
    }
    for (auto& words : order.before) {
      std::sort(words.begin(), words.end());
      words.erase(std::unique(words.begin(), words.end()), words.end());
    }
  }
  known_of_.assign(language_.tokens(), kNothing);
  known_.clear();
  follows_.clear();
  links_.clear();
  std::fill(present_.begin() + 1, present_.end(), std::uint8_t{0});
  std::fill(linked_.begin() + 1, linked_.end(), std::uint8_t{0});
}

// A state and its suffixes down to the base can act for one another.
void States::link(std::size_t model, lm::State state, lm::State base) {
  const Language::OneModel& one = language_.models()[model];
  while (state != base) {
    const Id from = id(model, state);
    const lm::State below = one.model->suffix(state);
    if (from == 0 || linked_[from] != 0) return;
    linked_[from] = 1;
    const auto price =
        static_cast<float>(one.weight * static_cast<double>(one.model->backoff(state)));
    links_.push_back(
        {static_cast<std::uint32_t>(model), state.node, from, id(model, below), price});
    sorted_ = false;
    if (one.model->length(below) == 0) return;
    state = below;
  }
}

// The states that a model can be in after a token, and their n-grams with words that can follow.
void States::prepare(Token token) {
  known_of_[token] = static_cast<std::uint32_t>(known_.size());
  for (std::size_t m = 0; m < models_; ++m) {
    const Language::OneModel& one = language_.models()[m];
    const Order& order = orders_[m];
    Known made{one.model->begin_state(), false, follows_.size(), 0};
    if (token != Language::kStart) {
      const unsigned count = language_.known(token);
      made.base = lm::Model::null_state();
      for (unsigned back = count; back-- > 0;) {
        one.model->score(made.base, language_.id(language_.known_word(token, back), m), made.base);
      }
      present_[id(m, made.base)] = 1;
      made.open = one.contexts->is_open(made.base, count);
      if (made.open) {
        const auto may_precede = [&](WordId first, WordId second) {
          const std::uint32_t* const row = order.rows.find(second);
          return row != nullptr && std::ranges::binary_search(order.before[*row], first);
        };
        longer_.clear();
        one.contexts->longer(made.base, count,
                             language_.id(language_.known_word(token, count - 1), m), may_precede,
                             longer_);
        wanted_.clear();
        if (const std::uint32_t* row = order.rows.find(language_.id(token, m))) {
          for (const WordId word : order.behind[*row]) wanted_.insert(word);
        }
        const auto slots = one.model->slots();
        for (const lm::State state : longer_) {
          const Id named = id(m, state);
          present_[named] = 1;
          link(m, state, made.base);
          for (const std::uint32_t i : one.contexts->continuations(state)) {
            const lm::Slot& slot = slots[i];
            if (!wanted_.contains(slot.word)) continue;
            const double score = one.weight * static_cast<double>(lm::unsigned_score(slot.score));
            follows_.push_back({slot.word, named, rounded_up(score), {slot.next}});
          }
        }
        std::sort(follows_.begin() + static_cast<std::ptrdiff_t>(made.first), follows_.end(),
                  [](const Follow& a, const Follow& b) {
                    return a.word != b.word ? a.word < b.word : a.state < b.state;
                  });
      }
    }
    made.last = follows_.size();
    known_.push_back(made);
  }
}

void States::ask(Token token, std::span<const Token> row, bool paid, std::vector<Entry>& entries,
                 std::vector<std::size_t>& ends) {
  if (known_of_[token] == kNothing) prepare(token);
  for (std::size_t m = 0; m < models_; ++m) {
    const Language::OneModel& one = language_.models()[m];
    const Known known = known_[known_of_[token] + m];
    const auto add = [&](std::uint32_t named, double sum, lm::State state, std::size_t from) {
      for (std::size_t i = from; i < row.size(); ++i) {
        sum += one.weight *
               static_cast<double>(one.model->score(state, language_.id(row[i], m), state));
      }
      entries.push_back({named, rounded_up(sum), paid ? id(m, state) : 0});
    };
    add(2 * id(m, known.base) + (known.open ? 1 : 0), 0, known.base, 0);
    const auto end = follows_.begin() + static_cast<std::ptrdiff_t>(known.last);
    const WordId first = language_.id(row[0], m);
    auto at = std::lower_bound(follows_.begin() + static_cast<std::ptrdiff_t>(known.first), end,
                               first, [](const Follow& a, WordId word) { return a.word < word; });
    for (; at != end && at->word == first; ++at) {
      add(2 * at->state + 1, static_cast<double>(at->score), at->next, 1);
    }
    ends.push_back(entries.size());
  }
}

void States::states_of(std::span<const Token> words, std::vector<Id>& out) {
  for (std::size_t m = 0; m < models_; ++m) {
    lm::State state = lm::Model::null_state();
    for (const Token word : words) {
      language_.models()[m].model->score(state, language_.id(word, m), state);
    }
    if (const Id found = id(m, state); found != 0) out.push_back(found);
  }
}

void States::update() {
  if (!sorted_) {
    std::sort(links_.begin(), links_.end(), [](const Link& a, const Link& b) {
      return a.model != b.model ? a.model < b.model : a.node > b.node;
    });
    sorted_ = true;
  }
  multipliers_[0] = 0;
  price_.resize(2 * multipliers_.size());
  for (Id i = 0; i < multipliers_.size(); ++i) {
    price_[2 * i] = -multipliers_[i];
    price_[2 * i + 1] = present_[i] != 0 ? -multipliers_[i] : kNone;
  }
  for (const Link& link : links_) {
    float& shorter = price_[2 * link.shorter + 1];
    shorter = std::max(shorter, price_[2 * link.id + 1] + link.backoff);
  }
}

void States::begin_balance(float least) {
  least_ = least;
  left_.assign(multipliers_.size(), least);
  need_.assign(price_.size(), kNone);
}

void States::weigh(std::span<const Entry> entries, float most) {
  float best = kNone;
  for (const Entry& entry : entries) best = std::max(best, value(entry));
  for (const Entry& entry : entries) {
    const float own = most - best + value(entry);
    if (own < least_) continue;
    leave(entry.behind, own);
    need_[entry.named] = std::max(need_[entry.named], own - price_[entry.named]);
  }
}

void States::end_balance(std::vector<float>& direction) {
  for (std::size_t i = links_.size(); i-- > 0;) {  // shorter ones first
    const Link& link = links_[i];
    need_[2 * link.id + 1] =
        std::max(need_[2 * link.id + 1], need_[2 * link.shorter + 1] + link.backoff);
  }
  direction.assign(multipliers_.size(), 0);
  for (Id i = 1; i < multipliers_.size(); ++i) {
    const float all = present_[i] != 0 ? need_[2 * i + 1] : kNone;
    const float named = std::max(need_[2 * i], all) - multipliers_[i];
    direction[i] = std::max(left_[i], least_) - std::max(named, least_);
  }
}

double States::potential(ContextId context) {
  double sum = 0;
  const auto states = language_.states(context);
  for (std::size_t m = 0; m < models_; ++m) {
    const Id found = id(m, states[m]);
    if (present_[found] == 0) return kNever;
    sum += static_cast<double>(multipliers_[found]);
  }
  return sum;
}

}  // namespace manyways::chart_exact
