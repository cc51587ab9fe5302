// Diverse lists straight from sentences.
//
//   GenerateSettings settings{
//       .rounds = {.rounds = 20, .each = 50, .strength = 0.1, .orders = {{7, 1.0}}}};
//   DiverseLists lists = generate(model, inputs, settings, /*threads=*/0);
//
// Engines:
//   kGraph     one search, then rounds on its graph (rounds.h). If a round's best falls farther
//              than settings.rounds.fall below the best of the graph, the sentence is searched
//              again with the penalties of all winners so far, and the rounds go on in the new
//              graph.
//   kRedecode  a search for every round: the published one.
//   kGroups    the same with the work of one search split among them, after the diverse beam groups
//              of Vijayakumar et al. (2016); groups run one after the other, so that each knows
//              whole translations of those before it. Costs about as much as one search.
//   kExact     a proof for every text (exact/prover.h): each is the best there is, given the
//              others.
//   kSample    the best, then texts drawn from the graph with probability
//              ~ exp(score / strength).
//
// Scores and features are the model's own, free of penalties. Sentences are independent: any number
// of threads gives the same. A sentence too long for a graph (search::kLongestInput) gets the one
// translation that search::decode gives it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "chart/decoder.h"
#include "diverse/rounds.h"
#include "diverse/winners.h"
#include "graph/candidates.h"
#include "search/decoder.h"

namespace manyways::diverse {

enum class Engine : std::uint8_t { kGraph, kRedecode, kGroups, kSample, kExact };

struct GenerateSettings {
  search::BeamSettings beam;   // of a phrase-based model
  chart::ChartSettings chart;  // of a hierarchical one
  RoundSettings rounds;
  WordClasses classes;  // empty: words
  Engine engine = Engine::kGraph;
  std::uint64_t seed = 1;  // of samples; each sentence adds its own words
  bool features = true;    // whether rows have them
};

// List s has the rows sentence_offsets[s] .. sentence_offsets[s + 1], in the order of finding.
struct DiverseLists {
  std::vector<std::int64_t> sentence_offsets{0};
  graph::Candidates rows;
  std::vector<double> penalised;     // the score in the round that found the row
  std::vector<std::int32_t> rounds;  // which that was, from 0
  std::int64_t searches = 0;         // made in all
  std::int64_t iterations = 0;       // of all proofs of kExact
  std::int64_t unproved = 0;         // texts of kExact whose proof was not finished in time
};

DiverseLists generate(const search::PhraseModel& model, std::span<const search::Input> inputs,
                      const GenerateSettings& settings, unsigned threads);
DiverseLists generate(const chart::RuleModel& model, std::span<const search::Input> inputs,
                      const GenerateSettings& settings, unsigned threads);

// The lists of graphs that are there already: rounds (or samples) without any search.
DiverseLists from_graphs(std::span<const graph::Hypergraph* const> graphs,
                         const GenerateSettings& settings, unsigned threads);

// Each word's class as the first word that has it.
std::vector<graph::Symbol> class_symbols(const graph::Hypergraph& graph, const WordClasses& names);

}  // namespace manyways::diverse
