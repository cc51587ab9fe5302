#include "search/input.h"

#include <algorithm>

#include "base/error.h"
#include "base/split.h"

namespace manyways::search {

Input read_sentence(std::string_view text) {
  Input input;
  for (const std::string_view word : split_words(text)) {
    input.edges.push_back({input.length, input.length + 1, std::string(word)});
    ++input.length;
  }
  return input;
}

void check_lattice(const Input& input) {
  std::vector<bool> reached(input.length + 1, false);
  reached[0] = true;
  std::uint32_t before = 0;
  for (std::size_t i = 0; i < input.edges.size(); ++i) {
    const InputEdge& edge = input.edges[i];
    if (edge.start >= edge.end || edge.end > input.length || edge.start < before) {
      throw InputError("", 0,
                       "edge " + std::to_string(i) + " of the lattice goes from " +
                           std::to_string(edge.start) + " to " + std::to_string(edge.end) +
                           "; edges must go forward, be sorted by start, and end by " +
                           std::to_string(input.length));
    }
    before = edge.start;
    if (reached[edge.start]) reached[edge.end] = true;
  }
  if (!reached[input.length]) {
    throw InputError("", 0, "no path leads through the lattice from 0 to its last position");
  }
}

void check_given(const GivenTranslation& given, std::uint32_t length) {
  if (given.start < given.end && given.end <= length) return;
  throw InputError("", 0,
                   "a given translation covers words " + std::to_string(given.start) + " to " +
                       std::to_string(given.end) + " of a sentence of " + std::to_string(length));
}

}  // namespace manyways::search
