#include "features/scan.h"

#include <algorithm>
#include <cstring>

#include "base/hash.h"
#include "base/split.h"
#include "base/unicode.h"

namespace manyways::features {
namespace {

using unicode::decode_utf8;
using unicode::Script;

constexpr std::size_t kMostOpen = 100;  // brackets that are remembered
constexpr int kTagLength = 100;
constexpr int kNameLength = 60;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_plain(char c) { return is_letter(c) || is_digit(c); }
bool one_of(char c, const char* set) { return c != '\0' && std::strchr(set, c) != nullptr; }
bool in_address(char c) { return is_plain(c) || one_of(c, "-._~:/?#[]@!$&'()*+,;=%"); }
bool in_mail_name(char c) { return is_plain(c) || one_of(c, "._%+-"); }
bool in_host(char c) { return is_plain(c) || c == '-'; }

// Where the run of characters of one class ends.
template <typename Class>
const char* run(const char* at, const char* end, Class&& fits) {
  while (at != end && fits(*at)) ++at;
  return at;
}

bool begins(const char* at, const char* end, std::string_view with) {
  return static_cast<std::size_t>(end - at) >= with.size() &&
         std::memcmp(at, with.data(), with.size()) == 0;
}

// Each of these gives where the item at `at` ends, or nullptr if there is none.

const char* address(const char* begin, const char* at, const char* end) {
  std::size_t head = 0;
  for (const std::string_view scheme : {"http://", "https://", "ftp://"})
    if (begins(at, end, scheme)) head = scheme.size();
  if (head == 0 && begins(at, end, "www.") && (at == begin || !is_plain(at[-1]))) head = 4;
  if (head == 0) return nullptr;
  const char* last = run(at + head, end, in_address);
  if (last == at + head) return nullptr;
  while (last != at && one_of(last[-1], ".,;:!?'\")]")) --last;
  return last;
}

const char* mail(const char* at, const char* end) {
  const char* name = run(at, end, in_mail_name);
  if (name == at || name == end || *name != '@') return nullptr;
  const char* host = run(name + 1, end, in_host);
  if (host == name + 1) return nullptr;
  const char* last = nullptr;
  while (host != end && *host == '.') {
    const char* label = run(host + 1, end, in_host);
    if (label == host + 1) break;
    last = host = label;
  }
  return last;
}

const char* tag(const char* at, const char* end) {
  if (*at != '<') return nullptr;
  ++at;
  if (at != end && *at == '/') ++at;
  if (at == end || !is_letter(*at)) return nullptr;
  ++at;
  for (int more = 0; at != end; ++more) {
    if (*at == '>') return at + 1;
    if (*at == '<' || more == kTagLength) return nullptr;
    decode_utf8(at, end);
  }
  return nullptr;
}

const char* braces(const char* at, const char* end) {
  if (*at == '$') ++at;
  if (at == end || *at != '{') return nullptr;
  ++at;
  for (int more = 0; at != end; ++more) {
    if (*at == '}') return at + 1;
    if (*at == '{' || manyways::is_space(*at) || more == kNameLength) return nullptr;
    decode_utf8(at, end);
  }
  return nullptr;
}

const char* percent(const char* at, const char* end) {
  const auto in_name = [](char c) { return is_plain(c) || c == '_'; };
  const char* kind = at + 1;
  const char* digits = run(kind, end, is_digit);
  if (digits != kind && digits != end && *digits == '$') {
    kind = digits + 1;
  } else if (kind != end && *kind == '(') {
    const char* close = run(kind + 1, end, in_name);
    if (close != kind + 1 && !is_digit(kind[1]) && close != end && *close == ')') kind = close + 1;
  }
  if (kind == end || !one_of(*kind, "sdifux@")) return nullptr;
  return kind + 1 != end && in_name(kind[1]) ? nullptr : kind + 1;
}

const char* placeholder(const char* at, const char* end) {
  if (*at == '{' || *at == '$') return braces(at, end);
  if (*at == '%') return percent(at, end);
  if (!begins(at, end, "__")) return nullptr;
  const char* name = run(at + 2, end, is_plain);
  return name != at + 2 && begins(name, end, "__") ? name + 2 : nullptr;
}

// Digits of one script follow each other from 0 to 9.
std::uint32_t digit_value(char32_t c) {
  if (c < 0x80) return c - '0';
  std::uint32_t before = 0;
  while (before < c && unicode::is_decimal(c - before - 1)) ++before;
  return before % 10;
}

// Moves behind the digits at `at`, if any, and puts them into the hash.
bool digits(const char*& at, const char* end, std::uint64_t& hash) {
  bool found = false;
  while (at != end) {
    const char* next = at;
    const char32_t c = decode_utf8(next, end);
    if (!unicode::is_decimal(c)) break;
    hash = hash_combine(hash, digit_value(c));
    at = next;
    found = true;
  }
  return found;
}

const char* number(const char* at, const char* end, std::uint64_t& hash) {
  if (!digits(at, end, hash)) return nullptr;
  while (at != end) {
    const char* next = at;
    const char32_t c = decode_utf8(next, end);
    const bool joins = c == '.' || c == ',' || c == '\'' || c == 0x2019 || c == 0xA0 || c == 0x202F;
    if (!joins || !digits(next, end, hash)) break;
    at = next;
  }
  return at;
}

Ending ending_of(char32_t c) {
  switch (c) {
    case '.':
    case 0x3002:
    case 0x0964:
    case 0x06D4:
    case 0x2026:
    case 0xFF0E:
    case 0xFF61:
      return Ending::kStop;
    case '?':
    case 0xFF1F:
    case 0x061F:
      return Ending::kQuestion;
    case '!':
    case 0xFF01:
      return Ending::kExclamation;
    case ',':
    case ';':
    case ':':
    case 0xFF0C:
    case 0xFF1B:
    case 0xFF1A:
    case 0x3001:
    case 0x060C:
    case 0x061B:
      return Ending::kGoesOn;
    default:
      return Ending::kOther;
  }
}

bool is_quote(char32_t c) {
  return c == '"' || c == 0xAB || c == 0xBB || (c >= 0x201C && c <= 0x201F) ||
         (c >= 0x300C && c <= 0x300F) || c == 0xFF02;
}

std::size_t script_of(char32_t c) {
  const Script script = unicode::script(c);
  const bool kana =
      script == Script::kHiragana || script == Script::kKatakana || script == Script::kBopomofo;
  return static_cast<std::size_t>(kana ? Script::kHan : script);
}

}  // namespace

void Scan::read(std::string_view text) {
  read_words(text);
  read_items(text);
}

void Scan::read_words(std::string_view text) {
  words.clear();
  open_.clear();
  letters_by_script.fill(0);
  characters = letters = capitals = punctuation = quotes = unbalanced = longest_run = 0;
  ending = Ending::kOther;
  Word word{0, 0, false, false};
  const auto flush = [&] {
    if (word.length != 0) words.push_back(word);
    word = {0, 0, false, false};
  };
  char32_t previous = 0;
  std::int32_t same = 0;
  const char* at = text.data();
  for (const char* const end = at + text.size(); at != end;) {
    const char32_t c = decode_utf8(at, end);
    if (unicode::is_space(c)) {
      flush();
      previous = 0;
      continue;
    }
    ++characters;
    same = c == previous && !unicode::is_decimal(c) ? same + 1 : 1;
    previous = c;
    longest_run = std::max(longest_run, same);
    const unicode::CategoryMask category = unicode::category(c);
    const bool letter = (category & unicode::kLetter) != 0;
    if (letter) {
      ++letters;
      ++letters_by_script[script_of(c)];
      capitals += unicode::is_upper(c);
    }
    if (unicode::is_alnum(c) || (category & unicode::kMark) != 0) {
      ending = Ending::kOther;
      const bool alone = unicode::is_unspaced(unicode::script(c));
      if (alone) flush();
      word.hash = hash_combine(word.hash, unicode::to_lower(c));
      ++word.length;
      word.letters |= letter;
      word.alone = alone;
      if (alone) flush();
      continue;
    }
    flush();
    const bool quote = is_quote(c);
    quotes += quote;
    if ((category & unicode::kPunctuation) == 0) {
      if (!quote) ending = Ending::kOther;
      continue;
    }
    ++punctuation;
    const bool closes = (category & (unicode::kClose | unicode::kFinalQuote)) != 0;
    if (!quote && !closes && c != '\'' && c != 0x2019) ending = ending_of(c);
    if (quote || c == 0x201A) continue;
    if ((category & unicode::kOpen) != 0 && open_.size() < kMostOpen) {
      open_.push_back(c);
    } else if ((category & unicode::kClose) != 0) {
      const char32_t partner = open_.empty() ? 0 : open_.back();
      const bool fits = partner != 0 && (c == partner + 1 || c == partner + 2);
      if (fits) open_.pop_back();
      unbalanced += !fits;
    }
  }
  flush();
  unbalanced += static_cast<std::int32_t>(open_.size());
}

void Scan::read_items(std::string_view text) {
  for (auto& each : items) each.clear();
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const bool has_mail = text.find('@') != std::string_view::npos;
  const char* no_mail = begin;  // before this none begins
  for (const char* at = begin; at != end;) {
    const char* last = nullptr;
    Item kind = kNumbers;
    std::uint64_t hash = 0;
    const char c = *at;
    if (c == 'h' || c == 'f' || c == 'w') {
      kind = kAddresses;
      last = address(begin, at, end);
    }
    if (last == nullptr && has_mail && at >= no_mail && in_mail_name(c)) {
      kind = kMails;
      last = mail(at, end);
      if (last == nullptr) no_mail = run(at, end, in_mail_name);
    }
    if (last == nullptr && c == '<') {
      kind = kTags;
      last = tag(at, end);
    }
    if (last == nullptr && (c == '{' || c == '$' || c == '%' || c == '_')) {
      kind = kPlaceholders;
      last = placeholder(at, end);
    }
    if (last == nullptr && (is_digit(c) || static_cast<unsigned char>(c) >= 0x80)) {
      kind = kNumbers;
      last = number(at, end, hash);
    }
    if (last == nullptr) {
      decode_utf8(at, end);
      continue;
    }
    if (kind != kNumbers) hash = hash_bytes(at, static_cast<std::size_t>(last - at));
    items[kind].push_back(hash);
    at = last;
  }
  for (auto& each : items) std::sort(each.begin(), each.end());
}

}  // namespace manyways::features
