#include "text/detokenise.h"

#include <algorithm>
#include <array>

#include "base/split.h"

namespace manyways::text {
namespace {

using Tokens = std::vector<std::string_view>;

char32_t first_of(std::string_view token) {
  const char* at = token.data();
  return unicode::decode_utf8(at, at + token.size());
}

char32_t last_of(std::string_view token) {
  const char* const end = token.data() + token.size();
  const char* at = end - 1;
  while (at != token.data() && (static_cast<unsigned char>(*at) & 0xC0) == 0x80) --at;
  return unicode::decode_utf8(at, end);
}

bool is_word_char(char32_t c) {
  const CharClass kind = classify(c);
  return kind == CharClass::kLetter || kind == CharClass::kDigit;
}
bool is_letter(char32_t c) { return classify(c) == CharClass::kLetter; }
bool is_number(char32_t c) { return classify(c) == CharClass::kDigit; }
bool word_before(const Tokens& tokens, std::size_t i) {
  return i > 0 && is_word_char(last_of(tokens[i - 1]));
}
bool word_after(const Tokens& tokens, std::size_t i) {
  return i + 1 < tokens.size() && is_word_char(first_of(tokens[i + 1]));
}

// Signs of East Asian typesetting bring their own space.
bool is_wide(char32_t c) {
  return classify(c) == CharClass::kIdeograph || (c >= 0x3000 && c <= 0x303F) ||
         (c >= 0xFF01 && c <= 0xFF65 && !is_word_char(c)) || c == 0x30FB;
}

// What an English apostrophe leads in, when it was split off its word.
bool is_english_ending(std::string_view word) {
  constexpr std::array<std::string_view, 14> kEndings{"s", "t", "d", "m", "re", "ve", "ll",
                                                      "S", "T", "D", "M", "RE", "VE", "LL"};
  return std::find(kEndings.begin(), kEndings.end(), word) != kEndings.end();
}

// Two digits, and a dot at most.
bool is_minutes(std::string_view token) {
  return token.size() >= 2 && token.find_first_not_of("0123456789") >= 2 &&
         token.find_first_not_of("0123456789.", 2) == std::string_view::npos && token.size() <= 3 &&
         (token.size() == 2 || token[2] == '.');
}

bool is_dash(std::string_view token) {
  return token == "-" || unicode::in_category(first_of(token), unicode::kDash);
}

bool all_dots(std::string_view token) {
  return token.find_first_not_of('.') == std::string_view::npos;
}

// One sign, perhaps several times, perhaps with marks behind it.
bool is_sign(std::string_view token) {
  const char32_t first = first_of(token);
  if (is_word_char(first) || classify(first) == CharClass::kIdeograph ||
      classify(first) == CharClass::kInside) {
    return false;
  }
  const char* at = token.data();
  const char* const end = at + token.size();
  while (at != end) {
    if (unicode::decode_utf8(at, end) != first) return false;
  }
  return true;
}

// A sign that ends a clause stands behind the token, or nothing does.
bool clause_ends_after(const Tokens& tokens, std::size_t i) {
  if (i + 1 == tokens.size()) return true;
  constexpr std::string_view kEnds = ".,;:!?)";
  return tokens[i + 1].find_first_not_of(kEnds) == std::string_view::npos;
}

// A mark that looks the same on both sides, the last of its kind: it closes what was opened before
// this text began, unless a capital follows it, or it comes after a colon.
bool closes_alone(const Tokens& tokens, std::size_t i) {
  if (std::find(tokens.begin() + static_cast<std::ptrdiff_t>(i) + 1, tokens.end(), tokens[i]) !=
      tokens.end()) {
    return false;
  }
  if (clause_ends_after(tokens, i)) return true;
  return tokens[i - 1] != ":" && unicode::is_lower(first_of(tokens[i + 1]));
}

// The next curly double quotation mark behind token i, 0 if there is none.
char32_t next_curly(const Tokens& tokens, std::size_t i) {
  for (++i; i < tokens.size(); ++i) {
    const char32_t c = first_of(tokens[i]);
    if (c >= 0x201C && c <= 0x201E) return c;
  }
  return 0;
}

std::size_t count_from(const Tokens& tokens, std::size_t i, std::string_view token) {
  return static_cast<std::size_t>(
      std::count(tokens.begin() + static_cast<std::ptrdiff_t>(i), tokens.end(), token));
}

bool is_raised_or_lowered(char32_t c) {
  return c == 0xB2 || c == 0xB3 || c == 0xB9 || (c >= 0x2070 && c <= 0x209C);
}
bool is_fraction(char32_t c) { return (c >= 0xBC && c <= 0xBE) || (c >= 0x2150 && c <= 0x215E); }
// Celsius, Fahrenheit, minutes and seconds: behind their number.
bool is_unit_sign(char32_t c) { return c == 0x2103 || c == 0x2109 || c == 0x2032 || c == 0x2033; }

// A quotation mark or a bracket that may close, or the sign of a trade mark.
bool closes_something(char32_t c) {
  return c == '"' || c == 0x201C || c == 0xAE || c == 0x2122 || c == 0xAB ||
         unicode::in_category(c, unicode::kClose | unicode::kFinalQuote);
}

// foto's, but 's avonds: in Dutch an s that is cut off belongs to a word that ends in a vowel.
bool is_dutch_plural(std::string_view before) {
  return !before.empty() &&
         std::string_view("aeiouyAEIOUY\xA9").find(before.back()) != std::string_view::npos;
}

}  // namespace

// Which quotation marks are open, by family.
struct Detokeniser::Quotes {
  bool straight_double = false;
  bool straight_single = false;
  char32_t curly_double = 0;  // the mark that opened, 0 if none
  char32_t curly_single = 0;
  bool guillemets = false;

  static Cling toggle(bool& open) {
    open = !open;
    return {!open, open};
  }
  static Cling close(char32_t& open) {
    open = 0;
    return {true, false};
  }
  static Cling begin(char32_t& open, char32_t mark) {
    open = mark;
    return {false, true};
  }
};

Detokeniser::Cling Detokeniser::decide_apostrophe(const Tokens& tokens, std::size_t i, bool curly,
                                                  Quotes& quotes) const {
  const bool inside = i > 0 && is_letter(last_of(tokens[i - 1])) && i + 1 < tokens.size() &&
                      is_letter(first_of(tokens[i + 1]));
  const bool open = curly ? quotes.curly_single != 0 : quotes.straight_single;
  const std::string_view next = i + 1 < tokens.size() ? tokens[i + 1] : std::string_view();
  if (rules_.leading_apostrophe &&
      (next == "s" || next == "t" || next == "n" || next == "k" || next.starts_with("s-"))) {
    const bool plural = next == "s" && i > 0 && is_dutch_plural(tokens[i - 1]);
    return {plural, true};
  }
  if (inside && is_english_ending(next)) return {true, true};
  if (next == "s" && i > 0 && is_number(last_of(tokens[i - 1]))) return {true, true};  // 1980’s
  // Where the tokeniser keeps no apostrophe inside words, short neighbours tell one from a quote,
  // and so does being the only one.
  const bool alone = curly || rules_.apostrophe == Apostrophe::kAlone;
  const std::size_t left = curly ? 1 : count_from(tokens, i, tokens[i]);
  const bool brief = i > 0 && tokens[i - 1].size() <= 2 && left % 2 == 1;
  if (inside && !open && alone && !curly && left == 1) return {true, true};
  if (inside && !open && alone &&
      (brief || tokens[i + 1].size() <= 2 || rules_.apostrophe == Apostrophe::kLeft)) {
    return {true, true};
  }
  if (brief && !open && rules_.apostrophe == Apostrophe::kLeft) {  // un po' di, but l'« Europe »
    return {true, next == "\u00AB" || next == "\u201C" || next == "\""};
  }
  if (inside && !open && curly && tokens[i - 1].back() != 's') return {true, true};  // dell’Alba
  if (curly) return Quotes::close(quotes.curly_single);
  // The dogs' owner: after an s an apostrophe that closes nothing is a genitive.
  if (!open && rules_.apostrophe == Apostrophe::kRight && i > 0 && tokens[i - 1].back() == 's') {
    return {true, false};
  }
  return Quotes::toggle(quotes.straight_single);
}

std::optional<Detokeniser::Cling> Detokeniser::decide_quote(const Tokens& tokens, std::size_t i,
                                                            char32_t sign, Quotes& quotes) const {
  switch (sign) {
    case '"':
      if (quotes.straight_double) return Quotes::toggle(quotes.straight_double);
      if (quotes.curly_double == 0x201E) return Quotes::close(quotes.curly_double);  // „so"
      if (i > 0 && closes_alone(tokens, i)) return Cling{true, false};
      return Quotes::toggle(quotes.straight_double);
    case '\'':
      return decide_apostrophe(tokens, i, false, quotes);
    case 0x2019:  // ’
      return decide_apostrophe(tokens, i, true, quotes);
    case 0x201E:  // „
      return Quotes::begin(quotes.curly_double, sign);
    case 0x201C:  // “ closes in German what „ opened
      if (quotes.curly_double == 0x201E ||
          (i > 0 && word_before(tokens, i) && next_curly(tokens, i) == 0 &&
           (quotes.curly_double != 0 || clause_ends_after(tokens, i)))) {
        return Quotes::close(quotes.curly_double);
      }
      return Quotes::begin(quotes.curly_double, sign);
    case 0x201D:  // ”
      return Quotes::close(quotes.curly_double);
    case 0x201A:  // ‚
      return Quotes::begin(quotes.curly_single, sign);
    case 0x2018:  // ‘ closes in German what ‚ opened
      if (quotes.curly_single == 0x201A) return Quotes::close(quotes.curly_single);
      return Quotes::begin(quotes.curly_single, sign);
    case 0xAB:  // « and », whichever comes first
    case 0xBB: {
      const Cling cling = Quotes::toggle(quotes.guillemets);
      return spaced(sign) ? Cling{} : cling;
    }
    default:
      return std::nullopt;
  }
}

// Signs whose neighbours decide: slashes, colons in times, dashes between numbers, currency.
std::optional<Detokeniser::Cling> Detokeniser::decide_by_neighbours(const Tokens& tokens,
                                                                    std::size_t i, char32_t sign) {
  const bool number_before = i > 0 && is_number(last_of(tokens[i - 1]));
  const bool number_after = i + 1 < tokens.size() && is_number(first_of(tokens[i + 1]));
  switch (sign) {
    case '/':
    case '@':
    case '_':
      return Cling{
          word_before(tokens, i) || (i > 0 && (tokens[i - 1] == "/" || tokens[i - 1] == ":")),
          word_after(tokens, i)};
    case ':':
      if (number_before && number_after && is_minutes(tokens[i + 1])) return Cling{true, true};
      return std::nullopt;
    case 0x2013:  // 1999–2004, but a dash in a sentence keeps its spaces
      return Cling{number_before && number_after, number_before && number_after};
    case 0xAE:    // ®
    case 0x2122:  // ™
      return Cling{true, false};
    case '#':
    case 0xB0:  // °C
      return Cling{false, word_after(tokens, i)};
    case 0xBF:  // ¿
    case 0xA1:  // ¡
      return Cling{false, true};
    case '~':
      return Cling{word_before(tokens, i) && !number_after, number_after};
    default:
      if (is_raised_or_lowered(sign)) {  // m², H₂O
        const bool lowered = sign >= 0x2080 && word_after(tokens, i);
        return Cling{word_before(tokens, i), lowered && !number_after};
      }
      if (is_fraction(sign) || is_unit_sign(sign)) return Cling{number_before, false};
      if (unicode::in_category(sign, unicode::kCurrency)) return Cling{false, number_after};
      return std::nullopt;
  }
}

Detokeniser::Cling Detokeniser::decide_sign(const Tokens& tokens, std::size_t i, char32_t sign,
                                            Quotes& quotes) const {
  if (const auto cling = decide_quote(tokens, i, sign, quotes)) return *cling;
  if (const auto cling = decide_by_neighbours(tokens, i, sign)) return *cling;
  const auto category = unicode::category(sign);
  if (category & (unicode::kOpen | unicode::kInitialQuote)) return {false, true};
  const bool stands = sign == '&' || sign == '*' || sign == '\\' || sign == 0xA7;
  const bool closes = (category & (unicode::kClose | unicode::kFinalQuote)) ||
                      (category & unicode::kOtherPunctuation && !stands);
  return {closes && !spaced(sign), false};
}

Detokeniser::Cling Detokeniser::decide(const Tokens& tokens, std::size_t i, Quotes& quotes) const {
  const std::string_view token = tokens[i];
  const char32_t first = first_of(token);
  const char32_t last = last_of(token);
  Cling cling;
  if (all_dots(token)) {
    cling = {true, false};
  } else if (rules_.unspaced && is_dash(token)) {
    cling = {true, true};
  } else if (is_sign(token)) {
    cling = decide_sign(tokens, i, first, quotes);
  } else if (i > 0 && first == '-' && token.size() > 1 && is_letter(last) &&
             closes_something(last_of(tokens[i - 1]))) {
    cling.left = true;  // “Smart”-Leuchte
  } else if (rules_.apostrophe == Apostrophe::kRight && token.size() > 1 && first == '\'') {
    cling.left = true;
  } else if (rules_.apostrophe == Apostrophe::kLeft && token.size() > 1 && last == '\'') {
    cling.right = i + 1 < tokens.size() && is_letter(first_of(tokens[i + 1]));
  }
  const auto beside = [&](char32_t mine, std::string_view other, bool other_last) {
    const char32_t theirs = other_last ? last_of(other) : first_of(other);
    return is_wide(mine) && (rules_.unspaced || is_wide(theirs));
  };
  const bool wide_before = i > 0 && is_wide(last_of(tokens[i - 1]));
  const bool wide_after = i + 1 < tokens.size() && is_wide(first_of(tokens[i + 1]));
  if (rules_.unspaced && (wide_before || wide_after) && is_sign(token)) return {true, true};
  if (i > 0 && beside(first, tokens[i - 1], true)) cling.left = true;
  if (i + 1 < tokens.size() && beside(last, tokens[i + 1], false)) cling.right = true;
  return cling;
}

void Detokeniser::detokenise(std::string_view text, std::string& out) const {
  thread_local Tokens tokens;
  tokens.clear();
  for_each_word(text, [&](std::string_view word) { tokens.push_back(word); });
  Quotes quotes;
  bool clings = true;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Cling cling = decide(tokens, i, quotes);
    if (!clings && !cling.left) out += ' ';
    out += tokens[i];
    clings = cling.right;
  }
}

}  // namespace manyways::text
