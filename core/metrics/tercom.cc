// Tercom's normaliser (the options of sacreBLEU's TER), step by step as published: rarely used, so
// it is a chain of plain passes over code points.
#include <algorithm>
#include <string>

#include "base/unicode.h"
#include "metrics/tokenise.h"

namespace manyways::metrics {
namespace {

using Points = std::u32string;

bool is_digit(char32_t c) { return c >= '0' && c <= '9'; }
bool is_dot_or_comma(char32_t c) { return c == '.' || c == ','; }

bool is_western_punct(char32_t c) {
  return (c >= '{' && c <= '~') || (c >= '[' && c <= '`') || (c >= ' ' && c <= '&') ||
         (c >= '(' && c <= '+') || (c >= ':' && c <= '@') || c == '/';
}

bool is_asian_punct(char32_t c) {
  return c == 0x3001 || c == 0x3002 || (c >= 0x3008 && c <= 0x3011) ||
         (c >= 0x3014 && c <= 0x301F) || (c >= 0xFF61 && c <= 0xFF65) || c == 0x30FB;
}

bool is_wide_punct(char32_t c) {
  static constexpr char32_t kWide[] = {0xFF0E, 0xFF0C, 0xFF1F, 0xFF1A, 0xFF1B,
                                       0xFF01, 0xFF02, 0xFF08, 0xFF09};
  return std::find(std::begin(kWide), std::end(kWide), c) != std::end(kWide);
}

bool is_ideograph(char32_t c) {
  return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF);
}
bool is_radical(char32_t c) { return (c >= 0x31C0 && c <= 0x31EF) || (c >= 0x2E80 && c <= 0x2EFF); }
bool is_compatible(char32_t c) {
  return (c >= 0x3300 && c <= 0x33FF) || (c >= 0xF900 && c <= 0xFAFF) ||
         (c >= 0xFE30 && c <= 0xFE4F);
}
// The published range has its end mistyped (3f22 for 32ff); scores depend on it.
bool is_enclosed(char32_t c) { return c >= 0x3200 && c <= 0x3F22; }

void replace(Points& text, std::u32string_view what, std::u32string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != Points::npos; at += by.size())
    text.replace(at, what.size(), by);
}

template <typename Test>
void space_around(Points& text, Test test) {
  Points out;
  for (const char32_t c : text) {
    if (test(c)) {
      out += {U' ', c, U' '};
    } else {
      out += c;
    }
  }
  text.swap(out);
}

template <typename Test>
void drop(Points& text, Test test) {
  std::erase_if(text, test);
}

// Rewrites each non-overlapping pair, from the left, of characters that pass the two tests:
// `before`, first, `between`, second, `after`.
template <typename First, typename Second>
void space_pairs(Points& text, First first, Second second, bool before, bool after) {
  Points out;
  std::size_t i = 0;
  while (i < text.size()) {
    if (i + 1 < text.size() && first(text[i]) && second(text[i + 1])) {
      if (before) out += U' ';
      out += text[i];
      out += U' ';
      out += text[i + 1];
      if (after) out += U' ';
      i += 2;
    } else {
      out += text[i++];
    }
  }
  text.swap(out);
}

void normalise_western(Points& text) {
  replace(text, U"\n-", U"");
  replace(text, U"\n", U" ");
  replace(text, U"&quot;", U"\"");
  replace(text, U"&amp;", U"&");
  replace(text, U"&lt;", U"<");
  replace(text, U"&gt;", U">");
  text = U" " + text + U" ";
  space_around(text, is_western_punct);
  // The line ends with a space here, so that the rule for 's at the very end never applies.
  replace(text, U"'s ", U" 's ");
  const auto not_digit = [](char32_t c) { return !is_digit(c); };
  space_pairs(text, not_digit, is_dot_or_comma, false, true);
  space_pairs(text, is_dot_or_comma, not_digit, true, false);
  space_pairs(text, is_digit, [](char32_t c) { return c == '-'; }, false, true);
}

// The published rules for kana only apply to a line that is kana from end to end, which the spaces
// of the western part rule out: they do nothing, and so they are not here.
void normalise_asian(Points& text) {
  space_around(text, is_ideograph);
  space_around(text, is_radical);
  space_around(text, is_compatible);
  space_around(text, is_enclosed);
  space_around(text, is_asian_punct);
  space_around(text, is_wide_punct);
}

bool is_removable(char32_t c) {
  return std::u32string_view(U".,?:;!\"()").find(c) != std::u32string_view::npos;
}

}  // namespace

std::string tercom_rewrite(std::string_view line, TercomOptions options) {
  if (line.empty()) return "";
  Points text;
  for (const char *at = line.data(), *end = at + line.size(); at < end;)
    text += unicode::decode_utf8(at, end);
  if (options.normalized) {
    normalise_western(text);
    if (options.asian_support) normalise_asian(text);
  }
  if (options.no_punct) {
    drop(text, is_removable);
    if (options.asian_support) {
      drop(text, is_asian_punct);
      drop(text, is_wide_punct);
    }
  }
  std::string out;
  for (const char32_t c : text) unicode::append_utf8(out, c);
  return out;
}

}  // namespace manyways::metrics
