#include "base/unicode.h"

#include <cstring>

namespace manyways::unicode {
namespace {

#include "unicode_tables.inc"

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

}  // namespace

const char* version() { return kVersion; }

const CodePointRecord& record(char32_t c) {
  if (c < 128) return kRecords[kRecordOf[c]];  // block 0 comes first
  if (c > 0x10FFFF) c = 0x10FFFF;
  return kRecords[kRecordOf[static_cast<std::size_t>(kBlockOf[c >> 7]) * 128 + (c & 127)]];
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

std::size_t invalid_utf8_at(std::string_view text) {
  const auto* begin = reinterpret_cast<const unsigned char*>(text.data());
  const auto* end = begin + text.size();
  const auto* at = begin;
  while (at < end) {
    if (end - at >= 8) {
      std::uint64_t eight;
      std::memcpy(&eight, at, 8);
      if ((eight & 0x8080808080808080ULL) == 0) {
        at += 8;
        continue;
      }
    }
    if (*at < 0x80) {
      ++at;
      continue;
    }
    char32_t c;
    const std::size_t size = sequence(at, end, c);
    if (size == 0) return static_cast<std::size_t>(at - begin);
    at += size;
  }
  return text.size();
}

std::size_t count_code_points(std::string_view text) {
  std::size_t count = 0;
  for (const char byte : text) count += !continues(static_cast<unsigned char>(byte));
  return count;
}

}  // namespace manyways::unicode
