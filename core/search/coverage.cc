#include "search/coverage.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "base/hash.h"

namespace manyways::search {

namespace {

// Bits [start, end) of the word that begins at position `base`.
std::uint64_t mask_of(std::uint32_t start, std::uint32_t end, std::uint32_t base) {
  const std::uint32_t low = std::max(start, base) - base, high = std::min(end, base + 64) - base;
  if (std::max(start, base) >= std::min(end, base + 64)) return 0;
  const std::uint64_t below_high = high == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << high) - 1;
  return below_high & ~((std::uint64_t{1} << low) - 1);
}

}  // namespace

void Coverages::start_sentence(const SentenceOptions& options) {
  options_ = &options;
  const std::uint32_t length = options.length();
  words_ = (length + 63) / 64 + (length == 0);
  bits_.assign(words_, 0);
  coverages_.clear();
  expansions_.clear();
  ids_.clear();
  for (std::size_t i = keys_.size(); i <= length; ++i) {
    keys_.push_back(i == 0 ? 0 : keys_.back() ^ mix64(i * 0x9e3779b97f4a7c15ULL + 1));
  }
  coverages_.push_back({0, options.future(0, length), 0, 0});
  ids_.find_or_add(0, 0, [](CoverageId) { return false; }, hash_of());
}

CoverageId Coverages::extend(CoverageId id, std::uint32_t start, std::uint32_t end) {
  const std::uint64_t hash = coverages_[id].hash ^ keys_[start] ^ keys_[end];
  const std::size_t own = bits_.size();
  bits_.resize(own + words_);
  for (std::size_t w = 0; w < words_; ++w) {
    const auto base = static_cast<std::uint32_t>(w * 64);
    bits_[own + w] = bits_[id * words_ + w] | mask_of(start, end, base);
  }
  const auto bits = [&](std::size_t which) {
    return bits_.begin() + static_cast<std::ptrdiff_t>(which * words_);
  };
  const auto same = [&](CoverageId other) {
    return coverages_[other].hash == hash &&
           std::equal(bits_.begin() + static_cast<std::ptrdiff_t>(own), bits_.end(), bits(other));
  };
  const CoverageId added = ids_.find_or_add(hash, coverages_.size(), same, hash_of());
  if (added != coverages_.size()) {
    bits_.resize(own);
    return added;
  }
  const std::uint32_t count = coverages_[id].count + end - start;
  coverages_.push_back({hash, 0.0, 0, count});
  coverages_[added].first_gap = next_gap(added, coverages_[id].first_gap);
  coverages_[added].future = future_of(added);
  return added;
}

// The first position from `from` on that is not covered, or the length.
std::uint32_t Coverages::next_gap(CoverageId id, std::uint32_t from) const {
  const std::uint32_t length = options_->length();
  for (std::uint32_t base = from / 64 * 64; base < length; base += 64) {
    std::uint64_t open = ~bits_[id * words_ + base / 64];
    if (from > base) open &= ~std::uint64_t{0} << (from - base);
    if (open != 0)
      return std::min(length, base + static_cast<std::uint32_t>(std::countr_zero(open)));
  }
  return length;
}

// The first position from `from` on that is covered, or the length.
std::uint32_t Coverages::gap_end(CoverageId id, std::uint32_t from) const {
  const std::uint32_t length = options_->length();
  for (std::uint32_t base = from / 64 * 64; base < length; base += 64) {
    std::uint64_t taken = bits_[id * words_ + base / 64];
    if (from > base) taken &= ~std::uint64_t{0} << (from - base);
    if (taken != 0) return base + static_cast<std::uint32_t>(std::countr_zero(taken));
  }
  return length;
}

double Coverages::future_of(CoverageId id) const {
  double sum = 0;
  for (std::uint32_t gap = coverages_[id].first_gap; gap < options_->length();) {
    const std::uint32_t end = gap_end(id, gap);
    sum += options_->future(gap, end);
    gap = next_gap(id, end);
  }
  return sum;
}

std::span<const Expansion> Coverages::expansions(CoverageId id, int gap_limit) {
  Coverage& coverage = coverages_[id];
  if (coverage.expansions_end == 0) {
    coverage.expansions = static_cast<std::uint32_t>(expansions_.size());
    const std::uint32_t wall = options_->wall_after(coverage.first_gap);
    for (std::uint32_t gap = coverage.first_gap; gap < wall;) {
      const std::uint32_t end = gap_end(id, gap);
      expand_gap(gap, end, coverage, gap_limit);
      gap = next_gap(id, end);
    }
    coverage.expansions_end = static_cast<std::uint32_t>(expansions_.size());
  }
  return std::span(expansions_)
      .subspan(coverage.expansions, coverage.expansions_end - coverage.expansions);
}

void Coverages::expand_gap(std::uint32_t gap, std::uint32_t gap_end, const Coverage& coverage,
                           int gap_limit) {
  const double others = coverage.future - options_->future(gap, gap_end);
  const std::uint32_t first = coverage.first_gap;
  const std::uint32_t behind = std::min(gap_end, options_->wall_after(first));
  for (std::uint32_t start = gap; start < behind; ++start) {
    std::uint32_t last = std::min(gap_end, start + options_->longest_from(start));
    if (gap_limit >= 0 && start != first) {
      last = std::min(last, first + static_cast<std::uint32_t>(gap_limit));
    }
    for (std::uint32_t end = start + 1; end <= last; ++end) {
      if (!options_->has(start, end)) continue;
      const double future = others + options_->future(gap, start) + options_->future(end, gap_end);
      if (future == -std::numeric_limits<double>::infinity()) continue;
      expansions_.push_back({static_cast<std::uint16_t>(start), static_cast<std::uint16_t>(end),
                             static_cast<float>(future)});
    }
  }
}

}  // namespace manyways::search
