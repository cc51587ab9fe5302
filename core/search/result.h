// From a finished search to what users see: the graph, and translations in columns.
//
//   beam.search(input, settings, /*keep_arcs=*/true);
//   graph::Hypergraph graph = make_graph(beam, model);
//
// The graph has a node for each hypothesis that lies on a complete derivation, an edge for each way
// into it (one if the arcs were not kept), and a label for each option used. Scores are those of
// the search; features are filled so that weights * features = score.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/candidates.h"
#include "graph/hypergraph.h"
#include "search/beam.h"

namespace manyways::search {

// `options`, if wanted, receives the option of each label; kNone for that of the start.
graph::Hypergraph make_graph(Beam& beam, const PhraseModel& model,
                             std::vector<std::uint32_t>* options = nullptr);

enum class Status : std::uint8_t {
  kBeam,       // as good as the beam finds
  kTimeLimit,  // finished in haste
  kFallback,   // nothing in the free space: the gap space's answer
  kSplit,      // too long: translated in pieces
  kOptimal,    // proved: nothing scores more
  kGap,        // memory or iterations ended before a proof
};

// Translations of many sentences in columns; sentence s has the rows sentence_offsets[s] ..
// sentence_offsets[s + 1]. A row's steps are (source start, source end, target start, target end),
// one for each phrase or rule in the order in which they are complete; the target words are those
// from its own first to its own last. Its links are (source, target) pairs. Both stand one after
// the other. A proof adds bounds, one of each by sentence.
inline constexpr std::size_t kStepColumns = 4;

struct Translations {
  std::vector<std::int64_t> sentence_offsets{0};
  graph::Candidates rows;
  std::vector<std::int32_t> steps, links;
  std::vector<std::int64_t> step_offsets{0}, link_offsets{0};
  std::vector<std::uint8_t> status;  // by sentence
  std::vector<double> seconds;
  std::vector<double> lower, upper;  // by sentence; empty: nothing is proved

  void append(const Translations& other);
};

// Adds the best `count` derivations, or texts if `distinct`, as rows, best first.
void add_best(const graph::Hypergraph& graph, std::size_t count, bool distinct, bool details,
              Translations& out);

// Adds one derivation as a row, with steps and links if `details`.
void add_row(const graph::Hypergraph& graph, std::span<const graph::EdgeId> derivation,
             double score, bool details, Translations& out);

}  // namespace manyways::search
