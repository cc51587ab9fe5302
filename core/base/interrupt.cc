#include "base/interrupt.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace manyways {
namespace {

std::atomic<InterruptHook> the_hook{nullptr};
std::thread::id the_thread;

}  // namespace

void set_interrupt_hook(InterruptHook hook) {
  the_thread = std::this_thread::get_id();
  the_hook = hook;
}

void check_interrupt() {
  const InterruptHook hook = the_hook.load(std::memory_order_acquire);
  if (hook == nullptr || std::this_thread::get_id() != the_thread) return;
  static std::chrono::steady_clock::time_point last;  // of the one thread
  const auto now = std::chrono::steady_clock::now();
  if (now - last < std::chrono::milliseconds(50)) return;
  last = now;
  hook();
}

}  // namespace manyways
