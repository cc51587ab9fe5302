#include "text/sentences.h"

#include <algorithm>

#include "base/unicode.h"
#include "text/characters.h"

namespace manyways::text {
namespace {

using Stop = SentenceSplitter::Stop;

Stop stop_of(char32_t c) {
  switch (c) {
    case '.':
      return Stop::kDot;
    case '!':
    case '?':
    case 0x2026:  // …
    case 0x061F:  // Arabic question mark
    case 0x0589:  // Armenian full stop
    case 0x203C:
    case 0x2047:
    case 0x2048:
    case 0x2049:
      return Stop::kSpaced;
    case 0x3002:  // 。
    case 0xFF01:  // ！
    case 0xFF1F:  // ？
    case 0xFF61:  // ｡
    case 0x0964:  // danda
    case 0x0965:
    case 0x06D4:  // Urdu full stop
    case 0x1362:  // Ethiopic
      return Stop::kAlways;
    default:
      return Stop::kNone;
  }
}

// “ closes in German, but opens in Chinese.
bool closes(char32_t c, Stop stop) {
  return c == '"' || c == '\'' || (c == 0x201C && stop != Stop::kAlways) ||
         unicode::in_category(c, unicode::kClose | unicode::kFinalQuote);
}

// Skips white space; true if there was an empty line in it.
bool skip_spaces(SentenceSplitter::Cursor& cursor) {
  int lines = 0;
  while (!cursor.done() && unicode::is_space(cursor.peek())) {
    lines += cursor.peek() == '\n';
    cursor.next();
  }
  return lines > 1;
}

// The last word of `text`, without opening signs before it.
std::string_view last_word(std::string_view text) {
  std::size_t start = text.size();
  while (start > 0) {
    std::size_t previous = start - 1;
    while (previous > 0 && (static_cast<unsigned char>(text[previous]) & 0xC0) == 0x80) --previous;
    const char* at = text.data() + previous;
    const CharClass kind = classify(unicode::decode_utf8(at, text.data() + text.size()));
    if (kind == CharClass::kSpace || kind == CharClass::kSingle || kind == CharClass::kApostrophe) {
      break;
    }
    start = previous;
  }
  return text.substr(start);
}

// U.S, z.B, 3.5.X: dots inside, and a letter.
bool is_acronym(std::string_view word) {
  return word.find('.') != std::string_view::npos &&
         std::any_of(word.begin(), word.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0;
         });
}

}  // namespace

SentenceSplitter::SentenceSplitter(const std::vector<std::string>& abbreviations,
                                   const std::vector<std::string>& numeric_abbreviations,
                                   bool ordinals)
    : ordinals_(ordinals) {
  for (const auto& each : abbreviations) abbreviations_.add(each);
  for (const auto& each : numeric_abbreviations) numeric_abbreviations_.add(each);
}

// Does a dot after `before` end a sentence, when `next` is the first character after the space?
bool SentenceSplitter::dot_ends(std::string_view before, char32_t next) const {
  const std::string_view word = last_word(before);
  if (word.empty()) return true;
  if (abbreviations_.find(word) != kUnknownWord) return false;
  if (is_acronym(word)) return false;
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (ordinals_ && word.size() <= 2 && std::all_of(word.begin(), word.end(), is_digit)) {
    return false;
  }
  return !(next < 128 && is_digit(static_cast<char>(next)) &&
           numeric_abbreviations_.find(word) != kUnknownWord);
}

// Goes past a stop, what closes behind it, and white space; says whether a sentence ends there.
// `before` is the text of the piece up to the stop.
bool SentenceSplitter::pass_stop(Cursor& cursor, Stop stop, std::string_view before) const {
  bool run = false;  // "..." or "?!" is no abbreviation
  while (!cursor.done() && stop_of(cursor.peek()) != Stop::kNone) {
    stop = std::max(stop, stop_of(cursor.peek()));
    run = true;
    cursor.next();
  }
  const char* const stopped = cursor.at;
  while (!cursor.done() && closes(cursor.peek(), stop)) cursor.next();
  const char* const closed = cursor.at;
  const bool paragraph = skip_spaces(cursor);
  if (cursor.done()) return false;
  if (paragraph || stop == Stop::kAlways) return true;
  if (cursor.at == closed || unicode::is_lower(cursor.peek())) return false;
  return stop == Stop::kSpaced || run || closed != stopped || dot_ends(before, cursor.peek());
}

void SentenceSplitter::split(std::string_view text, std::vector<std::size_t>& ends) const {
  const char* const begin = text.data();
  Cursor cursor{begin, begin + text.size()};
  const char* piece = begin;
  const auto cut = [&](const char* at) {
    if (at != piece) ends.push_back(static_cast<std::size_t>(at - begin));
    piece = at;
  };
  while (!cursor.done()) {
    const char* const mark = cursor.at;
    const char32_t c = cursor.peek();
    if (unicode::is_space(c)) {
      if (skip_spaces(cursor)) cut(cursor.at);
      continue;
    }
    cursor.next();
    if (stop_of(c) == Stop::kNone) continue;
    const std::string_view before(piece, static_cast<std::size_t>(mark - piece));
    if (pass_stop(cursor, stop_of(c), before)) cut(cursor.at);
  }
  cut(cursor.at);
}

}  // namespace manyways::text
