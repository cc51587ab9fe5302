// Small changes of characters over a whole text: lower case, plain punctuation; and where letters are.
//
// Both changes keep what they do not know. O(length), no allocation besides the output.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace manyways::text {

// Lower case, one code point to one (İ and the like stay as long as they are).
void append_lower(std::string_view text, std::string& out);

// Curly quotes, dashes and ellipses as their plain forms, odd spaces as spaces:
// what people type in ten ways becomes one word for a model. “a” – b… becomes "a" - b...
void append_plain(std::string_view text, std::string& out);

// Where each letter of a word begins, and the end; empty if there is anything but letters and hyphens.
std::vector<std::size_t> letter_starts(std::string_view word);

}  // namespace manyways::text
