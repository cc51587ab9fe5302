#include "text/tokenise.h"

#include <algorithm>

namespace manyways::text {
namespace {

bool has_letter(std::string_view text) {
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    if (classify(unicode::decode_utf8(at, end)) == CharClass::kLetter) return true;
  }
  return false;
}

std::string without_nothings(std::string_view text) {
  std::string result;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    const char* const begin = at;
    if (classify(unicode::decode_utf8(at, end)) != CharClass::kNothing) result.append(begin, at);
  }
  return result;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

// The state of one pass over a text. A word is text[word, at) while `word` is not null.
struct Tokeniser::Scan {
  const TokeniserRules& rules;
  std::vector<Token>& tokens;
  const char* at;
  const char* end;
  const char* word = nullptr;
  CharClass previous = CharClass::kSpace;
  bool dropped = false;  // met a character that is to vanish: the text needs cleaning first

  void flush(const char* until) {
    if (word != nullptr && word != until) tokens.push_back({word, until});
    word = nullptr;
  }
  void alone(const char* begin, const char* until) {
    flush(begin);
    tokens.push_back({begin, until});
  }
  // A character that is part of a word.
  void grow(const char* begin) {
    if (word == nullptr) word = begin;
  }
  // The class of the character at `position`; a space if there is none.
  CharClass next_class(const char* position) const {
    return position == end ? CharClass::kSpace : classify(unicode::decode_utf8(position, end));
  }

  void step();
  void dots(const char* begin);
  void apostrophe(const char* begin);
  void single(const char* begin, char32_t c);
  void ideograph(const char* begin);
  const char* skip_extensions(const char* position) const;
};

void Tokeniser::Scan::step() {
  const char* const begin = at;
  const char32_t c = unicode::decode_utf8(at, end);
  const CharClass kind = classify(c);
  switch (kind) {
    case CharClass::kLetter:
    case CharClass::kDigit:
      grow(begin);
      break;
    case CharClass::kInside:
      if (previous == CharClass::kIdeograph || next_class(at) == CharClass::kIdeograph) {
        alone(begin, at);
      } else {
        grow(begin);
      }
      break;
    case CharClass::kSpace:
      flush(begin);
      break;
    case CharClass::kNothing:
      dropped = true;
      at = end;
      return;
    case CharClass::kDot:
      dots(begin);
      break;
    case CharClass::kComma:
      if (previous == CharClass::kDigit && next_class(at) == CharClass::kDigit) {
        grow(begin);
      } else {
        alone(begin, at);
      }
      break;
    case CharClass::kApostrophe:
      apostrophe(begin);
      break;
    case CharClass::kSingle:
      single(begin, c);
      break;
    case CharClass::kIdeograph:
      ideograph(begin);
      break;
  }
  previous = kind;
}

// One dot belongs to the word before it, for now; several are a token.
void Tokeniser::Scan::dots(const char* begin) {
  while (at != end && *at == '.') ++at;
  if (at - begin == 1) {
    grow(begin);
  } else {
    alone(begin, at);
  }
}

void Tokeniser::Scan::apostrophe(const char* begin) {
  const CharClass next = next_class(at);
  const bool inside = previous == CharClass::kLetter && next == CharClass::kLetter;
  if (rules.apostrophe == Apostrophe::kRight) {
    const bool year = previous == CharClass::kDigit && next == CharClass::kLetter;
    if (inside || (year && *at == 's')) {
      flush(begin);
      word = begin;
      return;
    }
    if (year) return grow(begin);
  } else if (rules.apostrophe == Apostrophe::kLeft && inside) {
    grow(begin);
    flush(at);
    return;
  }
  alone(begin, at);
}

const char* Tokeniser::Scan::skip_extensions(const char* position) const {
  while (position != end) {
    const char* after = position;
    const char32_t c = unicode::decode_utf8(after, end);
    if (c == kZeroWidthJoiner && next_class(after) == CharClass::kSingle) {
      unicode::decode_utf8(after, end);  // an emoji that is made of several
    } else if (!extends_previous(c)) {
      break;
    }
    position = after;
  }
  return position;
}

void Tokeniser::Scan::single(const char* begin, char32_t c) {
  if (c == ':' && rules.inner_colon && previous == CharClass::kLetter && at != end) {
    const char* next = at;
    if (unicode::is_lower(unicode::decode_utf8(next, end))) return grow(begin);
  }
  if (c == 0xB7 && rules.inner_point && previous == CharClass::kLetter &&
      next_class(at) == CharClass::kLetter) {
    return grow(begin);
  }
  if (c >= 128) at = skip_extensions(at);
  if (c == kEllipsis) {
    constexpr std::string_view kBytes = "\xE2\x80\xA6";
    while (std::string_view(at, static_cast<std::size_t>(end - at)).starts_with(kBytes)) at += 3;
  }
  alone(begin, at);
}

void Tokeniser::Scan::ideograph(const char* begin) {
  at = skip_extensions(at);
  if (rules.ideographs_alone) return alone(begin, at);
  if (previous != CharClass::kIdeograph) flush(begin);
  grow(begin);
  if (next_class(at) != CharClass::kIdeograph) flush(at);
}

Tokeniser::Tokeniser(const TokeniserRules& rules) : rules_(rules) {
  for (const auto& each : rules.abbreviations) abbreviations_.add(each);
  for (const auto& each : rules.numeric_abbreviations) numeric_abbreviations_.add(each);
}

bool Tokeniser::split(std::string_view text, std::vector<Token>& tokens) const {
  tokens.clear();
  Scan scan{rules_, tokens, text.data(), text.data() + text.size()};
  while (scan.at != scan.end) scan.step();
  scan.flush(scan.end);
  return !scan.dropped;
}

// Does the dot after `prefix` belong to it? `next` is the token that follows, or null.
bool Tokeniser::keeps_dot(std::string_view prefix, const Token* next) const {
  if (prefix.find('.') != std::string_view::npos && has_letter(prefix)) return true;
  if (abbreviations_.find(prefix) != kUnknownWord) return true;
  if (rules_.ordinals && prefix.size() <= 2 && std::all_of(prefix.begin(), prefix.end(), is_digit))
    return true;
  if (next == nullptr) return false;
  const char* at = next->begin;
  if (unicode::is_lower(unicode::decode_utf8(at, next->end))) return true;
  return is_digit(*next->begin) && numeric_abbreviations_.find(prefix) != kUnknownWord;
}

void Tokeniser::tokenise(std::string_view text, std::string& out) const {
  thread_local std::vector<Token> tokens;
  std::string clean;
  if (!split(text, tokens)) {
    clean = without_nothings(text);
    split(clean, tokens);
  }
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const auto [begin, end] = tokens[i];
    if (i != 0) out += ' ';
    const bool dot = end - begin > 1 && end[-1] == '.' && end[-2] != '.';
    const Token* const next = i + 1 < tokens.size() ? &tokens[i + 1] : nullptr;
    if (dot && !keeps_dot({begin, static_cast<std::size_t>(end - begin - 1)}, next)) {
      out.append(begin, end - 1);
      out += " .";
    } else {
      out.append(begin, end);
    }
  }
}

}  // namespace manyways::text
