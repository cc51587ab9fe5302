#include "exact/clock.h"

#include <ctime>

namespace manyways::exact {

double cpu_seconds() {
#if defined(CLOCK_THREAD_CPUTIME_ID)
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
#else
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
#endif
}

bool Clock::over(double ahead) {
  if (++looks_ == limits_.looks) over_ = true;
  if (limits_.stop != nullptr && limits_.stop->load(std::memory_order_relaxed)) over_ = true;
  if (limits_.cpu_limit > 0 && cpu_seconds() - cpu_begin_ + ahead >= limits_.cpu_limit)
    over_ = true;
  if (over_ || limits_.time_limit <= 0) return over_;
  const std::chrono::duration<double> used = std::chrono::steady_clock::now() - begin_;
  return over_ = used.count() + ahead >= limits_.time_limit;
}

}  // namespace manyways::exact
