// What a proof may take, and the clock that says when it has.
//
// Limits and what is told of a proof are in one unit: seconds of the day, as in all searches, or, for
// measurements that a busy machine must not change, CPU seconds of the thread.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace manyways::exact {

struct Limits {
  double time_limit = 0;      // seconds; 0: none
  bool cpu_time = false;      // whether all seconds are CPU seconds of the thread
  std::uint64_t looks = 0;    // at the clock, which then says that time is up; 0: no limit
  std::size_t memory = 1500;  // MiB for a sentence
  // Up to this much, a tolerance is only there for what adding up leaves: no gap is spoken of.
  static constexpr double kRounding = 1e-6;
  double tolerance = kRounding;
  const std::atomic<bool>* stop = nullptr;

  // For the first, quick search, which knows seconds of the day alone; 0: no limit.
  double first_search() const { return cpu_time ? 0 : time_limit / 2; }
};

// When to give up, for all that an exact search does on a sentence.
class Watch {
 public:
  virtual ~Watch() = default;
  // Asked every few thousand edges: whether time is up, or will be in so many seconds; stays true.
  virtual bool over(double ahead = 0) = 0;
};

class Clock : public Watch {
 public:
  explicit Clock(const Limits& limits) : limits_(limits), begin_(now()) {}
  bool over(double ahead = 0) override;
  double seconds() const { return now() - begin_; }  // since it was made, in the unit of the limits

 private:
  double now() const;

  const Limits& limits_;
  double begin_;
  std::uint64_t looks_ = 0;
  bool over_ = false;
};

}  // namespace manyways::exact
