// What a text looks like: enough to see that a list mixes casings, tokenisations or scripts.
//
// One pass over the bytes, no tables: cases are known for Latin, Greek and Cyrillic letters,
// scripts by their blocks of Unicode.
#pragma once

#include <cstdint>
#include <string_view>

namespace manyways::candidates {

enum TextTrait : std::uint8_t {
  kEmpty = 1,       // nothing but blanks
  kUpper = 2,       // has an upper-case letter
  kLower = 4,       // has a lower-case letter
  kAttached = 8,    // has a mark such as . or , at the end of a word
  kSeparated = 16,  // has such a mark as a word of its own
};

enum class Script : std::uint8_t {
  kNone,
  kLatin,
  kGreek,
  kCyrillic,
  kHebrew,
  kArabic,
  kDevanagari,
  kOtherIndic,
  kThai,
  kHangul,
  kKana,
  kHan,
  kOther
};

struct TextProfile {
  std::uint8_t traits;
  Script script;         // of most of its letters; kana and Han together count as kana
  std::uint64_t folded;  // hash of the text in lower case
  std::uint64_t joined;  // hash of the text without the blanks beside marks
};

// `text` is UTF-8.
TextProfile profile(std::string_view text);

}  // namespace manyways::candidates
