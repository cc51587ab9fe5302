#include "chart_exact/passages.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/wide.h"

namespace manyways::chart_exact {

namespace {

constexpr std::size_t kLanes = 32;

}  // namespace

// into[i] = max(into[i], value + from[i])
MANYWAYS_WIDE void raise(float* __restrict into, const float* __restrict from, float value,
                         std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) {
    const float sum = value + from[i];
    into[i] = into[i] < sum ? sum : into[i];
  }
}

// Lanes, so that it is vectors that are compared.
MANYWAYS_WIDE float best_sum(const float* a, const float* b, std::size_t size) {
  float lanes[kLanes];
  std::fill_n(lanes, kLanes, kNone);
  std::size_t i = 0;
  for (; i + kLanes <= size; i += kLanes) {
    for (std::size_t j = 0; j < kLanes; ++j) {
      const float sum = a[i + j] + b[i + j];
      lanes[j] = lanes[j] < sum ? sum : lanes[j];
    }
  }
  for (; i < size; ++i) lanes[0] = std::max(lanes[0], a[i] + b[i]);
  return *std::max_element(lanes, lanes + kLanes);
}

std::uint32_t Passages::find(std::span<const Token> words, Token word) {
  const auto found = std::lower_bound(words.begin(), words.end(), word);
  if (found == words.end() || *found != word) return kNothing;
  return static_cast<std::uint32_t>(found - words.begin());
}

std::size_t Passages::size() const {
  std::size_t sum = 0;
  for (CellId cell = 0; cell < problem_.cells(); ++cell) {
    sum += neighbours_.before(cell).size() * neighbours_.last(cell).size();
  }
  return sum;
}

// Where the words of one set are in another. A word that is not there, kNothing, cannot stand in
// that place: a cell that may be without words names what stands before it anywhere.
void Passages::map(std::span<const Token> from, std::span<const Token> to,
                   std::vector<std::uint32_t>& out) {
  out.resize(from.size());
  std::uint32_t at = 0;
  for (std::size_t i = 0; i < from.size(); ++i) {
    while (at < to.size() && to[at] < from[i]) ++at;
    out[i] = at < to.size() && to[at] == from[i] ? at : kNothing;
  }
}

// into[map[i]] = max(into[map[i]], from[i])
void Passages::raise_mapped(float* into, std::span<const float> from) const {
  for (std::size_t i = 0; i < from.size(); ++i) {
    if (map_[i] != kNothing) into[map_[i]] = std::max(into[map_[i]], from[i]);
  }
}

std::size_t Passages::first_run(std::size_t i) const {
  const auto parts = neighbours_.parts(i);
  std::size_t at = 0;
  while (at < parts.size() && parts[at].is_gap()) ++at;
  return at;
}

void Passages::make_groups() {
  groups_.clear();
  grouped_.clear();
  runless_.clear();
  first_group_.assign(1, 0);
  first_runless_.assign(1, 0);
  std::size_t columns = 0, rows = 0, i = 0;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keyed;
  first_.assign(1, 0);
  for (CellId cell = 0; cell < problem_.cells(); ++cell) {
    keyed.clear();
    for (; i < choices_.size() && problem_.choices()[choices_[i]].cell == cell; ++i) {
      const auto parts = neighbours_.parts(i);
      const std::size_t run = first_run(i);
      if (run == parts.size()) {
        runless_.push_back(static_cast<std::uint32_t>(i));
        continue;
      }
      const std::uint64_t front = run == 2 ? parts[0].what + std::uint64_t{1} : 0;
      keyed.push_back({front << 32 | parts[run].slot, static_cast<std::uint32_t>(i)});
    }
    std::sort(keyed.begin(), keyed.end());
    for (std::size_t k = 0; k < keyed.size(); ++k) {
      if (k == 0 || keyed[k].first != keyed[k - 1].first) {
        const auto parts = neighbours_.parts(keyed[k].second);
        const std::size_t run = first_run(keyed[k].second);
        const auto here = static_cast<std::uint32_t>(grouped_.size());
        groups_.push_back({parts[run].slot, run == 2 ? parts[0].what : kNothing,
                           run > 0 ? parts[run - 1].what : kNothing, columns, rows, here, here,
                           false});
        columns += neighbours_.before(cell).size();
        rows += neighbours_.last(cell).size();
      }
      grouped_.push_back(keyed[k].second);
      groups_.back().last = static_cast<std::uint32_t>(grouped_.size());
    }
    first_group_.push_back(static_cast<std::uint32_t>(groups_.size()));
    first_runless_.push_back(static_cast<std::uint32_t>(runless_.size()));
    first_.push_back(first_.back() +
                     neighbours_.before(cell).size() * neighbours_.last(cell).size());
  }
  columns_.assign(columns, kNone);
  alive_.assign(columns, 1);
  rows_.assign(rows, kNone);
}

// The best sums behind a gap, for sums before it.
void Passages::pass_gap(const Part& gap, std::span<const float> sums, std::span<const Token> words,
                        std::vector<float>& out) {
  out.assign(neighbours_.last(gap.cell()).size(), kNone);
  map(words, neighbours_.before(gap.cell()), map_);
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (sums[i] == kNone || map_[i] == kNothing) continue;
    raise(out.data(), row(gap.cell(), map_[i]).data(), sums[i], out.size());
  }
}

// The parts of a choice from `from` on, after a word.
void Passages::walk(std::size_t i, std::size_t from, double score, Token word) {
  const auto parts = neighbours_.parts(i);
  walk_.count = 0;
  walk_.score = score;
  walk_.word = word;
  walk_.ends_in_run = true;
  walk_.can_be = true;
  for (std::size_t k = from; k < parts.size(); ++k) {
    const Part& part = parts[k];
    if (!part.is_gap()) {
      const auto scores = neighbours_.scores(part.slot);
      const auto& sums = walk_.gaps[walk_.count - 1].sums;
      walk_.score = static_cast<double>(best_sum(sums.data(), scores.data(), sums.size()));
      walk_.word = part.word();
      walk_.ends_in_run = true;
      continue;
    }
    Walk::Place& place = walk_.gaps[walk_.count++];
    place.part = &part;
    if (walk_.ends_in_run) {
      place.before = walk_.score;
      place.row = before(part.cell(), walk_.word);
      if (place.row == kNothing) {
        walk_.can_be = false;
        return;
      }
      const auto from_row = row(part.cell(), place.row);
      place.sums.assign(from_row.begin(), from_row.end());
      for (float& sum : place.sums) sum += static_cast<float>(walk_.score);
    } else {
      const Walk::Place& last = walk_.gaps[walk_.count - 2];
      place.row = kNothing;
      pass_gap(part, last.sums, neighbours_.last(last.part->cell()), place.sums);
    }
    walk_.ends_in_run = false;
  }
}

void Passages::fill_column(CellId cell, const Group& group) {
  const auto scores = neighbours_.scores(group.slot);
  float* const column = columns_.data() + group.column;
  const std::uint8_t* const alive = alive_.data() + group.column;
  if (group.gap == kNothing) {
    for (std::size_t p = 0; p < scores.size(); ++p) column[p] = alive[p] != 0 ? scores[p] : kNone;
    return;
  }
  const float* next = scores.data();
  CellId gap = group.gap;
  if (group.front != kNothing) {
    map(neighbours_.last(group.front), neighbours_.before(gap), map_);
    other_.resize(map_.size());
    for (std::size_t r = 0; r < map_.size(); ++r) {
      other_[r] =
          map_[r] == kNothing ? kNone : best_sum(row(gap, map_[r]).data(), next, scores.size());
    }
    next = other_.data();
    gap = group.front;
  }
  map(neighbours_.before(cell), neighbours_.before(gap), map_before_);
  for (std::size_t p = 0; p < map_before_.size(); ++p) {
    column[p] = map_before_[p] == kNothing || alive[p] == 0
                    ? kNone
                    : best_sum(row(gap, map_before_[p]).data(), next, neighbours_.last(gap).size());
  }
}

// A choice without runs, after a word; that of the beginning of a sentence ends in <s>.
void Passages::compose(CellId cell, std::size_t i, std::uint32_t p) {
  walk(i, 0, neighbours_.fixed(i), neighbours_.before(cell)[p]);
}

// Raises values by last words to those of the walk.
void Passages::end_walk(std::span<const Token> last, float* into) {
  if (!walk_.can_be) return;
  if (walk_.ends_in_run) {
    const std::uint32_t l = find(last, walk_.word);
    if (l != kNothing) into[l] = std::max(into[l], static_cast<float>(walk_.score));
    return;
  }
  const Walk::Place& end = walk_.gaps[walk_.count - 1];
  map(neighbours_.last(end.part->cell()), last, map_);
  raise_mapped(into, end.sums);
}

void Passages::fill(CellId cell) {
  const auto before = neighbours_.before(cell), last = neighbours_.last(cell);
  for (std::uint32_t g = first_group_[cell]; g < first_group_[cell + 1]; ++g) {
    const Group& group = groups_[g];
    if (group.dead) continue;
    float* const into = rows_.data() + group.row;
    for (std::uint32_t k = group.first; k < group.last; ++k) {
      const std::size_t i = grouped_[k], run = first_run(i);
      walk(i, run + 1, neighbours_.fixed(i), neighbours_.parts(i)[run].word());
      end_walk(last, into);
    }
    fill_column(cell, group);
    const float* const column = columns_.data() + group.column;
    for (std::uint32_t p = 0; p < before.size(); ++p) {
      if (column[p] == kNone) continue;
      raise(inside_.data() + at(cell, p), into, column[p], last.size());
    }
  }
  for (std::uint32_t k = first_runless_[cell]; k < first_runless_[cell + 1]; ++k) {
    for (std::uint32_t p = 0; p < before.size(); ++p) {
      compose(cell, runless_[k], p);
      end_walk(last, inside_.data() + at(cell, p));
    }
  }
}

// What rounding can lose: a derivation has at most two choices for each position and two more, each
// with at most sixteen sums.
void Passages::set_slack() {
  auto most = static_cast<float>(neighbours_.largest());
  for (const auto* table : {&inside_, &outside_}) {
    for (const float value : *table) {
      if (value != kNone) most = std::max(most, std::abs(value));
    }
  }
  const double length = problem_.forest().cell(problem_.forest().goal()).end;
  slack_ = std::ldexp(1.0, -24) * 2 * static_cast<double>(most) * 16 * (2 * length + 4);
}

void Passages::begin(std::span<const std::uint32_t> choices) {
  choices_ = choices;
  make_groups();
}

bool Passages::sweep_inside(exact::Watch& watch) {
  outside_.clear();
  std::fill(rows_.begin(), rows_.end(), kNone);
  inside_.assign(first_.back(), kNone);
  for (CellId cell = 0; cell < problem_.cells(); ++cell) {
    if (watch.over()) return false;
    fill(cell);
  }
  set_slack();
  return true;
}

}  // namespace manyways::chart_exact
