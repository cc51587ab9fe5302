// What Unicode knows of a code point: category, script, case.
//
//   for (const char* at = text.data(), *end = at + text.size(); at < end;) {
//     const char32_t c = decode_utf8(at, end);        // base/utf8.h
//     if (in_category(c, kLetter | kMark)) ...
//   }
//
// A lookup is an array read for ASCII and three dependent reads otherwise; all functions here are
// pure. The tables are made at build time from Python's `unicodedata`, so that is_alnum, is_space,
// is_upper, is_lower and is_decimal equal str.isalnum and so on, character by character.
#pragma once

#include <cstdint>

#include "base/utf8.h"

namespace manyways::unicode {

// Sets of general categories; bit i is the i-th category of Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd
// Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co Cn.
using CategoryMask = std::uint32_t;
inline constexpr CategoryMask kUpperLetter = 1u << 0, kLowerLetter = 1u << 1,
                              kTitleLetter = 1u << 2, kModifierLetter = 1u << 3,
                              kOtherLetter = 1u << 4, kLetter = 0x1Fu;
inline constexpr CategoryMask kNonSpacingMark = 1u << 5, kSpacingMark = 1u << 6,
                              kEnclosingMark = 1u << 7, kMark = 0x7u << 5;
inline constexpr CategoryMask kDecimalNumber = 1u << 8, kLetterNumber = 1u << 9,
                              kOtherNumber = 1u << 10, kNumber = 0x7u << 8;
inline constexpr CategoryMask kConnector = 1u << 11, kDash = 1u << 12, kOpen = 1u << 13,
                              kClose = 1u << 14, kInitialQuote = 1u << 15, kFinalQuote = 1u << 16,
                              kOtherPunctuation = 1u << 17, kPunctuation = 0x7Fu << 11;
inline constexpr CategoryMask kMathSymbol = 1u << 18, kCurrency = 1u << 19,
                              kModifierSymbol = 1u << 20, kOtherSymbol = 1u << 21,
                              kSymbol = 0xFu << 18;
inline constexpr CategoryMask kSpaceSeparator = 1u << 22, kSeparator = 0x7u << 22;
inline constexpr CategoryMask kControl = 1u << 25, kFormat = 1u << 26, kUnassigned = 1u << 29,
                              kOtherCategory = 0x1Fu << 25;

// The script of letters, marks and numbers (by the character's name); kCommon for all else.
enum class Script : std::uint8_t {
  kCommon,
  kLatin,
  kGreek,
  kCyrillic,
  kArmenian,
  kHebrew,
  kArabic,
  kDevanagari,
  kBengali,
  kGurmukhi,
  kGujarati,
  kOriya,
  kTamil,
  kTelugu,
  kKannada,
  kMalayalam,
  kSinhala,
  kThai,
  kLao,
  kTibetan,
  kMyanmar,
  kGeorgian,
  kEthiopic,
  kKhmer,
  kMongolian,
  kHangul,
  kHiragana,
  kKatakana,
  kBopomofo,
  kHan,
  kOther
};

// A row of the generated table.
struct CodePointRecord {
  std::uint8_t category;
  std::uint8_t script;
  std::uint8_t flags;  // 1 alnum, 2 space, 4 upper, 8 lower, 16 decimal digit
  std::int32_t to_lower;
  std::int32_t to_upper;
};

// The record of a code point; above U+10FFFF that of an unassigned one.
const CodePointRecord& record(char32_t c);

// The version of Unicode of the tables, such as "14.0.0".
const char* version();

inline CategoryMask category(char32_t c) { return 1u << record(c).category; }
inline bool in_category(char32_t c, CategoryMask mask) { return (category(c) & mask) != 0; }
inline Script script(char32_t c) { return static_cast<Script>(record(c).script); }
inline bool is_alnum(char32_t c) { return record(c).flags & 1; }
inline bool is_space(char32_t c) { return record(c).flags & 2; }
inline bool is_upper(char32_t c) { return record(c).flags & 4; }
inline bool is_lower(char32_t c) { return record(c).flags & 8; }
inline bool is_decimal(char32_t c) { return record(c).flags & 16; }
// One code point to one; where the full mapping is longer (German sharp s in capitals) it stays.
inline char32_t to_lower(char32_t c) {
  return static_cast<char32_t>(static_cast<std::int64_t>(c) + record(c).to_lower);
}
inline char32_t to_upper(char32_t c) {
  return static_cast<char32_t>(static_cast<std::int64_t>(c) + record(c).to_upper);
}
// Scripts written without spaces between words.
inline bool is_unspaced(Script s) {
  return s == Script::kHan || s == Script::kHiragana || s == Script::kKatakana ||
         s == Script::kBopomofo || s == Script::kThai || s == Script::kLao || s == Script::kKhmer ||
         s == Script::kMyanmar || s == Script::kTibetan;
}

}  // namespace manyways::unicode
