// Words between blanks, as the readers of lines see them.
#pragma once

#include <string_view>

#include "candidates/number.h"

namespace manyways::candidates {

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }

inline std::string_view stripped(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// Takes the next word off `rest`; empty at the end.
inline std::string_view next_word(std::string_view& rest) {
  while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
  std::size_t length = 0;
  while (length < rest.size() && !is_blank(rest[length])) ++length;
  const std::string_view word = rest.substr(0, length);
  rest.remove_prefix(length);
  return word;
}

inline bool is_number(std::string_view word, double& value) {
  const char* const end = word.data() + word.size();
  return !word.empty() && parse_number(word.data(), end, value) == end;
}

}  // namespace manyways::candidates
