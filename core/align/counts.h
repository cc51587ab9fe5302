// Expected counts that many threads add to, with the same sum whatever the order.
//
//   Counts counts(pairs);
//   counts.add(pair, 0.25f);         // from any thread
//   double c = counts.value(pair);
//
// Floating-point sums depend on the order of their terms. These are whole numbers in units of
// 2^-24, so they do not; what is smaller than half a unit is lost. One add is one relaxed atomic
// addition.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace manyways::align {

class Counts {
 public:
  explicit Counts(std::size_t size)
      : size_(size), units_(std::make_unique<std::atomic<std::uint64_t>[]>(size)) {}

  std::size_t size() const { return size_; }
  // probability must be in 0 .. 127.
  void add(std::size_t index, float probability) {
    const auto units = static_cast<std::uint32_t>(probability * kUnits + 0.5f);
    units_[index].fetch_add(units, std::memory_order_relaxed);
  }
  double value(std::size_t index) const {
    return static_cast<double>(units_[index].load(std::memory_order_relaxed)) / kUnits;
  }
  void clear() {
    for (std::size_t k = 0; k < size_; ++k) units_[k].store(0, std::memory_order_relaxed);
  }

 private:
  static constexpr float kUnits = 1 << 24;
  std::size_t size_;
  std::unique_ptr<std::atomic<std::uint64_t>[]> units_;
};

}  // namespace manyways::align
