// Eight bytes at a time in one register: where the first blank is, how many digits there are, and
// their value. Bytes are UTF-8, so none exceeds 0xf4.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace manyways {

// The tricks below read bytes as a little-endian number; other machines take the slow ways.
inline constexpr bool kEightAtATime = std::endian::native == std::endian::little;

inline std::uint64_t load8(const char* p) {
  std::uint64_t x;
  std::memcpy(&x, p, sizeof x);
  return x;
}

inline constexpr std::uint64_t repeated(std::uint8_t byte) { return byte * 0x0101010101010101ULL; }

// How many bytes stand before the first blank or tab; 8 if there is none.
inline unsigned before_blank(std::uint64_t x) {
  const auto zeros = [](std::uint64_t y) { return (y - repeated(0x01)) & ~y & repeated(0x80); };
  // A false alarm of this trick stands only behind a true one.
  const std::uint64_t found = zeros(x ^ repeated(' ')) | zeros(x ^ repeated('\t'));
  return found == 0 ? 8 : static_cast<unsigned>(std::countr_zero(found)) >> 3;
}

// The first `count` bytes, 1 to 8 of them, the others 0.
inline std::uint64_t first_bytes(std::uint64_t x, unsigned count) {
  return x & (~std::uint64_t{0} >> (64 - 8 * count));
}

// How many of the first bytes are digits.
inline unsigned leading_digits(std::uint64_t x) {
  const std::uint64_t bad = ((x & repeated(0xf0)) ^ repeated(0x30)) |
                            (((x + repeated(0x06)) & repeated(0xf0)) ^ repeated(0x30));
  return bad == 0 ? 8 : static_cast<unsigned>(std::countr_zero(bad)) >> 3;
}

// The number that the first `count` bytes spell, 1 to 8 digits.
inline std::uint64_t digits_value(std::uint64_t x, unsigned count) {
  x <<= 64 - 8 * count;  // digits at the end, zeros before them
  x = ((x & repeated(0x0f)) * 2561) >> 8;
  x = ((x & 0x00ff00ff00ff00ffULL) * 6553601) >> 16;
  return ((x & 0x0000ffff0000ffffULL) * 42949672960001ULL) >> 32;
}

}  // namespace manyways
