// What a proof may take, and the clock that says when it has.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace manyways::exact {

struct Limits {
  double time_limit = 0;      // seconds; 0: none
  std::uint64_t looks = 0;    // at the clock, which then says that time is up; 0: no limit
  std::size_t memory = 1500;  // MiB for a sentence
  double tolerance = 1e-6;
  const std::atomic<bool>* stop = nullptr;
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
  explicit Clock(const Limits& limits)
      : limits_(limits), begin_(std::chrono::steady_clock::now()) {}
  bool over(double ahead = 0) override;

 private:
  const Limits& limits_;
  std::chrono::steady_clock::time_point begin_;
  std::uint64_t looks_ = 0;
  bool over_ = false;
};

double cpu_seconds();  // of this thread

}  // namespace manyways::exact
