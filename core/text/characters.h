// What the text steps ask of a character, in one small number per code point.
//
// The classes follow the Moses tokeniser: letters, marks and digits make words; a few signs may
// stand inside a word; Han and Kana stand alone; everything else that shows is a token of its own.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/unicode.h"

namespace manyways::text {

enum class CharClass : std::uint8_t {
  kSpace,
  kLetter,      // and marks, and the two joiners that words of many scripts need
  kDigit,       // decimal and letter numbers of any script
  kDot,         // .
  kComma,       // , and the Arabic separators: kept between digits
  kApostrophe,  // '
  kInside,      // - and `: never split off
  kSingle,      // any other sign, a token of its own
  kIdeograph,   // Han and Kana, written without spaces
  kNothing      // ASCII control and direction characters, dropped
};

constexpr CharClass classify_ascii(char32_t c) {
  if (c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1C && c <= 0x1F)) return CharClass::kSpace;
  if (c < ' ' || c == 0x7F) return CharClass::kNothing;
  if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) return CharClass::kLetter;
  if (c >= '0' && c <= '9') return CharClass::kDigit;
  if (c == '.') return CharClass::kDot;
  if (c == ',') return CharClass::kComma;
  if (c == '\'') return CharClass::kApostrophe;
  if (c == '-' || c == '`') return CharClass::kInside;
  return CharClass::kSingle;
}

inline constexpr auto kAsciiClasses = [] {
  std::array<CharClass, 128> classes{};
  for (char32_t c = 0; c < 128; ++c) classes[c] = classify_ascii(c);
  return classes;
}();

CharClass classify_other(char32_t c);  // c >= 128

inline CharClass classify(char32_t c) { return c < 128 ? kAsciiClasses[c] : classify_other(c); }

// Signs that belong to the one before: marks, variation selectors, skin tones.
bool extends_previous(char32_t c);

inline constexpr char32_t kZeroWidthJoiner = 0x200D;
inline constexpr char32_t kEllipsis = 0x2026;
// From here on the planes for private use, whose characters are letters: into them goes what no
// step may read or change (text/protect.py).
inline constexpr char32_t kShielded = 0xF0000;

}  // namespace manyways::text
