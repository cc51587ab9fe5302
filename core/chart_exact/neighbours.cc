#include "chart_exact/neighbours.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace manyways::chart_exact {

template <typename Visit>
void Neighbours::each(const Bits& bits, Visit&& visit) {
  for (std::size_t i = 0; i < bits.size(); ++i) {
    for (std::uint64_t rest = bits[i]; rest != 0; rest &= rest - 1) {
      visit(static_cast<Token>(64 * i + static_cast<unsigned>(std::countr_zero(rest))));
    }
  }
}

void Neighbours::set_bits(Bits& into, const Bits& from) {
  for (std::size_t i = 0; i < from.size(); ++i) into[i] |= from[i];
}

// Those of which `from`, of the last round, knows.
void Neighbours::keep_bits(Bits& into, const Bits& from) const {
  if (old_depth_ == depth_) {
    for (std::size_t i = 0; i < from.size(); ++i) into[i] &= from[i];
    return;
  }
  each(into, [&](Token word) {
    const Token old = language_.cut(word, old_depth_);
    if ((from[old / 64] >> (old % 64) & 1) == 0)
      into[word / 64] &= ~(std::uint64_t{1} << word % 64);
  });
}

void Neighbours::set_bit(Bits& into, Token word) {
  into[word / 64] |= std::uint64_t{1} << (word % 64);
}

Neighbours::Neighbours(Problem& problem)
    : problem_(problem),
      language_(problem.language()),
      tokens_(problem.language().tokens()),
      cells_(problem.cells()),
      states_(problem.language()) {}

// Which words can be the first and the last of each cell.
void Neighbours::find_ends(std::span<const std::uint32_t> choices, const Survivors& left) {
  const Bits none((tokens_ + 63) / 64, 0);
  first_.assign(cells_, none);
  last_.assign(cells_, none);
  nullable_.assign(cells_, false);
  const auto add = [&](Bits& bits, std::vector<Bits>& of, const Choice& choice, Symbol symbol) {
    if (symbol >= 0) {
      set_bit(bits, end(static_cast<Token>(symbol)));
      return false;
    }
    const CellId tail = choice.application->tails[static_cast<std::size_t>(-1 - symbol)];
    set_bits(bits, of[tail]);
    return static_cast<bool>(nullable_[tail]);
  };
  CellId done = 0;  // cells before this one are as they will be
  const auto reach = [&](CellId cell) {
    for (; done < cell; ++done) {
      if (!left.empty()) keep_bits(last_[done], left.last[done]);
    }
  };
  for (const std::uint32_t id : choices) {
    const Choice& choice = problem_.choices()[id];
    const auto symbols = problem_.symbols(choice);
    reach(choice.cell);
    if (Problem::begins(choice)) {
      set_bit(last_[choice.cell], Language::kStart);
      continue;
    }
    std::size_t at = 0;
    while (at < symbols.size() && add(first_[choice.cell], first_, choice, symbols[at])) ++at;
    if (at == symbols.size()) nullable_[choice.cell] = true;
    at = symbols.size();
    while (at > 0 && add(last_[choice.cell], last_, choice, symbols[at - 1])) --at;
  }
}

// Which words can stand before each cell: from the goal down.
void Neighbours::find_before(std::span<const std::uint32_t> choices, const Survivors& left) {
  before_.assign(cells_, Bits((tokens_ + 63) / 64, 0));
  Bits now;
  for (std::size_t i = choices.size(); i-- > 0;) {
    const Choice& choice = problem_.choices()[choices[i]];
    if (!left.empty()) keep_bits(before_[choice.cell], left.before[choice.cell]);
    now = before_[choice.cell];
    for (const Symbol symbol : problem_.symbols(choice)) {
      if (symbol >= 0) {
        std::fill(now.begin(), now.end(), 0);
        set_bit(now, end(static_cast<Token>(symbol)));
        continue;
      }
      const CellId tail = choice.application->tails[static_cast<std::size_t>(-1 - symbol)];
      set_bits(before_[tail], now);
      if (!nullable_[tail]) std::fill(now.begin(), now.end(), 0);
      set_bits(now, last_[tail]);
    }
  }
}

// The number of the set of words that can stand before a symbol of a choice.
std::uint32_t Neighbours::set_before(const Choice& choice, std::size_t at) const {
  if (at == 0) return static_cast<std::uint32_t>(cells_ + choice.cell);
  const Symbol gap = problem_.symbols(choice)[at - 1];
  return choice.application->tails[static_cast<std::size_t>(-1 - gap)];
}

void Neighbours::add_parts(const Choice& choice) {
  double weight = choice.score;
  const auto symbols = problem_.symbols(choice);
  const std::size_t depth = std::max(1u, language_.reach());
  for (std::size_t at = 0; at < symbols.size();) {
    if (symbols[at] < 0) {
      const auto gap = static_cast<std::size_t>(-1 - symbols[at]);
      parts_.push_back({kNothing, choice.application->tails[gap], 0, 0});
      ++at;
      continue;
    }
    const std::uint32_t set = set_before(choice, at);
    const auto begin = static_cast<std::uint32_t>(at);
    ContextId known = Language::kNothing;
    std::array<Token, Language::kMostWords + 1> row;
    std::size_t count = 0;
    for (; at < symbols.size() && symbols[at] >= 0; ++at) {
      const auto word = static_cast<Token>(symbols[at]);
      const bool chooses = count < depth && (count == 0 || !language_.is_whole(known));
      const Language::Step step = language_.step(known, word);
      if (chooses) {
        row[count++] = language_.plain(word);
      } else {
        weight += step.score;
      }
      known = step.next;
    }
    const ContextId first = language_.row(std::span(row).first(count));
    const Token last = end(static_cast<Token>(symbols[at - 1]));
    const bool is_end = last == Language::kEnd, is_row = count == at - begin;
    const Slot made{first, set, is_row && !is_end, 0};
    if (!is_row && !is_end) {
      words_.clear();
      for (std::size_t i = begin; i < at; ++i) words_.push_back(static_cast<Token>(symbols[i]));
      states_.states_of(words_, inner_);
    }
    const std::uint32_t slot =
        *slot_ids_.insert(key(made), static_cast<std::uint32_t>(slots_.size())).first;
    if (slot == slots_.size()) slots_.push_back(made);
    parts_.push_back({slot, last, begin, static_cast<std::uint32_t>(at)});
  }
  first_part_.push_back(parts_.size());
  first_inner_.push_back(inner_.size());
  fixed_.push_back(weight);
}

// Which words can stand before each word, in all that is left.
std::vector<Tokens> Neighbours::pairs(std::span<const std::uint32_t> choices,
                                      const Survivors& left) const {
  std::vector<Bits> bits(tokens_, Bits((tokens_ + 63) / 64, 0));  // by plain tokens
  for (const std::uint32_t id : choices) {
    const Choice& choice = problem_.choices()[id];
    const auto symbols = problem_.symbols(choice);
    for (std::size_t i = 0; i < symbols.size(); ++i) {
      if (symbols[i] < 0) continue;
      const Token word = language_.plain(static_cast<Token>(symbols[i]));
      if (i > 0 && symbols[i - 1] >= 0) {
        set_bit(bits[word], language_.plain(static_cast<Token>(symbols[i - 1])));
      } else if (left.empty()) {
        for (const Token other : sets_[set_before(choice, i)])
          set_bit(bits[word], language_.plain(other));
      }
    }
  }
  if (!left.empty()) {
    for (const Slot& slot : old_slots_) {
      const Tokens& set = old_sets_[slot.set];
      const Token word = language_.words(slot.row)[0];
      for (std::size_t k = 0; k < set.size(); ++k) {
        if (left.meetings[slot.first + k] != kNone) set_bit(bits[word], language_.plain(set[k]));
      }
    }
  }
  std::vector<Tokens> before(tokens_);
  for (Token word = 0; word < tokens_; ++word) {
    each(bits[word], [&](Token other) {
      if (other != Language::kEnd) before[word].push_back(other);
    });
  }
  return before;
}

void Neighbours::find_sets(std::span<const std::uint32_t> choices, const Survivors& left) {
  find_ends(choices, left);
  find_before(choices, left);
  sets_.assign(2 * cells_, {});
  for (CellId cell = 0; cell < cells_; ++cell) {
    if (problem_.forest().cell(cell).kind != chart::CellKind::kX) {
      set_bit(before_[cell], Language::kStart);
    }
    if (nullable_[cell]) set_bits(last_[cell], before_[cell]);
    if (!left.empty()) {
      keep_bits(before_[cell], left.before[cell]);
      keep_bits(last_[cell], left.last[cell]);
    }
    each(last_[cell], [&](Token word) { sets_[cell].push_back(word); });
    each(before_[cell], [&](Token word) { sets_[cells_ + cell].push_back(word); });
  }
}

std::uint64_t Neighbours::key(const Slot& slot) {
  const std::uint64_t row = std::uint64_t{slot.row} << 32 | (slot.paid ? 1 : 0);
  return std::uint64_t{slot.set} << 32 | row_ids_.add(row);
}

bool Neighbours::find(std::span<const std::uint32_t> choices, unsigned depth, const Survivors& left,
                      std::size_t most, exact::Watch& watch) {
  old_depth_ = depth_;
  depth_ = depth;
  std::swap(old_slots_, slots_);
  std::swap(old_sets_, sets_);
  std::swap(old_slot_ids_, slot_ids_);
  find_sets(choices, left);
  states_.begin(pairs(choices, left));
  if (watch.over()) return false;
  slot_ids_.clear();
  slots_.clear();
  parts_.clear();
  first_part_.assign(1, 0);
  fixed_.clear();
  inner_.clear();
  first_inner_.assign(1, 0);
  for (std::size_t i = 0; i < choices.size(); ++i) {
    if (i % kQuestionsPerLook == kQuestionsPerLook - 1 && watch.over()) return false;
    add_parts(problem_.choices()[choices[i]]);
  }
  return score_slots(left, most, watch);
}

}  // namespace manyways::chart_exact
