#include "exact/clock.h"

#include <chrono>
#include <ctime>

namespace manyways::exact {

double Clock::now() const {
#if defined(CLOCK_THREAD_CPUTIME_ID)
  if (limits_.cpu_time) {
    timespec used;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec);
  }
#endif
  const auto day = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(day).count();
}

bool Clock::over(double ahead) {
  if (++looks_ == limits_.looks) over_ = true;
  if (limits_.stop != nullptr && limits_.stop->load(std::memory_order_relaxed)) over_ = true;
  if (over_ || limits_.time_limit <= 0) return over_;
  return over_ = seconds() + ahead >= limits_.time_limit;
}

}  // namespace manyways::exact
