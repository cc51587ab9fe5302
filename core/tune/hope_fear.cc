#include "tune/hope_fear.h"

#include <set>
#include <stdexcept>

#include "base/split.h"
#include "base/threads.h"
#include "graph/compose.h"

namespace manyways::tune {

using graph::EdgeId;
using graph::Hypergraph;
using graph::Symbol;

namespace {

// A pattern for every word of the graph, and for every n-gram of the references, once.
std::vector<graph::Pattern> reward_patterns(const Hypergraph& graph,
                                            std::span<const std::string> references,
                                            std::span<const double> rewards) {
  std::vector<graph::Pattern> patterns;
  for (Symbol word = 0; word < static_cast<Symbol>(graph.words()); ++word)
    patterns.push_back({{word}, rewards[0]});
  std::set<std::vector<Symbol>> ngrams;
  for (const std::string& reference : references) {
    std::vector<Symbol> run;  // of words that the graph has: no other can match
    for_each_word(reference, [&](std::string_view word) {
      const WordId id = graph.vocabulary().find(word);
      if (id == kUnknownWord && graph.vocabulary().word(kUnknownWord) != word) {
        run.clear();
        return;
      }
      run.push_back(static_cast<Symbol>(id));
      for (std::size_t n = 1; n < rewards.size() && n <= run.size(); ++n)
        ngrams.emplace(run.end() - static_cast<std::ptrdiff_t>(n), run.end());
    });
  }
  for (const auto& ngram : ngrams) patterns.push_back({ngram, rewards[ngram.size()]});
  return patterns;
}

std::vector<double> edge_scores(const Hypergraph& graph, std::span<const double> weights) {
  std::vector<double> scores(graph.edges()), features;
  for (EdgeId id = 0; id < graph.edges(); ++id) {
    features.assign(graph.features(), 0.0);
    graph.add_features(id, features);
    for (std::size_t d = 0; d < features.size(); ++d) scores[id] += weights[d] * features[d];
  }
  return scores;
}

}  // namespace

HopeFear::HopeFear(std::span<const Hypergraph* const> graphs,
                   std::span<const std::vector<std::string>> references,
                   std::span<const double> rewards, unsigned threads)
    : splits_(graphs.size()) {
  if (references.size() != graphs.size() || rewards.empty())
    throw std::invalid_argument("references for each graph and rewards are needed");
  parallel_for(graphs.size(), threads, [&](std::size_t s) {
    graph::Composed composed =
        graph::compose(*graphs[s], reward_patterns(*graphs[s], references[s], rewards));
    Split& split = splits_[s];
    split.graph = std::move(composed.graph);
    for (EdgeId id = 0; id < split.graph.edges(); ++id)
      split.gains.push_back(split.graph.edge(id).score -
                            graphs[s]->edge(composed.original[id]).score);
  });
}

EnvelopeLists HopeFear::find(std::span<const double> weights, unsigned threads) const {
  std::vector<graph::Candidates> found(splits_.size());
  parallel_for(splits_.size(), threads, [&](std::size_t s) {
    const Split& split = splits_[s];
    if (weights.size() != split.graph.features())
      throw std::invalid_argument("one weight per feature of the graph is needed");
    GraphEnvelope envelope;
    envelope.find(split.graph, edge_scores(split.graph, weights), split.gains);
    const auto lines = envelope.lines();
    std::vector<EdgeId> edges;
    for (std::size_t k = 0; k < lines.size(); ++k) {
      if (lines[k].start > 1 || (k + 1 < lines.size() && lines[k + 1].start < -1)) continue;
      envelope.derivation(k, edges);
      double score = graph::sum_scores(split.graph, edges);
      for (const EdgeId id : edges) score -= split.gains[id];
      graph::append(split.graph, edges, score, {}, found[s]);
    }
  });
  return join_lists(found);
}

}  // namespace manyways::tune
