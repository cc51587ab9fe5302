// What is translated: a sentence, or a word lattice, with what the caller knows about it.
//
// A lattice has positions 0 .. length and edges that go forward; a sentence is the lattice with one
// edge from each position to the next, and a confusion network one with several. An edge without a
// word (an epsilon) lets a path skip to its end. Spans and jumps are counted in positions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace manyways::search {

struct InputEdge {
  std::uint32_t start, end;
  std::string word;    // empty: an epsilon
  double score = 0.0;  // natural log, for InputFeature0
};

// A translation that the caller gives for source positions [start, end).
struct GivenTranslation {
  std::uint32_t start, end;
  std::string text;       // words with spaces between
  bool exclusive = true;  // nothing else may cover any of these words
  double score = 0.0;     // natural log of its probability: each of its translation scores
};

// Words that must not be used: by options that overlap [start, end), or by any if start = end.
struct ForbiddenTranslation {
  std::uint32_t start, end;
  std::string text;
};

struct Input {
  std::uint32_t length = 0;
  std::vector<InputEdge> edges;  // by start, then in the caller's order
  bool is_lattice = false;
  std::vector<GivenTranslation> given;
  std::vector<ForbiddenTranslation> forbidden;
  // Everything before a wall's position is translated before anything behind it, and no phrase
  // crosses it. Ascending.
  std::vector<std::uint32_t> walls;
};

// Words separated by spaces or other ASCII white space.
Input read_sentence(std::string_view text);
// Throws InputError if an edge does not go forward, leaves the lattice, or no path leads through.
void check_lattice(const Input& input);
// Throws InputError if it covers nothing, or more than a sentence of `length` words has.
void check_given(const GivenTranslation& given, std::uint32_t length);

}  // namespace manyways::search
