// Work in blocks on several threads.
//
// The number of blocks is the caller's and never depends on the number of threads: results are
// written by block index and merged in block order, so that one thread and eight give the same.
#pragma once

#include <cstddef>
#include <functional>

namespace manyways {

// How many threads `requested` means: 0 is all cores.
unsigned thread_count(unsigned requested);

// Calls work(block) once for each block in 0 .. blocks-1. Blocks are handed out in order to at most
// `threads` threads (0: all cores). The first exception, by block index, is rethrown after all
// threads have stopped.
void parallel_for(std::size_t blocks, unsigned threads,
                  const std::function<void(std::size_t)>& work);

}  // namespace manyways
