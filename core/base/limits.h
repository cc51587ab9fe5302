// What readers of text accept at most. No real line comes near it; a file that has longer ones is
// not text, or is meant to do harm. And the unit of memory in settings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "base/error.h"

namespace manyways {

constexpr std::size_t kMebibyte = std::size_t{1} << 20;  // settings called `memory` count these
constexpr std::size_t kLongestLine = std::size_t{64} << 20;

// An InputError if line `line` of `path` has more bytes.
inline void check_line_length(std::size_t length, const std::string& path, std::uint64_t line) {
  if (length <= kLongestLine) return;
  throw InputError(path, line,
                   "is longer than " + std::to_string(kLongestLine >> 20) +
                       " MB, the longest that a line may be",
                   "Is it the right file, and of this format?");
}

}  // namespace manyways
