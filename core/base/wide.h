// Marks a function whose loops are worth the widest vectors that a machine has.
//
//   MANYWAYS_WIDE void add(float* into, const float* from, std::size_t size) { ... }
//
// The compiler makes one version for each width, and the program takes the widest that runs when it
// is loaded. Only for sums and maxima of single elements: they are the same in every version.
#pragma once

#if defined(__x86_64__) && defined(__linux__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__)
#define MANYWAYS_WIDE __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define MANYWAYS_WIDE
#endif
