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

// One multiplication: enough for the keys of a table (hash_table.h), whose low bits choose the slot. The
// rotation that brings good bits there was chosen by how it spreads numbers in a row, with steps, in
// their upper half and in pairs (tests/cpp/hash_test.cc): others send many of them to the same slots.
inline std::uint64_t quick_hash(std::uint64_t x) {
  return std::rotr((x ^ x >> 32) * 0x9e3779b97f4a7c15ULL, 35);
}

// Order matters: combine(a, b) != combine(b, a).
inline std::uint64_t hash_combine(std::uint64_t seed, std::uint64_t value) {
  return mix64(seed * 0x9e3779b97f4a7c15ULL + value + 0x632be59bd9b4e019ULL);
}

// Hash of raw bytes: four independent lanes, so that it runs near memory speed.
std::uint64_t hash_bytes(const void* data, std::size_t size, std::uint64_t seed = 0);

// Of a block of a file, to find damage: every change within eight bytes changes it, any other all but
// surely. One multiplication for 16 bytes makes it twice as fast as hash_bytes: 29 and 14 GB/s in
// cache, 1.4 and 2.6 ms for a mapped file of 35 MB.
std::uint64_t checksum(const void* data, std::size_t size);

// Quick for texts of a few letters, and not the same on every machine: for tables in memory. Reads
// nothing outside of the text.
inline std::uint64_t hash_short(const char* p, std::size_t size) {
  const auto load = [](const char* at, std::size_t bytes) {
    std::uint64_t x = 0;
    std::memcpy(&x, at, bytes);
    return x;
  };
  std::uint64_t h = size * 0x9e3779b97f4a7c15ULL;
  for (; size > 16; size -= 8, p += 8) h = (h ^ load(p, 8)) * 0xff51afd7ed558ccdULL;
  std::uint64_t a = 0, b = 0;
  if (size >= 8) {
    a = load(p, 8);
    b = load(p + size - 8, 8);
  } else if (size >= 4) {
    a = load(p, 4);
    b = load(p + size - 4, 4);
  } else if (size > 0) {
    a = static_cast<unsigned char>(p[0]) |
        static_cast<std::uint64_t>(static_cast<unsigned char>(p[size / 2])) << 8;
    b = static_cast<unsigned char>(p[size - 1]);
  }
  h = (h ^ a) * 0xff51afd7ed558ccdULL;
  h = (h ^ (h >> 32) ^ b) * 0xc4ceb9fe1a85ec53ULL;
  return h ^ (h >> 32);
}

inline std::uint64_t hash_string(std::string_view text) {
  return hash_bytes(text.data(), text.size());
}

}  // namespace manyways
