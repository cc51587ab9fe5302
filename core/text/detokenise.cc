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
  if (inside && is_english_ending(tokens[i + 1])) return {true, true};
  // Where the tokeniser keeps no apostrophe inside words, short neighbours tell one from a quote.
  const bool alone = curly || rules_.apostrophe == Apostrophe::kAlone;
  const bool brief = i > 0 && tokens[i - 1].size() <= 2;
  if (inside && !open && alone &&
      (brief || tokens[i + 1].size() <= 2 || rules_.apostrophe == Apostrophe::kLeft)) {
    return {true, true};
  }
  if (brief && !open && rules_.apostrophe == Apostrophe::kLeft) return {true, false};  // un po'
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
      return Quotes::toggle(quotes.straight_double);
    case '\'':
      return decide_apostrophe(tokens, i, false, quotes);
    case 0x2019:  // ’
      return decide_apostrophe(tokens, i, true, quotes);
    case 0x201E:  // „
      return Quotes::begin(quotes.curly_double, sign);
    case 0x201C:  // “ closes in German what „ opened
      if (quotes.curly_double == 0x201E) return Quotes::close(quotes.curly_double);
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
    case 0xBF:  // ¿
    case 0xA1:  // ¡
      return Cling{false, word_after(tokens, i)};
    default:
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
  } else if (first == last && !is_word_char(first) && classify(first) != CharClass::kIdeograph &&
             classify(first) != CharClass::kInside) {
    cling = decide_sign(tokens, i, first, quotes);
  } else if (rules_.apostrophe == Apostrophe::kRight && token.size() > 1 && first == '\'') {
    cling.left = true;
  } else if (rules_.apostrophe == Apostrophe::kLeft && token.size() > 1 && last == '\'') {
    cling.right = i + 1 < tokens.size() && is_letter(first_of(tokens[i + 1]));
  }
  const auto beside = [&](char32_t mine, std::string_view other, bool other_last) {
    const char32_t theirs = other_last ? last_of(other) : first_of(other);
    return is_wide(mine) && (rules_.unspaced || is_wide(theirs));
  };
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
