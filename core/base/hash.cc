#include "base/hash.h"

namespace manyways {
namespace {

std::uint64_t read64(const unsigned char* p) {
  std::uint64_t value;
  std::memcpy(&value, p, sizeof value);
  if constexpr (std::endian::native == std::endian::big) {
    std::uint64_t swapped = 0;
    for (int i = 0; i < 8; ++i) swapped |= ((value >> (8 * i)) & 0xff) << (8 * (7 - i));
    return swapped;
  }
  return value;
}

std::uint64_t step(std::uint64_t lane, std::uint64_t word) {
  lane ^= word;
  lane *= 0x9fb21c651e98df25ULL;
  return std::rotl(lane, 29);
}

// For given words no two lanes become one, and for a given lane no two values of one of the words.
std::uint64_t step(std::uint64_t lane, std::uint64_t first, std::uint64_t second) {
  return std::rotl((lane ^ first) * 0x9fb21c651e98df25ULL ^ second, 29);
}

}  // namespace

std::uint64_t hash_bytes(const void* data, std::size_t size, std::uint64_t seed) {
  const auto* p = static_cast<const unsigned char*>(data);
  const unsigned char* end = p + size;
  std::uint64_t total = seed ^ (size * 0x9e3779b97f4a7c15ULL);
  if (size >= 32) {
    std::uint64_t a = seed + 1, b = seed + 2, c = seed + 3, d = seed + 4;
    for (; end - p >= 32; p += 32) {
      a = step(a, read64(p));
      b = step(b, read64(p + 8));
      c = step(c, read64(p + 16));
      d = step(d, read64(p + 24));
    }
    total ^= mix64(a) + std::rotl(mix64(b), 17) + std::rotl(mix64(c), 31) + std::rotl(mix64(d), 47);
  }
  for (; end - p >= 8; p += 8) total = hash_combine(total, read64(p));
  if (p < end) {
    unsigned char tail[8] = {};
    std::memcpy(tail, p, static_cast<std::size_t>(end - p));
    total = hash_combine(total, read64(tail));
  }
  return mix64(total);
}

std::uint64_t checksum(const void* data, std::size_t size) {
  const auto* p = static_cast<const unsigned char*>(data);
  const unsigned char* const end = p + size;
  std::uint64_t a = 1, b = 2, c = 3, d = 4;
  for (; end - p >= 64; p += 64) {
    a = step(a, read64(p), read64(p + 8));
    b = step(b, read64(p + 16), read64(p + 24));
    c = step(c, read64(p + 32), read64(p + 40));
    d = step(d, read64(p + 48), read64(p + 56));
  }
  std::uint64_t total = size;
  for (const std::uint64_t lane : {a, b, c, d}) total = hash_combine(total, lane);
  return hash_bytes(p, static_cast<std::size_t>(end - p), total);
}

}  // namespace manyways
