// How far a long call has come, for another thread to look at.
//
//   Meter meter;
//   { const Metered here(meter); train(text, ...); }        // on the thread that calls
//   meter.done(), meter.total()                             // on any other, at any time
//
// Blocks of parallel_for are counted, those within other blocks not. Work of several such calls says
// which share of the whole each of them is, so that the whole is known from the beginning:
//
//   { const Stretch counting(0.4, buckets); ... }           // 40 % of the work, so many blocks
//
// Where nobody looks, counting is a comparison.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace manyways {

class Meter {
 public:
  static constexpr std::uint64_t kWhole = 1'000'000'000;

  // In parts of a block, or of the whole where stretches are said; the total is 0 before the first.
  std::uint64_t done() const { return done_.load(std::memory_order_relaxed); }
  std::uint64_t total() const { return total_.load(std::memory_order_relaxed); }

 private:
  friend class Blocks;
  friend class Stretch;
  std::atomic<std::uint64_t> done_{0}, total_{0};
  std::uint64_t each_ = 0;  // what a block of this stretch counts
};

// Whatever this thread calls while it lasts counts towards the meter.
class Metered {
 public:
  explicit Metered(Meter& meter);
  Metered(const Metered&) = delete;
  Metered& operator=(const Metered&) = delete;
  ~Metered();

 private:
  Meter* before_;
};

// A share of the whole, which is 1: all calls of parallel_for in it have so many blocks together; 0:
// they do not count, and the share is done when it ends.
class Stretch {
 public:
  Stretch(double share, std::size_t blocks);
  Stretch(const Stretch&) = delete;
  Stretch& operator=(const Stretch&) = delete;
  ~Stretch();

 private:
  Meter* meter_;
  std::uint64_t end_ = 0;
};

// For parallel_for: the blocks of one call. The calling thread makes it, any thread counts.
class Blocks {
 public:
  explicit Blocks(std::size_t count);
  Blocks(const Blocks&) = delete;
  Blocks& operator=(const Blocks&) = delete;
  ~Blocks();
  void one_done() const {
    if (meter_ != nullptr) meter_->done_.fetch_add(each_, std::memory_order_relaxed);
  }

 private:
  Meter* meter_;  // hidden from what the blocks call
  std::uint64_t each_ = 0;
};

}  // namespace manyways
