// Work in blocks on several threads.
//
// The number of blocks is the caller's and never depends on the number of threads: results are
// written by block index and merged in block order, so that one thread and eight give the same.
#pragma once

#include <cstddef>
#include <functional>

namespace manyways {

// More threads than this are refused: they would be no help on any machine.
inline constexpr unsigned kMostThreads = 1024;

// How many threads `requested` means: 0 is all cores.
unsigned thread_count(unsigned requested);

// Calls work(block) once for each block in 0 .. blocks-1. Blocks are handed out in order to at most
// `threads` threads (0: all cores); where the system gives fewer, those do the work, and the
// calling thread is always one of them. The first exception, by block index, is rethrown after all
// threads have stopped.
void parallel_for(std::size_t blocks, unsigned threads,
                  const std::function<void(std::size_t)>& work);

}  // namespace manyways
