// Asks for memory that will be read soon; only a hint, which some compilers lack.
#pragma once

namespace manyways {

inline void prefetch(const void* address) {
#if defined(__GNUC__) || defined(__clang__)
  __builtin_prefetch(address);
#else
  (void)address;
#endif
}

}  // namespace manyways
