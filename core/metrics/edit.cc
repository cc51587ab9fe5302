#include "metrics/edit.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace manyways::metrics {
namespace {

constexpr int kBeamWidth = 25;
constexpr int kFar = 1 << 29;

// The cells j in [first, last) of row i that sacreBLEU's beam looks at.
struct Beam {
  Beam(int candidate, int reference) : candidate_(candidate), reference_(reference) {
    ratio_ = candidate > 0 ? static_cast<double>(reference) / candidate : 1.0;
    width_ =
        kBeamWidth < ratio_ / 2 ? static_cast<int>(std::ceil(ratio_ / 2 + kBeamWidth)) : kBeamWidth;
  }
  int first(int i) const { return std::max(0, middle(i) - width_); }
  int last(int i) const {
    return i == candidate_ ? reference_ + 1 : std::min(reference_ + 1, middle(i) + width_);
  }

 private:
  int middle(int i) const { return static_cast<int>(std::floor(i * ratio_)); }
  int candidate_, reference_, width_;
  double ratio_;
};

void sum_up(std::vector<int>& errors) {
  for (std::size_t i = 1; i < errors.size(); ++i) errors[i] += errors[i - 1];
}

}  // namespace

Shift shift_of(int start, int length, int target, int size) {
  if (target < start) return {target, start + length, start};
  const int end = target > start + length ? target : std::min(size, length + target);
  return {start, end, start + length};
}

void EditDistance::set_reference(std::span<const std::uint32_t> ids, std::uint32_t symbols) {
  reference_.assign(ids.begin(), ids.end());
  blocks_ = std::max<std::size_t>(1, (ids.size() + 63) / 64);
  last_ = std::uint64_t{1} << ((ids.size() + 63) % 64);
  places_.assign((symbols + std::size_t{1}) * blocks_, 0);
  for (std::size_t j = 0; j < ids.size(); ++j)
    places_[ids[j] * blocks_ + j / 64] |= std::uint64_t{1} << j % 64;
  scratch_.resize(2 * blocks_);
}

void EditDistance::set_candidate(std::span<const std::uint32_t> ids) {
  candidate_.assign(ids.begin(), ids.end());
  rows_.resize((ids.size() + 1) * blocks_);
  values_.resize(ids.size() + 1);
  for (std::size_t b = 0; b < blocks_; ++b) rows_[b] = {~std::uint64_t{0}, 0, 0, 0};
  values_[0] = reference_size();
  compute_rows(0);
  find_trusted();
}

void EditDistance::apply(const Shift& shift) {
  std::rotate(candidate_.begin() + shift.begin, candidate_.begin() + shift.split,
              candidate_.begin() + shift.end);
  compute_rows(static_cast<std::size_t>(shift.begin));
}

void EditDistance::compute_rows(std::size_t from) {
  for (std::size_t i = from; i < candidate_.size(); ++i)
    values_[i + 1] =
        values_[i] + step(&rows_[i * blocks_], candidate_[i], &rows_[(i + 1) * blocks_]);
}

// One candidate word; returns how the distance to the whole reference changes.
inline int EditDistance::step(const Row* previous, std::uint32_t word, Row* next) const {
  const std::uint64_t* places = &places_[word * blocks_];
  std::uint64_t plus = 1, minus = 0;  // what comes in below the first reference word: always +1
  for (std::size_t b = 0; b < blocks_; ++b) {
    const std::uint64_t up = previous[b].up, down = previous[b].down;
    std::uint64_t same = places[b];
    const std::uint64_t x = same | down;
    same |= minus;
    const std::uint64_t carry = (((same & up) + up) ^ up) | same;
    const std::uint64_t later = down | ~(carry | up);
    const std::uint64_t sooner = up & carry;
    const std::uint64_t later_up = later << 1 | plus, sooner_up = sooner << 1 | minus;
    next[b] = {sooner_up | ~(x | later_up), later_up & x, later, sooner};
    plus = later >> 63;
    minus = sooner >> 63;
  }
  const Row& end = next[blocks_ - 1];
  return static_cast<int>((end.later & last_) != 0) - static_cast<int>((end.sooner & last_) != 0);
}

int EditDistance::shifted(const Shift& shift) {
  const Row* now = &rows_[static_cast<std::size_t>(shift.begin) * blocks_];
  int value = values_[static_cast<std::size_t>(shift.begin)];
  Row* spare = scratch_.data();
  Row* other = scratch_.data() + blocks_;
  const auto run = [&](int from, int to) {
    for (int i = from; i < to; ++i) {
      value += step(now, candidate_[static_cast<std::size_t>(i)], spare);
      now = spare;
      std::swap(spare, other);
    }
  };
  run(shift.split, shift.end);
  run(shift.begin, shift.split);
  run(shift.end, static_cast<int>(candidate_.size()));
  return value;
}

void EditDistance::find_trusted() {
  const int n = static_cast<int>(candidate_.size()), m = reference_size(), more = m - n;
  const Beam beam(n, m);
  trusted_ = std::numeric_limits<int>::max();
  for (int i = 1; i <= n; ++i) {
    if (const int first = beam.first(i); first > 0)
      trusted_ = std::min(trusted_, more - 2 * (first - i - 1) - 1);
    if (const int last = beam.last(i); last <= m)
      trusted_ = std::min(trusted_, 2 * (last - i) - more - 1);
  }
}

bool EditDistance::equal(int i, int j) const {
  return candidate_[static_cast<std::size_t>(i)] == reference_[static_cast<std::size_t>(j)];
}

int EditDistance::align(Alignment& alignment) {
  alignment.candidate_of.assign(reference_.size(), -1);
  alignment.reference_errors.assign(reference_.size() + 1, 0);
  alignment.candidate_errors.assign(candidate_.size() + 1, 0);
  const int value = this->value() <= trusted_ ? align_by_rows(alignment) : align_by_beam(alignment);
  sum_up(alignment.reference_errors);
  sum_up(alignment.candidate_errors);
  return value;
}

// Of equally good ways: match or substitution, then a candidate word too many, then one missing.
int EditDistance::align_by_rows(Alignment& alignment) const {
  int i = static_cast<int>(candidate_.size()), j = reference_size();
  const auto bit = [](std::uint64_t bits, int at) { return static_cast<int>(bits >> at % 64 & 1); };
  while (i > 0 || j > 0) {
    if (i > 0 && j > 0) {
      const std::size_t block = static_cast<std::size_t>(j - 1) / 64;
      const Row& row = rows_[static_cast<std::size_t>(i) * blocks_ + block];
      const Row& before = rows_[static_cast<std::size_t>(i - 1) * blocks_ + block];
      const int across = bit(row.later, j - 1) - bit(row.sooner, j - 1);
      const int diagonal = across + bit(before.up, j - 1) - bit(before.down, j - 1);
      const int cost = equal(i - 1, j - 1) ? 0 : 1;
      if (diagonal == cost) {
        alignment.candidate_of[static_cast<std::size_t>(j - 1)] = i - 1;
        alignment.reference_errors[static_cast<std::size_t>(j)] = cost;
        alignment.candidate_errors[static_cast<std::size_t>(i)] = cost;
        --i, --j;
        continue;
      }
      if (across == 1) {
        alignment.candidate_errors[static_cast<std::size_t>(i--)] = 1;
        continue;
      }
    }
    if (j > 0) {
      alignment.candidate_of[static_cast<std::size_t>(j - 1)] = i - 1;
      alignment.reference_errors[static_cast<std::size_t>(j--)] = 1;
    } else {
      alignment.candidate_errors[static_cast<std::size_t>(i--)] = 1;
    }
  }
  return value();
}

int EditDistance::fill_beam(std::span<const std::uint32_t> candidate) {
  const int n = static_cast<int>(candidate.size()), m = reference_size();
  const std::size_t width = static_cast<std::size_t>(m) + 1;
  const Beam beam(n, m);
  beam_costs_.assign((candidate.size() + 1) * width, kFar);
  beam_steps_.assign(beam_costs_.size(), 'x');
  for (int j = 0; j <= m; ++j) {
    beam_costs_[static_cast<std::size_t>(j)] = j;
    beam_steps_[static_cast<std::size_t>(j)] = 'i';
  }
  for (int i = 1; i <= n; ++i) {
    int* costs = &beam_costs_[static_cast<std::size_t>(i) * width];
    const int* before = costs - width;
    char* steps = &beam_steps_[static_cast<std::size_t>(i) * width];
    const std::uint32_t word = candidate[static_cast<std::size_t>(i - 1)];
    for (int j = beam.first(i), end = beam.last(i); j < end; ++j) {
      if (j == 0) {
        costs[0] = before[0] + 1;
        steps[0] = 'd';
        continue;
      }
      const bool same = word == reference_[static_cast<std::size_t>(j - 1)];
      const auto offer = [&](int cost, char step) {
        if (costs[j] > cost) {
          costs[j] = cost;
          steps[j] = step;
        }
      };
      offer(before[j - 1] + (same ? 0 : 1), same ? ' ' : 's');
      offer(before[j] + 1, 'd');
      offer(costs[j - 1] + 1, 'i');
    }
  }
  return beam_costs_.back();
}

int EditDistance::beam_value(std::span<const std::uint32_t> candidate) {
  return fill_beam(candidate);
}

int EditDistance::align_by_beam(Alignment& alignment) {
  const int value = fill_beam(candidate_);
  const std::size_t width = reference_.size() + 1;
  std::size_t i = candidate_.size(), j = reference_.size();
  while (i > 0 || j > 0) {
    const char step = beam_steps_[i * width + j];
    if (step == 'd') {
      alignment.candidate_errors[i--] = 1;
      continue;
    }
    if (j == 0) break;
    alignment.candidate_of[j - 1] = static_cast<int>(i) - 1;
    alignment.reference_errors[j] = step == ' ' ? 0 : 1;
    if (step != 'i') alignment.candidate_errors[i--] = step == ' ' ? 0 : 1;
    --j;
  }
  return value;
}

}  // namespace manyways::metrics
