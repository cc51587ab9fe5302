// Random numbers that repeat: the same seed gives the same numbers on every machine.
//
// Give each block of work its own generator, Random(seed, block), so that results do not depend
// on the number of threads. (The standard library's distributions differ between compilers.)
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "base/hash.h"

namespace manyways {

class Random {
 public:
  explicit Random(std::uint64_t seed, std::uint64_t block = 0) {
    std::uint64_t x = hash_combine(seed, block);
    for (auto& s : state_) s = mix64(x += 0x9e3779b97f4a7c15ULL);
  }

  std::uint64_t next() {  // xoshiro256**
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  // In [0, 1).
  double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

  // In 0 .. bound-1, without bias; bound > 0.
  std::uint64_t below(std::uint64_t bound) {
    const std::uint64_t limit = (0 - bound) % bound;
    for (;;) {
      const std::uint64_t x = next();
      if (x >= limit) return x % bound;
    }
  }

  // Standard normal (polar method; the second value is not kept, so calls stay independent).
  double normal() {
    for (;;) {
      const double u = 2 * uniform() - 1, v = 2 * uniform() - 1, s = u * u + v * v;
      if (s > 0 && s < 1) return u * std::sqrt(-2 * std::log(s) / s);
    }
  }

 private:
  std::uint64_t state_[4];
};

}  // namespace manyways
