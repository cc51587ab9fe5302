// UTF-8: checked once, at the door, then decoded without asking again.
//
//   if (auto bad = invalid_utf8_at(text); bad != text.size()) fail(...);
//   for (const char* at = text.data(), *end = at + text.size(); at < end;) {
//     const char32_t c = decode_utf8(at, end);        // moves `at`; never reads past `end`
//   }
//
// The check takes 32 bytes of ASCII at a time (several gigabytes a second) and other characters one by
// one. The decoder is for text that was checked. On other input it stays within bounds: a byte that
// begins no valid sequence gives U+FFFD and is stepped over alone.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace manyways::unicode {

inline constexpr char32_t kReplacement = 0xFFFD;

// Nothing that a person writes holds a zero byte: where one stands, the file is not text.
enum class Zeros { kBad, kAllowed };

// Position of the first byte that is not well-formed UTF-8 (no overlong forms, no surrogates), or
// text.size().
std::size_t invalid_utf8_at(std::string_view text, Zeros zeros = Zeros::kBad);

// The long half of decode_utf8.
char32_t decode_long(const char*& at, const char* end);

// The code point at `at`, which moves behind it; needs at < end.
inline char32_t decode_utf8(const char*& at, const char* end) {
  const auto first = static_cast<unsigned char>(*at);
  if (first < 0x80) {
    ++at;
    return first;
  }
  return decode_long(at, end);
}

// Calls use(code point, its bytes) for each character.
template <typename Use>
void for_each_character(std::string_view text, Use use) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    const char* const begin = at;
    const char32_t c = decode_utf8(at, end);
    use(c, std::string_view(begin, static_cast<std::size_t>(at - begin)));
  }
}

// Writes 1 to 4 bytes and returns how many. Surrogates and values above U+10FFFF become U+FFFD.
std::size_t encode_utf8(char32_t c, char* out);
void append_utf8(std::string& out, char32_t c);

// How many code points; needs valid text.
std::size_t count_code_points(std::string_view text);

}  // namespace manyways::unicode
