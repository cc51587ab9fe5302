#include "text/letters.h"

#include "base/unicode.h"
#include "text/characters.h"

namespace manyways::text {
namespace {

// The plain form of a character, or an empty text where it stays.
std::string_view plain_form(char32_t c) {
  switch (c) {
    case 0x201C:
    case 0x201D:
    case 0x201E:
    case 0x201F:
    case 0x00AB:
    case 0x00BB:
      return "\"";
    case 0x2018:
    case 0x2019:
    case 0x201A:
    case 0x201B:
    case 0x00B4:
      return "'";
    case 0x2010:
    case 0x2011:
    case 0x2012:
    case 0x2013:
    case 0x2212:
      return "-";
    case 0x2014:
    case 0x2015:
      return " - ";
    case 0x2026:
      return "...";
    default:
      return c != ' ' && unicode::in_category(c, unicode::kSeparator) ? " " : "";
  }
}

}  // namespace

void append_lower(std::string_view text, std::string& out) {
  unicode::for_each_character(text, [&](char32_t c, std::string_view bytes) {
    if (c < 128) {
      out += static_cast<char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
    } else if (const char32_t lower = unicode::to_lower(c); lower != c) {
      unicode::append_utf8(out, lower);
    } else {
      out += bytes;
    }
  });
}

void append_plain(std::string_view text, std::string& out) {
  unicode::for_each_character(text, [&](char32_t c, std::string_view bytes) {
    const std::string_view plain = c < 128 ? std::string_view() : plain_form(c);
    out += plain.empty() ? bytes : plain;
  });
}

std::vector<std::size_t> letter_starts(std::string_view word) {
  std::vector<std::size_t> starts;
  const char* at = word.data();
  const char* const end = at + word.size();
  while (at != end) {
    starts.push_back(static_cast<std::size_t>(at - word.data()));
    const char32_t c = unicode::decode_utf8(at, end);
    if (c != '-' && classify(c) != CharClass::kLetter) return {};
  }
  starts.push_back(word.size());
  return starts;
}

}  // namespace manyways::text
