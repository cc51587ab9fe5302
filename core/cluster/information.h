// x log2 x and m log2 n in whole units, so that sums of them are exact.
//
// Clustering adds and takes away many millions of such terms. In units of 2^-k bits every term is a
// whole number, and a double holds whole numbers up to 2^53 exactly: sums then depend neither on
// their order nor on the number of threads, nothing drifts, and equal losses are equal. k is the
// largest (at most 30) for which four times the largest term stays below 2^53: for 4 million words
// a unit is 2^-24 of a bit, in sums of the size of 1 to 10^8 bits.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace manyways::cluster {

class Information {
 public:
  // total: no count is larger.
  explicit Information(std::uint64_t total) {
    const double n = static_cast<double>(std::max<std::uint64_t>(total, 2));
    const int room = 51 - static_cast<int>(std::ceil(std::log2(n * std::max(1.0, std::log2(n)))));
    scale_ = std::ldexp(1.0, std::clamp(room, 0, 30));
    table_.resize(std::min<std::uint64_t>(total + 1, kMostEntries));
    for (std::size_t x = 0; x < table_.size(); ++x) table_[x] = computed(x);
    complete_ = table_.size() > total;
  }

  // x log2 x; 0 for 0.
  double of(std::uint64_t x) const { return x < table_.size() ? table_[x] : computed(x); }
  // m log, where log is log2 n
  double times(double m, double log) const { return rounded(m * log * scale_); }
  double bits(double units) const { return units / scale_; }
  // Calls use(f) with f(x) = of(x), from the table alone if it has every count.
  template <typename Use>
  void with_terms(Use&& use) const {
    if (complete_)
      use([table = table_.data()](std::uint32_t x) { return table[x]; });
    else
      use([this](std::uint32_t x) { return of(x); });
  }

  // The nearest whole number, for numbers below 2^51; of two equally near ones the even one.
  static double rounded(double x) {
    constexpr double kShift = 0x1.8p52;
    return (x + kShift) - kShift;
  }

 private:
  static constexpr std::size_t kMostEntries = std::size_t{1} << 23;

  double computed(std::uint64_t x) const {
    const double n = static_cast<double>(x);
    return x < 2 ? 0 : rounded(n * std::log2(n) * scale_);
  }

  double scale_ = 1;
  std::vector<double> table_;
  bool complete_ = false;
};

}  // namespace manyways::cluster
