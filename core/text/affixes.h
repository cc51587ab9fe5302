// What words of a text have beside their parts: letters between the parts of compounds, and prefixes.
//
//   joiners_of(words, counts)       // of German "s", "n", ...
//   prefixes_of(words, counts)      // of Arabic "و", "ال", ...
//
// Each word is looked at once, in lower case; a part counts as known as often as it was seen by itself.
// O(letters^2) look-ups a word for joiners, O(1) for prefixes. The answers are in the order of their
// bytes.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/text_column.h"

namespace manyways::text {

// The letters that stand between parts in this text: strings of up to two that join two frequent
// words in many words, compared with words that are joined by nothing.
std::vector<std::string> joiners_of(const TextView& words, std::span<const std::int64_t> counts);

// The prefixes of this text: one to four letters that begin many words whose rest is a word too, and a
// good part of all words that begin with them.
std::vector<std::string> prefixes_of(const TextView& words, std::span<const std::int64_t> counts);

}  // namespace manyways::text
