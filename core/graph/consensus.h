// Consensus: the translation that the others agree with most (minimum Bayes risk).
//
// n-best MBR (Kumar and Byrne 2004): of a list with probabilities ~ exp(scale * score), the entry
// with the highest expected sentence BLEU against all others (matches + 1 and totals + 1 for orders
// 2 to 4; 0 without a common word). O(n^2) comparisons of n-gram counts; equal gains: the lower
// index.
//
// Lattice MBR (Tromble et al. 2008; of graphs with two tails Kumar et al. 2009): the derivation that maximises theta_0 * words + sum over its n-grams
// w of theta_n * p(w), with theta_0 = -1/T, theta_n = 1 / (4 T p r^(n-1)) and p(w) the probability
// that w occurs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph/hypergraph.h"

namespace manyways::graph {

// Expected gain of each entry. Text i is words[offsets[i]] .. words[offsets[i + 1]].
std::vector<double> mbr_gains(std::span<const std::uint32_t> words,
                              std::span<const std::int64_t> offsets, std::span<const double> scores,
                              double scale);

struct LatticeMbrSettings {
  double scale = 1.0;
  double precision = 0.8;  // p: of single words
  double ratio = 0.6;      // r: from each order to the next
  double density = 20;     // edges per word that pruning leaves
};

// The best derivation, as edges of `pruned` in prefix order; empty if there is none.
std::vector<EdgeId> lattice_mbr(const Hypergraph& graph, const LatticeMbrSettings& settings,
                                Hypergraph& pruned);

}  // namespace manyways::graph
