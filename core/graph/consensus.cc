#include "graph/consensus.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/hash.h"
#include "graph/inside.h"
#include "graph/ngrams.h"
#include "graph/prune.h"

namespace manyways::graph {

namespace {

constexpr unsigned kOrders = 4;

// The n-grams of one text, as sorted (hash, count) lists, one for each order.
struct Counts {
  std::vector<std::pair<std::uint64_t, int>> ngrams[kOrders];
  int words = 0;
};

Counts count_ngrams(std::span<const std::uint32_t> text) {
  Counts counts;
  counts.words = static_cast<int>(text.size());
  std::vector<std::uint64_t> hashes;
  for (unsigned n = 1; n <= kOrders && n <= text.size(); ++n) {
    hashes.clear();
    for (std::size_t i = 0; i + n <= text.size(); ++i) {
      std::uint64_t hash = n;
      for (unsigned j = 0; j < n; ++j) hash = hash_combine(hash, text[i + j]);
      hashes.push_back(hash);
    }
    std::sort(hashes.begin(), hashes.end());
    for (const std::uint64_t hash : hashes) {
      auto& list = counts.ngrams[n - 1];
      if (list.empty() || list.back().first != hash) list.emplace_back(hash, 0);
      ++list.back().second;
    }
  }
  return counts;
}

int matches(const Counts& a, const Counts& b, unsigned order) {
  int sum = 0;
  auto i = a.ngrams[order].begin(), j = b.ngrams[order].begin();
  while (i != a.ngrams[order].end() && j != b.ngrams[order].end()) {
    if (i->first < j->first) {
      ++i;
    } else if (j->first < i->first) {
      ++j;
    } else {
      sum += std::min(i++->second, j++->second);
    }
  }
  return sum;
}

double sentence_bleu(const Counts& candidate, const Counts& reference) {
  if (candidate.words == 0 || reference.words == 0) return 0.0;
  const int single = matches(candidate, reference, 0);
  if (single == 0) return 0.0;
  double logs = std::log(static_cast<double>(single) / candidate.words);
  for (unsigned n = 1; n < kOrders; ++n) {
    const int total = std::max(0, candidate.words - static_cast<int>(n));
    logs += std::log((matches(candidate, reference, n) + 1.0) / (total + 1.0));
  }
  const double brevity =
      std::min(0.0, 1.0 - static_cast<double>(reference.words) / candidate.words);
  return std::exp(logs / kOrders + brevity);
}

}  // namespace

std::vector<double> mbr_gains(std::span<const std::uint32_t> words,
                              std::span<const std::int64_t> offsets, std::span<const double> scores,
                              double scale) {
  const std::size_t n = scores.size();
  std::vector<Counts> counts;
  double top = kNoScore, sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    counts.push_back(
        count_ngrams(words.subspan(static_cast<std::size_t>(offsets[i]),
                                   static_cast<std::size_t>(offsets[i + 1] - offsets[i]))));
    top = std::max(top, scale * scores[i]);
  }
  std::vector<double> probability(n), gains(n, 0.0);
  for (std::size_t i = 0; i < n; ++i) sum += probability[i] = std::exp(scale * scores[i] - top);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      if (probability[j] > 1e-12 * sum) {
        gains[i] += probability[j] / sum * sentence_bleu(counts[i], counts[j]);
      }
    }
  }
  return gains;
}

std::vector<EdgeId> lattice_mbr(const Hypergraph& graph, const LatticeMbrSettings& settings,
                                Hypergraph& pruned) {
  pruned = prune_by_density(graph, settings.density);
  std::map<std::vector<Symbol>, double> posteriors;
  for (NgramValue& value : ngram_values(pruned, kOrders, settings.scale)) {
    posteriors[std::move(value.words)] = value.posterior;
  }
  EdgeWords words(kOrders - 1);
  const Composed split = compose(pruned, words);
  double theta[kOrders];  // times T, which changes no choice
  for (unsigned n = 0; n < kOrders; ++n) {
    theta[n] = 1.0 / (kOrders * settings.precision * std::pow(settings.ratio, n));
  }
  HypergraphBuilder gains({});
  const LabelId labels[] = {gains.add_label({}, {}), gains.add_label({kFirstTail}, {}),
                            gains.add_label({kFirstTail, kSecondTail}, {})};
  for (Node node = 0; node < split.graph.nodes(); ++node) {
    for (EdgeId id = split.graph.edges_begin(node); id < split.graph.edges_end(node); ++id) {
      double gain = 0;
      for_each_ngram(split, words, id, kOrders, [&](std::span<const Symbol> ngram) {
        if (ngram.size() == 1) gain -= 1.0;
        gain += theta[ngram.size() - 1] * posteriors[{ngram.begin(), ngram.end()}];
      });
      const Edge& edge = split.graph.edge(id);
      gains.add_edge(labels[edge.arity()], std::span(edge.tails).first(edge.arity()), gain);
    }
    gains.end_node();
  }
  std::vector<EdgeId> derivation = best_derivation(std::move(gains).finish());
  for (EdgeId& id : derivation) id = split.original[id];
  return derivation;
}

}  // namespace manyways::graph
