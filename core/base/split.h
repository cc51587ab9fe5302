// Words of a text: the one splitter.
//
//   for_each_word(text, [&](std::string_view word) { ... });      // running text
//   for_each_field(line, [&](std::string_view field) { ... });    // a line of a file
//   std::string_view word = next_field(rest);                     // one at a time; empty at the end
//
// In running text any ASCII white space stands between words. In the lines of n-best lists, ARPA
// files and phrase tables blanks and tabs do, so that whatever else a field holds comes back out as
// it went in. No copies; O(bytes).
#pragma once

#include <string_view>
#include <vector>

namespace manyways {

inline bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
inline bool is_blank(char c) { return c == ' ' || c == '\t'; }

template <typename Separates, typename Visit>
void for_each_between(std::string_view text, Separates separates, Visit&& visit) {
  const char* at = text.data();
  const char* const end = at + text.size();
  for (;;) {
    while (at != end && separates(*at)) ++at;
    if (at == end) return;
    const char* const start = at;
    while (at != end && !separates(*at)) ++at;
    visit(std::string_view(start, static_cast<std::size_t>(at - start)));
  }
}

template <typename Visit>
void for_each_word(std::string_view text, Visit&& visit) {
  for_each_between(text, [](char c) { return is_space(c); }, visit);
}

template <typename Visit>
void for_each_field(std::string_view line, Visit&& visit) {
  for_each_between(line, [](char c) { return is_blank(c); }, visit);
}

inline std::vector<std::string_view> split_words(std::string_view text) {
  std::vector<std::string_view> words;
  for_each_word(text, [&](std::string_view word) { words.push_back(word); });
  return words;
}

// Takes the next field off `rest`; empty at the end.
inline std::string_view next_field(std::string_view& rest) {
  while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
  std::size_t length = 0;
  while (length < rest.size() && !is_blank(rest[length])) ++length;
  const std::string_view field = rest.substr(0, length);
  rest.remove_prefix(length);
  return field;
}

// Without blanks at either end.
inline std::string_view stripped(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

}  // namespace manyways
