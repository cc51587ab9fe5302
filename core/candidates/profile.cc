#include "candidates/profile.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/hash.h"

namespace manyways::candidates {
namespace {

// The character at `i`, which moves past it.
std::uint32_t next_character(std::string_view text, std::size_t& i) {
  const auto byte = [&](std::size_t k) { return static_cast<unsigned char>(text[k]); };
  const unsigned char lead = byte(i);
  const std::size_t length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  std::uint32_t code = length == 1 ? lead : lead & (0xffu >> (length + 1));
  for (std::size_t k = 1; k < length && i + k < text.size(); ++k) {
    code = (code << 6) | (byte(i + k) & 0x3fu);
  }
  i += length;
  return code;
}

struct Letter {
  bool upper = false;
  bool lower = false;
  std::uint32_t folded = 0;
};

// Blocks where cases stand a fixed distance apart, or side by side.
Letter letter_of(std::uint32_t c) {
  if (c >= 'a' && c <= 'z') return {false, true, c};
  if (c >= 'A' && c <= 'Z') return {true, false, c + 32};
  if (c >= 0xc0 && c <= 0xde && c != 0xd7) return {true, false, c + 32};
  if (c >= 0xdf && c <= 0xff && c != 0xf7) return {false, true, c};
  const bool odd_is_upper = (c >= 0x139 && c <= 0x148) || (c >= 0x179 && c <= 0x17e);
  if ((c >= 0x100 && c <= 0x177 && c != 0x138) || (c >= 0x460 && c <= 0x481) || odd_is_upper ||
      (c >= 0x1e00 && c <= 0x1eff)) {
    const bool upper = ((c & 1) != 0) == odd_is_upper;
    return {upper, !upper, upper ? c + 1 : c};
  }
  if (c >= 0x391 && c <= 0x3a9) return {true, false, c + 32};
  if (c >= 0x3b1 && c <= 0x3c9) return {false, true, c};
  if (c >= 0x400 && c <= 0x40f) return {true, false, c + 80};
  if (c >= 0x410 && c <= 0x42f) return {true, false, c + 32};
  if (c >= 0x430 && c <= 0x45f) return {false, true, c};
  return {false, false, c};
}

Script script_of(std::uint32_t c) {
  struct Block {
    std::uint32_t last;
    Script script;
  };
  // Sorted by the last character of each block.
  static constexpr std::array kBlocks = {
      Block{0x40, Script::kNone},        Block{0x5a, Script::kLatin},
      Block{0x60, Script::kNone},        Block{0x7a, Script::kLatin},
      Block{0xbf, Script::kNone},        Block{0x24f, Script::kLatin},
      Block{0x36f, Script::kNone},       Block{0x3ff, Script::kGreek},
      Block{0x52f, Script::kCyrillic},   Block{0x58f, Script::kOther},
      Block{0x5ff, Script::kHebrew},     Block{0x77f, Script::kArabic},
      Block{0x8ff, Script::kOther},      Block{0x963, Script::kDevanagari},
      Block{0x965, Script::kNone},       Block{0x97f, Script::kDevanagari},
      Block{0xdff, Script::kOtherIndic}, Block{0xe7f, Script::kThai},
      Block{0x10ff, Script::kOther},     Block{0x11ff, Script::kHangul},
      Block{0x1dff, Script::kOther},     Block{0x1eff, Script::kLatin},
      Block{0x1fff, Script::kGreek},     Block{0x2e7f, Script::kNone},
      Block{0x2fff, Script::kHan},       Block{0x303f, Script::kNone},
      Block{0x30ff, Script::kKana},      Block{0x312f, Script::kOther},
      Block{0x318f, Script::kHangul},    Block{0x31ef, Script::kOther},
      Block{0x33ff, Script::kNone},      Block{0x9fff, Script::kHan},
      Block{0xabff, Script::kOther},     Block{0xd7ff, Script::kHangul},
      Block{0xf8ff, Script::kOther},     Block{0xfaff, Script::kHan},
      Block{0xfb4f, Script::kHebrew},    Block{0xfeff, Script::kArabic},
      Block{0xffef, Script::kNone},      Block{0x1ffff, Script::kNone},
      Block{0x3ffff, Script::kHan}};
  const auto* found = std::lower_bound(kBlocks.begin(), kBlocks.end(), c,
                                       [](const Block& b, std::uint32_t x) { return b.last < x; });
  return found == kBlocks.end() ? Script::kOther : found->script;
}

bool is_mark(std::uint32_t c) {
  return c == '.' || c == ',' || c == '!' || c == '?' || c == ';' || c == ':';
}

bool is_punctuation(std::uint32_t c) {
  return (c > 0x20 && c < 0x30) || (c > 0x39 && c < 0x41) || (c > 0x5a && c < 0x61) ||
         (c > 0x7a && c < 0x7f) || (c > 0x2009 && c < 0x2060);
}

bool is_blank(std::uint32_t c) { return c == ' ' || c == '\t'; }

}  // namespace

TextProfile profile(std::string_view text) {
  std::array<std::uint32_t, 13> letters{};
  std::uint8_t traits = kEmpty;
  std::uint64_t folded = 0;
  std::uint64_t joined = 0;
  std::uint32_t previous = ' ';
  std::uint32_t last = 0;      // the last that was no blank
  bool blank = false;          // a blank since then
  std::uint32_t before = ' ';  // the one before previous
  const auto mark_ends = [&] {
    if (!is_mark(previous) || is_mark(before)) return;
    traits |= is_blank(before) ? kSeparated : kAttached;
  };
  for (std::size_t i = 0; i < text.size();) {
    const std::uint32_t c = next_character(text, i);
    const Letter letter = letter_of(c);
    folded = hash_combine(folded, letter.folded);
    if (is_blank(c)) {
      mark_ends();
      blank = last != 0;
    } else {
      if (std::exchange(blank, false) && !is_punctuation(c) && !is_punctuation(last)) {
        joined = hash_combine(joined, ' ');
      }
      joined = hash_combine(joined, c);
      last = c;
      traits &= static_cast<std::uint8_t>(~kEmpty);
    }
    if (letter.upper) traits |= kUpper;
    if (letter.lower) traits |= kLower;
    ++letters[static_cast<std::size_t>(script_of(c))];
    before = previous;
    previous = c;
  }
  mark_ends();
  letters[0] = 0;
  const auto han = static_cast<std::size_t>(Script::kHan);
  const auto kana = static_cast<std::size_t>(Script::kKana);
  if (letters[kana] > 0) letters[kana] += std::exchange(letters[han], 0);
  const auto most = std::max_element(letters.begin(), letters.end()) - letters.begin();
  return {traits, static_cast<Script>(letters[static_cast<std::size_t>(most)] == 0 ? 0 : most),
          folded, joined};
}

}  // namespace manyways::candidates
