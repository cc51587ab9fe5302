// Finished translations in columns: what a list of derivations becomes when it leaves the graph.
//
//   Candidates list;
//   append(graph, derivation, score, {.features = true}, list);
//   Candidates best = kbest_candidates(graph, 1000, {.distinct = true}, {.features = true});
//
// Text i is text[text_offsets[i]] .. text[text_offsets[i + 1]] (words with single spaces); features
// are row-major, one column per feature of the graph; edges are in prefix order.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/hypergraph.h"
#include "graph/kbest.h"

namespace manyways::graph {

struct Candidates {
  std::vector<std::uint8_t> text;
  std::vector<std::int64_t> text_offsets{0};
  std::vector<double> scores;
  std::vector<double> features;
  std::vector<EdgeId> edges;
  std::vector<std::int64_t> edge_offsets{0};

  std::size_t size() const { return scores.size(); }
  void append(const Candidates& more);
};

struct CandidateColumns {
  bool features = true;
  bool edges = false;
};

void append(const Hypergraph& graph, std::span<const EdgeId> derivation, double score,
            CandidateColumns columns, Candidates& list);

Candidates kbest_candidates(const Hypergraph& graph, std::size_t count, KBestSettings settings,
                            CandidateColumns columns);

// `count` derivations drawn with probability ~ exp(scale * score); the seed decides.
Candidates sampled_candidates(const Hypergraph& graph, std::size_t count, double scale,
                              std::uint64_t seed, CandidateColumns columns);

}  // namespace manyways::graph
