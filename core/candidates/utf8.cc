#include "candidates/utf8.h"

#include <cstdint>
#include <cstring>

namespace manyways::candidates {
namespace {

constexpr std::uint64_t kOnes = 0x0101010101010101ULL;
constexpr std::uint64_t kHighs = 0x8080808080808080ULL;

// True if the eight bytes are ASCII and none is zero.
bool plain(std::uint64_t x) { return (((x - kOnes) | x) & kHighs) == 0; }

// Bytes of the character at p, or 0 if it is not one. `size` bytes are left.
std::size_t character_length(const unsigned char* p, std::size_t size) {
  const unsigned char lead = p[0];
  if (lead < 0x80) return lead == 0 ? 0 : 1;
  const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || length > size) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((p[i] & 0xc0) != 0x80) return 0;
  }
  const unsigned char second = p[1];
  if ((lead == 0xe0 && second < 0xa0) || (lead == 0xed && second > 0x9f)) return 0;
  if ((lead == 0xf0 && second < 0x90) || (lead == 0xf4 && second > 0x8f)) return 0;
  return length;
}

}  // namespace

std::size_t find_bad_byte(const char* data, std::size_t size) {
  std::size_t i = 0;
  while (i < size) {
    while (i + 32 <= size) {
      std::uint64_t x[4];
      std::memcpy(x, data + i, sizeof x);
      if (!(plain(x[0]) & plain(x[1]) & plain(x[2]) & plain(x[3]))) break;
      i += 32;
    }
    // The few bytes up to the next plain stretch, character by character.
    const std::size_t stop = i + 32 < size ? i + 32 : size;
    while (i < stop) {
      const std::size_t length =
          character_length(reinterpret_cast<const unsigned char*>(data) + i, size - i);
      if (length == 0) return i;
      i += length;
    }
  }
  return size;
}

}  // namespace manyways::candidates
