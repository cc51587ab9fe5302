// What surrounds passages, and what of them is left.
#include <algorithm>
#include <bit>

#include "base/wide.h"
#include "chart_exact/passages.h"

namespace manyways::chart_exact {

namespace {
// meets[i] = max(meets[i], a[i] + b[i] + c), where that is enough
MANYWAYS_WIDE void meet_all(float* __restrict meets, const float* __restrict a,
                            const float* __restrict b, float c, float least, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    const float sum = a[i] + b[i] + c;
    const float most = meets[i] < sum ? sum : meets[i];
    meets[i] = sum >= least ? most : meets[i];
  }
}
}  // namespace

void Passages::spread_column(CellId cell, const Group& group, std::span<const float> outer,
                             float least) {
  float* const meets = left_.meetings.data() + neighbours_.first_score(group.slot);
  const auto scores = neighbours_.scores(group.slot);
  if (group.gap == kNothing) {
    for (std::size_t p = 0; p < outer.size(); ++p) {
      meets[p] = std::max(meets[p], outer[p] + scores[p]);
    }
    return;
  }
  const auto meet = [&](const float* inside, float around) {
    meet_all(meets, inside, scores.data(), around, least, scores.size());
  };
  if (group.front == kNothing) {
    map(neighbours_.before(cell), neighbours_.before(group.gap), map_before_);
    for (std::size_t p = 0; p < outer.size(); ++p) {
      if (outer[p] == kNone) continue;
      raise(outer_row(group.gap, map_before_[p]).data(), scores.data(), outer[p], scores.size());
      meet(row(group.gap, map_before_[p]).data(), outer[p]);
    }
    return;
  }
  map(neighbours_.last(group.front), neighbours_.before(group.gap), map_);
  map(neighbours_.before(cell), neighbours_.before(group.front), map_before_);
  other_.resize(map_.size());
  for (std::size_t r = 0; r < map_.size(); ++r) {
    other_[r] = map_[r] == kNothing
                    ? kNone
                    : best_sum(row(group.gap, map_[r]).data(), scores.data(), scores.size());
  }
  std::vector<float> middle(map_.size(), kNone);  // the best up to the first gap, and around
  for (std::size_t p = 0; p < outer.size(); ++p) {
    if (outer[p] == kNone) continue;
    raise(outer_row(group.front, map_before_[p]).data(), other_.data(), outer[p], other_.size());
    raise(middle.data(), row(group.front, map_before_[p]).data(), outer[p], middle.size());
  }
  for (std::size_t r = 0; r < map_.size(); ++r) {
    if (middle[r] == kNone || map_[r] == kNothing) continue;
    raise(outer_row(group.gap, map_[r]).data(), scores.data(), middle[r], scores.size());
    meet(row(group.gap, map_[r]).data(), middle[r]);
  }
}

// What surrounds the walk under way is `outer`, by last word of the cell. Returns the best of all
// that the walk and it add up to; if that is at least
// `least`, tells the walk's gaps what surrounds them.
float Passages::spread_walk(CellId cell, std::span<const float> outer, float least) {
  const auto last = neighbours_.last(cell);
  float around = 0;
  if (!walk_.can_be) return kNone;
  if (walk_.ends_in_run) {
    const std::uint32_t l = find(last, walk_.word);
    if (l == kNothing) return kNone;
    around = outer[l];
    if (walk_.count == 0) return around + static_cast<float>(walk_.score);
  } else {
    const auto words = neighbours_.last(walk_.gaps[walk_.count - 1].part->cell());
    map(words, last, map_);
    outer_.resize(words.size());
    for (std::size_t r = 0; r < words.size(); ++r) {
      outer_[r] = map_[r] == kNothing ? kNone : outer[map_[r]];
    }
  }
  float whole = kNone;
  bool behind_run = walk_.ends_in_run;
  for (std::size_t k = walk_.count; k-- > 0;) {
    const Walk::Place& place = walk_.gaps[k];
    const CellId gap = place.part->cell();
    const std::size_t size = neighbours_.last(gap).size();
    if (behind_run) {
      const auto scores = neighbours_.scores(place.part[1].slot);
      outer_.resize(size);
      for (std::size_t r = 0; r < size; ++r) outer_[r] = scores[r] + around;
    }
    if (k + 1 == walk_.count) whole = best_sum(place.sums.data(), outer_.data(), size);
    if (!(whole >= least)) return whole;
    if (behind_run) {
      float* const meets = left_.meetings.data() + neighbours_.first_score(place.part[1].slot);
      meet_all(meets, place.sums.data(), outer_.data(), 0, least, size);
    }
    if (place.row != kNothing) {
      raise(outer_row(gap, place.row).data(), outer_.data(), static_cast<float>(place.before),
            size);
      around = best_sum(row(gap, place.row).data(), outer_.data(), size);
      behind_run = true;
      continue;
    }
    const Walk::Place& previous = walk_.gaps[k - 1];
    map(neighbours_.last(previous.part->cell()), neighbours_.before(gap), map_);
    other_.resize(map_.size());
    for (std::size_t r = 0; r < map_.size(); ++r) {
      other_[r] = kNone;
      if (map_[r] == kNothing) continue;
      if (previous.sums[r] != kNone) {
        raise(outer_row(gap, map_[r]).data(), outer_.data(), previous.sums[r], size);
      }
      other_[r] = best_sum(row(gap, map_[r]).data(), outer_.data(), size);
    }
    std::swap(outer_, other_);
    behind_run = false;
  }
  return whole;
}

void Passages::spread(CellId cell, float threshold) {
  const auto before = neighbours_.before(cell), last = neighbours_.last(cell);
  std::vector<float> outer_column(before.size()), outer_last(last.size());
  for (std::uint32_t g = first_group_[cell]; g < first_group_[cell + 1]; ++g) {
    Group& group = groups_[g];
    if (group.dead) continue;
    const float* const column = columns_.data() + group.column;
    const float* const from = rows_.data() + group.row;
    float whole = kNone;
    for (std::uint32_t p = 0; p < before.size(); ++p) {
      outer_column[p] =
          column[p] == kNone ? kNone : best_sum(outside_.data() + at(cell, p), from, last.size());
      whole = std::max(whole, outer_column[p] + column[p]);
    }
    group.dead = !(whole >= threshold);
    if (group.dead) continue;
    std::fill(outer_last.begin(), outer_last.end(), kNone);
    for (std::uint32_t p = 0; p < before.size(); ++p) {
      if (!(outer_column[p] + column[p] >= threshold)) {
        outer_column[p] = kNone;
        alive_[group.column + p] = 0;
        continue;
      }
      raise(outer_last.data(), outside_.data() + at(cell, p), column[p], last.size());
    }
    spread_column(cell, group, outer_column, threshold);
    for (std::uint32_t k = group.first; k < group.last; ++k) {
      const std::size_t i = grouped_[k], run = first_run(i);
      walk(i, run + 1, neighbours_.fixed(i), neighbours_.parts(i)[run].word());
      keep(i, spread_walk(cell, outer_last, threshold), threshold);
    }
  }
  for (std::uint32_t k = first_runless_[cell]; k < first_runless_[cell + 1]; ++k) {
    for (std::uint32_t p = 0; p < before.size(); ++p) {
      compose(cell, runless_[k], p);
      const auto outer = std::span(outside_).subspan(at(cell, p), last.size());
      keep(runless_[k], spread_walk(cell, outer, threshold), threshold);
    }
  }
}

// Which words of a cell can reach the threshold.
void Passages::mark(CellId cell, float least) {
  const auto before = neighbours_.before(cell), last = neighbours_.last(cell);
  const auto set = [](Bits& bits, Token word) {
    bits[word / 64] |= std::uint64_t{1} << (word % 64);
  };
  outer_.assign(last.size(), kNone);
  for (std::uint32_t p = 0; p < before.size(); ++p) {
    const float* const inner = inside_.data() + at(cell, p);
    const float* const outer = outside_.data() + at(cell, p);
    float best = kNone;
    for (std::size_t l = 0; l < last.size(); ++l) {
      const float sum = inner[l] + outer[l];
      outer_[l] = std::max(outer_[l], sum);
      best = std::max(best, sum);
    }
    if (best >= least) set(left_.before[cell], before[p]);
  }
  for (std::size_t l = 0; l < last.size(); ++l) {
    if (outer_[l] >= least) set(left_.last[cell], last[l]);
  }
}

bool Passages::sweep_outside(double threshold, exact::Watch& watch) {
  outside_.assign(first_.back(), kNone);
  left_.choices.assign(choices_.size(), kNone);
  outside_.back() = 0;
  left_.last.assign(problem_.cells(), Bits((neighbours_.tokens() + 63) / 64, 0));
  left_.before = left_.last;
  left_.meetings.assign(neighbours_.all_scores(), kNone);
  // Rounding is feared twice here: outside values are not known before.
  const auto least = least_ = static_cast<float>(threshold - 4 * slack_ - 1e-4);
  for (CellId cell = static_cast<CellId>(problem_.cells()); cell-- > 0;) {
    if (watch.over()) return false;
    mark(cell, least);
    spread(cell, least);
  }
  set_slack();
  return true;
}

std::vector<std::uint32_t> Passages::kept() const {
  std::vector<std::uint32_t> kept;
  for (std::size_t i = 0; i < choices_.size(); ++i) {
    if (left_.choices[i] != kNone) kept.push_back(choices_[i]);
  }
  return kept;
}

std::size_t Passages::left_size() const {
  const auto count = [](const Bits& bits) {
    std::size_t sum = 0;
    for (const std::uint64_t word : bits) sum += static_cast<std::size_t>(std::popcount(word));
    return sum;
  };
  std::size_t sum = 0;
  for (CellId cell = 0; cell < problem_.cells(); ++cell) {
    sum += count(left_.before[cell]) * count(left_.last[cell]);
  }
  return sum;
}

void Passages::open(CellId cell, std::uint32_t p, double threshold, std::vector<Open>& out) {
  const auto last = neighbours_.last(cell);
  const auto outer = std::span(outside_).subspan(at(cell, p), last.size());
  const auto least = static_cast<float>(threshold - slack_);
  for (std::uint32_t g = first_group_[cell]; g < first_group_[cell + 1]; ++g) {
    const Group& group = groups_[g];
    const float column = columns_[group.column + p];
    if (group.dead || column == kNone) continue;
    const float most = best_sum(outer.data(), rows_.data() + group.row, last.size());
    if (!(most + column >= least)) continue;
    const std::size_t begin = out.size();
    for (std::uint32_t k = group.first; k < group.last; ++k) {
      const std::size_t i = grouped_[k], run = first_run(i);
      if (left_.choices[i] == kNone) continue;
      walk(i, run + 1, neighbours_.fixed(i), neighbours_.parts(i)[run].word());
      const float rest = spread_walk(cell, outer, -kNone);
      if (!(rest + column >= least)) continue;
      out.push_back({static_cast<std::uint32_t>(i), g, static_cast<double>(rest) + slack_});
    }
    std::sort(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(),
              [](const Open& a, const Open& b) {
                return a.rest != b.rest ? a.rest > b.rest : a.choice < b.choice;
              });
  }
  for (std::uint32_t k = first_runless_[cell]; k < first_runless_[cell + 1]; ++k) {
    if (left_.choices[runless_[k]] == kNone) continue;
    compose(cell, runless_[k], p);
    const float rest = spread_walk(cell, outer, -kNone);
    if (!(rest >= least)) continue;
    out.push_back({runless_[k], kNothing, static_cast<double>(rest) + slack_});
  }
}

}  // namespace manyways::chart_exact
