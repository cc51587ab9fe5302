#include "base/threads.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

#include "base/interrupt.h"
#include "base/meter.h"

#ifndef _WIN32
#include <sys/mman.h>
#endif

namespace manyways {

namespace {

// Whether a thread more leaves room for the work. Each takes address space for its stack and its
// own part of the heap: where that is limited (ulimit -v), many would start and none could do
// anything.
bool room_for_a_thread() {
#ifdef _WIN32
  return true;
#else
  constexpr std::size_t kRoom = std::size_t{256} << 20;
  void* probe = mmap(nullptr, kRoom, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (probe == MAP_FAILED) return false;
  munmap(probe, kRoom);
  return true;
#endif
}

}  // namespace

unsigned thread_count(unsigned requested) {
  if (requested > 0) return requested;
  return std::max(1u, std::thread::hardware_concurrency());
}

void parallel_for(std::size_t blocks, unsigned threads,
                  const std::function<void(std::size_t)>& work) {
  const std::size_t workers = std::min<std::size_t>(thread_count(threads), blocks);
  const Blocks counted(blocks);
  if (workers <= 1) {
    for (std::size_t block = 0; block < blocks; ++block) {
      check_interrupt();
      work(block);
      counted.one_done();
    }
    return;
  }
  std::atomic<std::size_t> next{0};
  std::atomic<bool> failed{false};
  std::mutex mutex;
  std::exception_ptr error;
  std::size_t error_block = blocks;
  auto loop = [&] {
    for (;;) {
      const std::size_t block = next.fetch_add(1, std::memory_order_relaxed);
      if (block >= blocks || failed.load(std::memory_order_relaxed)) return;
      try {
        check_interrupt();
        work(block);
        counted.one_done();
      } catch (...) {
        std::lock_guard lock(mutex);
        failed = true;
        if (block < error_block) {
          error_block = block;
          error = std::current_exception();
        }
      }
    }
  };
  std::vector<std::thread> pool;
  pool.reserve(workers - 1);
  try {
    for (std::size_t i = 1; i < workers && room_for_a_thread(); ++i) pool.emplace_back(loop);
  } catch (const std::system_error&) {  // no more threads, or no memory for their stacks
  } catch (const std::bad_alloc&) {
  }
  loop();
  for (auto& thread : pool) thread.join();
  if (error) std::rethrow_exception(error);
}

}  // namespace manyways
