// Rows of states, one of each feature, numbered: equal rows have one number, from 0 up.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/hash.h"

namespace manyways::search {

class StateTuples {
 public:
  using State = std::uint32_t;

  // Forgets everything; rows have `width` states from now on.
  void clear(std::size_t width) {
    width_ = width;
    states_.clear();
    slots_.assign(width > 1 ? 1024 : 0, 0);
  }
  std::span<const State> of(State number) const {
    return std::span(states_).subspan(number * width_, width_);
  }
  // The number of a row, given now if it is new.
  State number(std::span<const State> row) {
    const std::size_t slot = find(row);
    if (slots_[slot] != 0) return slots_[slot] - 1;
    const auto added = static_cast<State>(states_.size() / width_);
    states_.insert(states_.end(), row.begin(), row.end());
    slots_[slot] = added + 1;
    if (2 * (std::size_t{added} + 1) > slots_.size()) {
      slots_.assign(slots_.size() * 4, 0);
      for (State i = 0; i <= added; ++i) slots_[find(of(i))] = i + 1;
    }
    return added;
  }

 private:
  std::size_t find(std::span<const State> row) const {
    std::uint64_t hash = 0;
    for (const State state : row) hash = hash_combine(hash, state);
    std::size_t slot = hash & (slots_.size() - 1);
    while (slots_[slot] != 0 && !std::ranges::equal(row, of(slots_[slot] - 1))) {
      slot = (slot + 1) & (slots_.size() - 1);
    }
    return slot;
  }

  std::size_t width_ = 0;
  std::vector<State> states_;
  std::vector<State> slots_;  // open addressing, 1 + number
};

}  // namespace manyways::search
