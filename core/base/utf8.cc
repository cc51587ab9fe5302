#include "base/utf8.h"

#include <cstdint>
#include <cstring>

namespace manyways::unicode {
namespace {

bool continues(unsigned char byte) { return (byte & 0xC0) == 0x80; }

// Length of the well-formed sequence at `at` (2 to 4) and its code point, or 0.
std::size_t sequence(const unsigned char* at, const unsigned char* end, char32_t& c) {
  const unsigned char first = at[0];
  const std::ptrdiff_t left = end - at;
  if (first < 0xC2 || first > 0xF4) return 0;
  if (left < 2 || !continues(at[1])) return 0;
  if (first < 0xE0) {
    c = static_cast<char32_t>((first & 0x1F) << 6 | (at[1] & 0x3F));
    return 2;
  }
  if (left < 3 || !continues(at[2])) return 0;
  if (first < 0xF0) {
    c = static_cast<char32_t>((first & 0x0F) << 12 | (at[1] & 0x3F) << 6 | (at[2] & 0x3F));
    return c >= 0x800 && (c < 0xD800 || c > 0xDFFF) ? 3 : 0;
  }
  if (left < 4 || !continues(at[3])) return 0;
  c = static_cast<char32_t>((first & 0x07) << 18 | (at[1] & 0x3F) << 12 | (at[2] & 0x3F) << 6 |
                            (at[3] & 0x3F));
  return c >= 0x10000 && c <= 0x10FFFF ? 4 : 0;
}

// True if the eight bytes are ASCII and, with zeros bad, none is zero.
template <Zeros zeros>
bool plain(std::uint64_t x) {
  constexpr std::uint64_t kOnes = 0x0101010101010101ULL, kHighs = 0x8080808080808080ULL;
  return ((zeros == Zeros::kBad ? (x - kOnes) | x : x) & kHighs) == 0;
}

template <Zeros zeros>
std::size_t find_invalid(const char* data, std::size_t size) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(data);
  std::size_t i = 0;
  while (i < size) {
    while (i + 32 <= size) {
      std::uint64_t x[4];
      std::memcpy(x, data + i, sizeof x);
      if (!(plain<zeros>(x[0]) & plain<zeros>(x[1]) & plain<zeros>(x[2]) & plain<zeros>(x[3]))) {
        break;
      }
      i += 32;
    }
    // The few bytes up to the next plain stretch, character by character.
    const std::size_t stop = i + 32 < size ? i + 32 : size;
    while (i < stop) {
      char32_t c;
      const std::size_t length = bytes[i] < 0x80 ? zeros == Zeros::kAllowed || bytes[i] != 0
                                                 : sequence(bytes + i, bytes + size, c);
      if (length == 0) return i;
      i += length;
    }
  }
  return size;
}

}  // namespace

std::size_t invalid_utf8_at(std::string_view text, Zeros zeros) {
  return zeros == Zeros::kBad ? find_invalid<Zeros::kBad>(text.data(), text.size())
                              : find_invalid<Zeros::kAllowed>(text.data(), text.size());
}

char32_t decode_long(const char*& at, const char* end) {
  char32_t c = kReplacement;
  const std::size_t size = sequence(reinterpret_cast<const unsigned char*>(at),
                                    reinterpret_cast<const unsigned char*>(end), c);
  at += size == 0 ? 1 : size;
  return size == 0 ? kReplacement : c;
}

std::size_t encode_utf8(char32_t c, char* out) {
  if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) c = kReplacement;
  if (c < 0x80) {
    out[0] = static_cast<char>(c);
    return 1;
  }
  if (c < 0x800) {
    out[0] = static_cast<char>(0xC0 | c >> 6);
    out[1] = static_cast<char>(0x80 | (c & 0x3F));
    return 2;
  }
  if (c < 0x10000) {
    out[0] = static_cast<char>(0xE0 | c >> 12);
    out[1] = static_cast<char>(0x80 | (c >> 6 & 0x3F));
    out[2] = static_cast<char>(0x80 | (c & 0x3F));
    return 3;
  }
  out[0] = static_cast<char>(0xF0 | c >> 18);
  out[1] = static_cast<char>(0x80 | (c >> 12 & 0x3F));
  out[2] = static_cast<char>(0x80 | (c >> 6 & 0x3F));
  out[3] = static_cast<char>(0x80 | (c & 0x3F));
  return 4;
}

void append_utf8(std::string& out, char32_t c) {
  char bytes[4];
  out.append(bytes, encode_utf8(c, bytes));
}

std::size_t count_code_points(std::string_view text) {
  std::size_t count = 0;
  for (const char byte : text) count += !continues(static_cast<unsigned char>(byte));
  return count;
}

}  // namespace manyways::unicode
