// Diverse lists straight from sentences: one search each, then rounds on its graph.
//
//   GenerateSettings settings{.rounds = {.rounds = 20, .each = 50, .strength = 0.1, .orders =
//   ...}}; DiverseLists lists = generate(model, inputs, settings, /*threads=*/0);
//
// Scores and features are the model's own, free of penalties. Sentences are independent: any number
// of threads gives the same. A sentence too long for a graph (search::kLongestInput) gets the one
// translation that search::decode gives it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "diverse/rounds.h"
#include "graph/candidates.h"
#include "search/decoder.h"

namespace manyways::diverse {

using ClassNames = std::unordered_map<std::string, std::string>;  // by word

struct GenerateSettings {
  search::BeamSettings beam;
  RoundSettings rounds;
  ClassNames classes;     // empty: words
  bool redecode = false;  // search again in every round (redecode.h) instead of rounds on the graph
};

// List s has the rows sentence_offsets[s] .. sentence_offsets[s + 1], in the order of finding.
struct DiverseLists {
  std::vector<std::int64_t> sentence_offsets{0};
  graph::Candidates rows;
  std::vector<double> penalised;     // the score in the round that found the row
  std::vector<std::int32_t> rounds;  // which that was, from 0
};

// Adds the list of one graph.
void add_list(const graph::Hypergraph& graph, const GenerateSettings& settings, DiverseLists& out);

DiverseLists generate(const search::Model& model, std::span<const search::Input> inputs,
                      const GenerateSettings& settings, unsigned threads);

}  // namespace manyways::diverse
