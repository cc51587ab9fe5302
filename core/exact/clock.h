// What a proof may take, and the clock that says when it has.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace manyways::exact {

struct Limits {
  double time_limit = 0;      // seconds; 0: none
  double cpu_limit = 0;       // CPU seconds of the thread, for measurements; 0: none
  std::uint64_t looks = 0;    // at the clock, which then says that time is up; 0: no limit
  std::size_t memory = 1500;  // MiB for a sentence
  // Up to this much, a tolerance is only there for what adding up leaves: no gap is spoken of.
  static constexpr double kRounding = 1e-6;
  double tolerance = kRounding;
  const std::atomic<bool>* stop = nullptr;
};

// When to give up, for all that an exact search does on a sentence.
class Watch {
 public:
  virtual ~Watch() = default;
  // Asked every few thousand edges: whether time is up, or will be in so many seconds; stays true.
  virtual bool over(double ahead = 0) = 0;
};

double cpu_seconds();  // of this thread

class Clock : public Watch {
 public:
  explicit Clock(const Limits& limits)
      : limits_(limits), begin_(std::chrono::steady_clock::now()), cpu_begin_(cpu_seconds()) {}
  bool over(double ahead = 0) override;

 private:
  const Limits& limits_;
  std::chrono::steady_clock::time_point begin_;
  double cpu_begin_;
  std::uint64_t looks_ = 0;
  bool over_ = false;
};

}  // namespace manyways::exact
