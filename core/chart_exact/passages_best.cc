// The best derivation of a table of passages.
#include <algorithm>

#include "chart_exact/passages.h"

namespace manyways::chart_exact {

namespace {
std::uint32_t best_place(std::span<const float> a, std::span<const float> b) {
  std::uint32_t best = 0;
  for (std::uint32_t i = 1; i < a.size(); ++i) {
    if (a[i] + b[i] > a[best] + b[best]) best = i;
  }
  return best;
}
}  // namespace

Derivation Passages::best() {
  Derivation path;
  std::vector<Step> open(1, {static_cast<CellId>(problem_.cells() - 1), 0, 0});
  while (!open.empty()) {
    const Step step = open.back();
    open.pop_back();
    steps_.clear();
    const std::uint32_t id = choices_[explain(step)];
    path.push_back(id);
    // Derivations list the gaps in the order of the source: the last to come is the next to go on.
    std::array<Step, 2> by_source;
    std::size_t at = 0;
    for (const Symbol symbol : problem_.symbols(problem_.choices()[id])) {
      if (symbol < 0) by_source[static_cast<std::size_t>(-1 - symbol)] = steps_[at++];
    }
    for (std::size_t t = at; t-- > 0;) open.push_back(by_source[t]);
  }
  return path;
}

// Which choice a passage is best made of; steps_ are the passages through its gaps.
std::size_t Passages::explain(const Step& step) {
  const float value = row(step.cell, step.before)[step.last];
  const Token last = neighbours_.last(step.cell)[step.last];
  for (std::uint32_t g = first_group_[step.cell]; g < first_group_[step.cell + 1]; ++g) {
    const Group& group = groups_[g];
    const float rest = rows_[group.row + step.last];
    if (group.dead || columns_[group.column + step.before] + rest != value) continue;
    for (std::uint32_t k = group.first; k < group.last; ++k) {
      const std::size_t i = grouped_[k], run = first_run(i);
      walk(i, run + 1, neighbours_.fixed(i), neighbours_.parts(i)[run].word());
      if (walk_value(last) != rest) continue;
      explain_column(step, group);
      explain_walk(last);
      return i;
    }
  }
  std::size_t found = 0;
  for (std::uint32_t k = first_runless_[step.cell]; k < first_runless_[step.cell + 1]; ++k) {
    found = runless_[k];
    compose(step.cell, found, step.before);
    if (walk_value(last) == value) break;
  }
  explain_walk(last);
  return found;
}

// What the walk under way is worth if it ends in a word.
float Passages::walk_value(Token last) const {
  if (!walk_.can_be) return kNone;
  if (walk_.ends_in_run) return walk_.word == last ? static_cast<float>(walk_.score) : kNone;
  const Walk::Place& end = walk_.gaps[walk_.count - 1];
  const std::uint32_t l = find(neighbours_.last(end.part->cell()), last);
  return l == kNothing ? kNone : end.sums[l];
}

void Passages::explain_column(const Step& step, const Group& group) {
  if (group.gap == kNothing) return;
  const auto scores = neighbours_.scores(group.slot);
  const Token word = neighbours_.before(step.cell)[step.before];
  CellId gap = group.gap;
  std::uint32_t from = before(group.front == kNothing ? gap : group.front, word);
  if (group.front != kNothing) {
    map(neighbours_.last(group.front), neighbours_.before(gap), map_);
    other_.resize(map_.size());
    for (std::size_t r = 0; r < map_.size(); ++r) {
      other_[r] = map_[r] == kNothing
                      ? kNone
                      : best_sum(row(gap, map_[r]).data(), scores.data(), scores.size());
    }
    const std::uint32_t r = best_place(row(group.front, from), other_);
    steps_.push_back({group.front, from, r});
    from = map_[r];
  }
  const std::uint32_t q = best_place(row(gap, from), scores);
  steps_.push_back({gap, from, q});
}

void Passages::explain_walk(Token last) {
  const std::size_t first = steps_.size();
  bool behind_run = walk_.ends_in_run;
  std::uint32_t r = 0;
  for (std::size_t k = walk_.count; k-- > 0;) {
    const Walk::Place& place = walk_.gaps[k];
    const CellId gap = place.part->cell();
    if (behind_run) {
      const std::uint32_t slot = place.part[1].slot;
      r = best_place(place.sums, neighbours_.scores(slot));
    } else if (k + 1 == walk_.count) {
      r = find(neighbours_.last(gap), last);
    }
    if (place.row != kNothing) {
      steps_.push_back({gap, place.row, r});
      behind_run = true;
      continue;
    }
    const Walk::Place& previous = walk_.gaps[k - 1];
    map(neighbours_.last(previous.part->cell()), neighbours_.before(gap), map_);
    std::uint32_t best = kNothing;
    float most = kNone;
    for (std::uint32_t i = 0; i < map_.size(); ++i) {
      if (map_[i] == kNothing) continue;
      const float sum = previous.sums[i] + row(gap, map_[i])[r];
      if (best == kNothing || sum > most) best = i, most = sum;
    }
    steps_.push_back({gap, map_[best], r});
    r = best;
    behind_run = false;
  }
  std::reverse(steps_.begin() + static_cast<std::ptrdiff_t>(first), steps_.end());
}

}  // namespace manyways::chart_exact
