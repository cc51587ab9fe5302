// 64-bit hashing: fast, the same on every machine (little-endian reads), not for secrets.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

namespace manyways {

// A good mixing of one 64-bit number (the finaliser of splitmix64).
inline std::uint64_t mix64(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9ULL;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebULL;
  x ^= x >> 31;
  return x;
}

// Order matters: combine(a, b) != combine(b, a).
inline std::uint64_t hash_combine(std::uint64_t seed, std::uint64_t value) {
  return mix64(seed * 0x9e3779b97f4a7c15ULL + value + 0x632be59bd9b4e019ULL);
}

// Hash of raw bytes: four independent lanes, so that it runs near memory speed.
std::uint64_t hash_bytes(const void* data, std::size_t size, std::uint64_t seed = 0);

inline std::uint64_t hash_string(std::string_view text) {
  return hash_bytes(text.data(), text.size());
}

}  // namespace manyways
