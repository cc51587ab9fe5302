// The best paths of a lattice that a search has left: what all searches of this folder end with.
//
//   Lattice lattice;
//   lattice.add({.from = 0, .to = 1, .word = 17, .score = -0.5});    // to > from, in any order
//   for (const Path& path : best_paths(lattice, goal, 300)) path.edges, path.score;
//
// Node 0 is the start. Edges without a word (kNoWord) count as nothing said. Paths have different words,
// best first; of equal scores the one whose edges were added first (graph/kbest.h). Only what leads to the
// goal is looked at: O(edges), then what the k-best algorithm of the graph costs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/ids.h"

namespace manyways::combine {

inline constexpr WordId kNoWord = ~WordId{0};

struct Lattice {
  struct Edge {
    std::uint32_t from, to;
    WordId word;
    double score;
  };
  std::vector<Edge> edges;

  std::uint32_t add(const Edge& edge) {
    edges.push_back(edge);
    return static_cast<std::uint32_t>(edges.size() - 1);
  }
};

struct Path {
  double score;
  std::vector<std::uint32_t> edges;  // from the start to the goal
};

std::vector<Path> best_paths(const Lattice& lattice, std::uint32_t goal, std::size_t count);

// The features that every search has of its language models, in this order.
std::vector<std::string> model_features(std::size_t models);

// What a search found for some sentences, in columns. Word w of candidate c was taken from place
// origins[w] of its list; agreed[w] has a bit for each place that says the same there.
struct Combined {
  std::vector<std::int64_t> sentence_offsets{0};
  std::vector<WordId> words;
  std::vector<std::int64_t> word_offsets{0};
  std::vector<double> scores, features;
  std::vector<std::int16_t> origins;
  std::vector<std::uint64_t> agreed;
  std::vector<std::uint8_t> optimal;  // by sentence: nothing better was dropped on the way
  std::vector<double>
      above;  // by sentence, frontier alone: no score is higher; NaN if that is not known

  void append(const Combined& more);
};

}  // namespace manyways::combine
