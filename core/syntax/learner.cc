#include "syntax/learner.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace manyways::syntax {

// Where the weight of this action is, made now if it is new; a row without room moves to the end.
std::uint32_t Learner::place(Row& row, std::uint16_t action) {
  for (std::uint32_t i = row.first; i < row.first + row.count; ++i) {
    if (weights_[i].action == action) return i;
  }
  if (row.count == row.room) {
    const auto moved = static_cast<std::uint32_t>(weights_.size());
    row.room = static_cast<std::uint16_t>(row.room == 0 ? 2 : 2 * row.room);
    weights_.resize(weights_.size() + row.room);
    past_.resize(past_.size() + row.room);
    std::copy_n(weights_.begin() + row.first, row.count, weights_.begin() + moved);
    std::copy_n(past_.begin() + row.first, row.count, past_.begin() + moved);
    row.first = moved;
  }
  const std::uint32_t fresh = row.first + row.count++;
  weights_[fresh] = {action, 0};
  past_[fresh] = {0, steps_};
  return fresh;
}

void Learner::update(std::span<const std::uint64_t> keys, std::uint16_t action,
                     std::int32_t change) {
  for (const std::uint64_t key : keys) {
    const auto [row, fresh] = rows_by_key_.insert(key, static_cast<std::uint32_t>(rows_.size()));
    if (fresh) {
      keys_.push_back(key);
      rows_.emplace_back();
    }
    const std::uint32_t at = place(rows_[*row], action);
    past_[at].total += weights_[at].weight * (steps_ - past_[at].since);
    past_[at].since = steps_;
    weights_[at].weight += change;
  }
}

double Learner::mean(std::uint32_t place) const {
  const Past& past = past_[place];
  const std::int64_t total = past.total + weights_[place].weight * (steps_ - past.since);
  return static_cast<double>(total) / static_cast<double>(steps_);
}

WeightRows Learner::averaged(std::int32_t least) const {
  double largest = 0;
  for (const Row& row : rows_) {
    for (std::uint32_t i = row.first; i < row.first + row.count; ++i) {
      largest = std::max(largest, std::abs(mean(i)));
    }
  }
  const double unit = largest > 0 ? largest / 32767 : 1;
  WeightRows made;
  std::vector<std::uint64_t> keys;
  std::vector<std::uint32_t> counts;
  std::vector<std::uint32_t> order(rows_.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return keys_[a] < keys_[b]; });
  for (const std::uint32_t r : order) {
    const std::size_t before = made.rows.size();
    const Row& row = rows_[r];
    for (std::uint32_t i = row.first; i < row.first + row.count; ++i) {
      const auto weight = static_cast<std::int16_t>(std::lround(mean(i) / unit));
      if (std::abs(weight) >= least) made.rows.push_back({weights_[i].action, weight});
    }
    if (made.rows.size() == before) continue;
    std::sort(made.rows.begin() + static_cast<std::ptrdiff_t>(before), made.rows.end(),
              [](ActionWeight a, ActionWeight b) { return a.action < b.action; });
    keys.push_back(keys_[r]);
    counts.push_back(static_cast<std::uint32_t>(made.rows.size() - before));
  }
  made.slots = slots_of(keys, counts);
  return made;
}

}  // namespace manyways::syntax
