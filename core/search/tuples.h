// Rows of states, one of each feature, numbered: equal rows have one number, from 0 up.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/hash.h"
#include "base/hash_table.h"

namespace manyways::search {

class StateTuples {
 public:
  using State = std::uint32_t;

  // Forgets everything; rows have `width` states from now on.
  void clear(std::size_t width) {
    width_ = width;
    states_.clear();
    ids_.clear();
  }
  std::span<const State> of(State number) const {
    return std::span(states_).subspan(number * width_, width_);
  }
  // The number of a row, given now if it is new.
  State number(std::span<const State> row) {
    const auto next = static_cast<State>(states_.size() / width_);
    const State id = ids_.find_or_add(
        hash_of(row), next, [&](State other) { return std::ranges::equal(of(other), row); },
        [&](State other) { return hash_of(of(other)); });
    if (id == next) states_.insert(states_.end(), row.begin(), row.end());
    return id;
  }

 private:
  static std::uint64_t hash_of(std::span<const State> row) {
    std::uint64_t hash = 0;
    for (const State state : row) hash = hash_combine(hash, state);
    return hash;
  }

  std::size_t width_ = 0;
  std::vector<State> states_;
  IdTable ids_;
};

}  // namespace manyways::search
