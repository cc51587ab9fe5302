#include "metrics/tokenise.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>

#include "base/unicode.h"

namespace manyways::metrics {
namespace {

// What a byte can mean to the splitters.
enum Kind : std::uint8_t {
  kOther,
  kSpace,     // ASCII space character
  kMaybe,     // first byte of a multi-byte character that may be a space
  kDigit,     // 0-9
  kDotComma,  // . ,
  kDash,      // -
  kPunct,     // the punctuation that 13a always sets apart
};

constexpr std::array<std::uint8_t, 256> make_kinds() {
  std::array<std::uint8_t, 256> kinds{};
  for (int c = 0; c < 128; ++c) {
    const bool space = (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x20);
    const bool punct = (c >= '{' && c <= '~') || (c >= '[' && c <= '`') || (c > ' ' && c <= '&') ||
                       (c >= '(' && c <= '+') || (c >= ':' && c <= '@') || c == '/';
    if (space) kinds[static_cast<std::size_t>(c)] = kSpace;
    if (punct) kinds[static_cast<std::size_t>(c)] = kPunct;
    if (c >= '0' && c <= '9') kinds[static_cast<std::size_t>(c)] = kDigit;
  }
  kinds['.'] = kinds[','] = kDotComma;
  kinds['-'] = kDash;
  // U+0085, U+00A0; U+1680; U+2000-200A, 2028, 2029, 202F, 205F; U+3000.
  kinds[0xC2] = kinds[0xE1] = kinds[0xE2] = kinds[0xE3] = kMaybe;
  return kinds;
}
constexpr std::array<std::uint8_t, 256> kKinds = make_kinds();

Kind kind(const char* at) { return static_cast<Kind>(kKinds[static_cast<unsigned char>(*at)]); }

// Collects words between breaks: `to(at)` ends the open word, and `to(at, next)` says also where the
// next begins.
class Words {
 public:
  Words(const char* begin, std::vector<std::string_view>& words) : start_(begin), words_(words) {}
  void to(const char* at) {
    if (at > start_) words_.emplace_back(start_, static_cast<std::size_t>(at - start_));
  }
  void to(const char* at, const char* next) {
    to(at);
    start_ = next;
  }
  // The bytes from `at` to `end` are a word of their own.
  void alone(const char* at, const char* end) {
    to(at);
    words_.emplace_back(at, static_cast<std::size_t>(end - at));
    start_ = end;
  }

 private:
  const char* start_;
  std::vector<std::string_view>& words_;
};

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
}

// The language-independent part of 13a, for the few lines that need it.
std::string_view unescape(std::string_view line, std::string& buffer) {
  if (line.empty()) return line;
  const bool needed = std::memchr(line.data(), '&', line.size()) != nullptr ||
                      std::memchr(line.data(), '\n', line.size()) != nullptr ||
                      (std::memchr(line.data(), '<', line.size()) != nullptr &&
                       line.find("<skipped>") != std::string_view::npos);
  if (!needed) return line;
  buffer.assign(line);
  replace_all(buffer, "<skipped>", "");
  replace_all(buffer, "-\n", "");
  replace_all(buffer, "\n", " ");
  replace_all(buffer, "&quot;", "\"");
  replace_all(buffer, "&amp;", "&");
  replace_all(buffer, "&lt;", "<");
  replace_all(buffer, "&gt;", ">");
  return buffer;
}

// sacreBLEU's list has two five-digit escapes that Python reads as a four-digit one and a digit:
// it so holds U+2001-2A6D (dashes and curly quotes among them) and none of the planes above.
bool is_chinese(char32_t c) {
  if (c < 0x2001) return false;
  return c <= 0x2A6D || (c >= 0x2E80 && c <= 0x2FDF) || (c >= 0x2FF0 && c <= 0x303F) ||
         (c >= 0x3100 && c <= 0x312F) || (c >= 0x31A0 && c <= 0x31BF) ||
         (c >= 0x31C0 && c <= 0x31EF) || (c >= 0x3200 && c <= 0x4DB5) ||
         (c >= 0x4E00 && c <= 0x9FBB) || (c >= 0xF900 && c <= 0xFA2D) ||
         (c >= 0xFA30 && c <= 0xFA6A) || (c >= 0xFA70 && c <= 0xFAD9) ||
         (c >= 0xFE10 && c <= 0xFE1F) || (c >= 0xFE30 && c <= 0xFE4F) ||
         (c >= 0xFF00 && c <= 0xFFEF);
}

// The western rules of mteval: punctuation alone; a full stop or comma alone unless it stands
// between digits; a dash after a digit alone. A full stop that the rule "after a non-digit" has
// taken cannot serve as the non-digit before the next one: hence `taken`.
//
// `padded`: the line counts as having a space before and after it (13a, not zh).
// `chinese`: characters of is_chinese are words of their own (zh).
void split_western(std::string_view line, bool padded, bool chinese,
                   std::vector<std::string_view>& out) {
  const char* const begin = line.data();
  const char* const end = begin + line.size();
  Words words(begin, out);
  bool taken = false;    // the character before is a . or , that the first rule took
  Kind before = kSpace;  // kind of the character before; kMaybe is never one
  bool first = !padded;  // nothing before: no rule that looks back applies
  for (const char *at = begin, *next; at < end; at = next) {
    Kind now = kind(at);
    next = at + 1;
    bool took = false;
    if (now == kOther && static_cast<unsigned char>(*at) < 0x80) {
      // most bytes
    } else if (now == kSpace) {
      words.to(at, next);
    } else if (now == kPunct) {
      words.alone(at, next);
    } else if (now == kDotComma) {
      took = !first && before != kDigit && !(before == kDotComma && taken);
      const bool at_end = next == end;
      const bool followed = at_end ? padded : kind(next) != kDigit;
      if (took || followed) {
        words.alone(at, next);
      } else if (before == kDotComma) {
        words.to(at, at);
      }
    } else if (now == kDash) {
      if (before == kDigit) words.alone(at, next);
    } else if (now == kMaybe || (chinese && now == kOther)) {
      if (const std::size_t space = space_at(at, end); space > 0) {
        next = at + space;
        words.to(at, next);
      } else if (chinese) {
        next = at;
        if (is_chinese(unicode::decode_utf8(next, end))) words.alone(at, next);
      }
      now = kOther;
    }
    taken = took;
    before = now;
    first = false;
  }
  words.to(end);
}

// What a character is to intl.
enum class Sort : std::uint8_t { kOther, kSpace, kNumber, kPunctuation, kSymbol };

Sort sort_by_tables(char32_t c) {
  const unicode::CategoryMask category = unicode::category(c);
  if (category & unicode::kPunctuation) return Sort::kPunctuation;
  if (category & unicode::kSymbol) return Sort::kSymbol;
  if (category & unicode::kNumber) return Sort::kNumber;
  return unicode::is_space(c) ? Sort::kSpace : Sort::kOther;
}

Sort sort_of(char32_t c, const NewerCharacters* newer) {
  static const std::array<Sort, 128> kAscii = [] {
    std::array<Sort, 128> sorts{};
    for (char32_t each = 0; each < 128; ++each) sorts[each] = sort_by_tables(each);
    return sorts;
  }();
  if (c < 128) return kAscii[c];
  const Sort sort = sort_by_tables(c);
  if (newer == nullptr || !unicode::in_category(c, unicode::kUnassigned)) return sort;
  const auto found = std::lower_bound(newer->points.begin(), newer->points.end(), c);
  if (found == newer->points.end() || *found != c) return sort;
  switch (newer->kinds[static_cast<std::size_t>(found - newer->points.begin())]) {
    case Newer::kNumber:
      return Sort::kNumber;
    case Newer::kPunctuation:
      return Sort::kPunctuation;
    default:
      return Sort::kSymbol;
  }
}

// mteval-v14: every symbol alone; punctuation alone unless it has a number on both sides (or the
// edge of the line on one, where the rules see nothing). `taken` as in split_western.
void split_intl(std::string_view line, const NewerCharacters* newer,
                std::vector<std::string_view>& out) {
  const char* const end = line.data() + line.size();
  Words words(line.data(), out);
  Sort before = Sort::kNumber;  // at the edge no rule that looks back applies
  bool taken = false;
  const char* at = line.data();
  const char* next = at;
  Sort now = at < end ? sort_of(unicode::decode_utf8(next, end), newer) : Sort::kOther;
  while (at < end) {
    const char* after = next;
    // At the end no rule that looks ahead applies.
    const Sort then = next < end ? sort_of(unicode::decode_utf8(after, end), newer) : Sort::kNumber;
    bool took = false;
    if (now == Sort::kPunctuation) {
      took = before != Sort::kNumber && !(before == Sort::kPunctuation && taken);
      if (took || then != Sort::kNumber) {
        words.alone(at, next);
      } else if (before == Sort::kPunctuation) {
        words.to(at, at);
      }
    } else if (now == Sort::kSymbol) {
      words.alone(at, next);
    } else if (now == Sort::kSpace) {
      words.to(at, next);
    }
    taken = took;
    before = now;
    now = then;
    at = next;
    next = after;
  }
  words.to(end);
}

void split_characters(std::string_view line, std::vector<std::string_view>& out) {
  const char* const end = line.data() + line.size();
  for (const char* at = line.data(); at < end;) {
    const char* const start = at;
    if (!unicode::is_space(unicode::decode_utf8(at, end)))
      out.emplace_back(start, static_cast<std::size_t>(at - start));
  }
}

// As str.strip at the beginning.
std::string_view strip_start(std::string_view line) {
  const char* const end = line.data() + line.size();
  const char* at = line.data();
  for (std::size_t n; at < end && (n = space_at(at, end)) > 0;) at += n;
  return {at, static_cast<std::size_t>(end - at)};
}

}  // namespace

Splitting splitting_of(std::string_view name) {
  if (name == "none") return Splitting::kNone;
  if (name == "13a") return Splitting::k13a;
  if (name == "intl") return Splitting::kIntl;
  if (name == "char") return Splitting::kChar;
  if (name == "zh") return Splitting::kZh;
  if (name == "tercom") return Splitting::kTercom;
  throw std::invalid_argument("no tokeniser has the name " + std::string(name));
}

std::size_t space_at(const char* at, const char* end) {
  const Kind k = kind(at);
  if (k == kSpace) return 1;
  if (k != kMaybe) return 0;
  const char* next = at;
  return unicode::is_space(unicode::decode_utf8(next, end)) ? static_cast<std::size_t>(next - at)
                                                            : 0;
}

std::string_view strip_end(std::string_view line) {
  const char* const begin = line.data();
  const char* end = begin + line.size();
  while (end > begin) {
    const char* last = end - 1;
    while (last > begin && end - last < 4 && (static_cast<unsigned char>(*last) & 0xC0) == 0x80)
      --last;
    if (space_at(last, end) != static_cast<std::size_t>(end - last)) break;
    end = last;
  }
  return {begin, static_cast<std::size_t>(end - begin)};
}

void split_at_spaces(std::string_view line, std::vector<std::string_view>& out) {
  const char* const end = line.data() + line.size();
  Words words(line.data(), out);
  for (const char* at = line.data(); at < end;) {
    const Kind k = kind(at);
    const std::size_t space = k == kSpace ? 1 : k == kMaybe ? space_at(at, end) : 0;
    if (space > 0) {
      words.to(at, at + space);
      at += space;
    } else {
      ++at;
    }
  }
  words.to(end);
}

std::span<const std::string_view> Tokeniser::split(std::string_view line) {
  words_.clear();
  line = strip_end(line);
  switch (splitting_) {
    case Splitting::kNone:
      split_at_spaces(line, words_);
      break;
    case Splitting::k13a:
      split_western(unescape(line, rewritten_), true, false, words_);
      break;
    case Splitting::kIntl:
      split_intl(line, newer_.get(), words_);
      break;
    case Splitting::kChar:
      split_characters(line, words_);
      break;
    case Splitting::kZh:
      split_western(strip_start(line), false, true, words_);
      break;
    case Splitting::kTercom:
      if (tercom_.normalized || tercom_.no_punct) {
        rewritten_ = tercom_rewrite(line, tercom_);
        line = rewritten_;
      }
      split_at_spaces(line, words_);
      break;
  }
  return words_;
}

}  // namespace manyways::metrics
