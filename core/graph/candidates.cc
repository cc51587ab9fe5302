#include "graph/candidates.h"

#include "base/interrupt.h"
#include "base/ragged.h"
#include "graph/sample.h"

namespace manyways::graph {

namespace {

constexpr std::size_t kLook = 256;  // candidates between two looks for Ctrl-C

void append_words(const Hypergraph& graph, std::span<const Symbol> words,
                  std::vector<std::uint8_t>& text) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text.push_back(' ');
    const std::string_view word = graph.word(words[i]);
    text.insert(text.end(), word.begin(), word.end());
  }
}

}  // namespace

void Candidates::append(const Candidates& more) {
  join_offsets(text_offsets, more.text_offsets);
  join_offsets(edge_offsets, more.edge_offsets);
  join_columns(*this, more, &Candidates::text, &Candidates::scores, &Candidates::features,
               &Candidates::edges);
}

void append(const Hypergraph& graph, std::span<const EdgeId> derivation, double score,
            CandidateColumns columns, Candidates& list) {
  thread_local std::vector<Symbol> words;
  derivation_words(graph, derivation, words);
  append_words(graph, words, list.text);
  list.text_offsets.push_back(static_cast<std::int64_t>(list.text.size()));
  list.scores.push_back(score);
  if (columns.features) {
    const std::size_t start = list.features.size();
    list.features.resize(start + graph.features());
    sum_features(graph, derivation, std::span(list.features).subspan(start));
  }
  if (columns.edges) {
    list.edges.insert(list.edges.end(), derivation.begin(), derivation.end());
    list.edge_offsets.push_back(static_cast<std::int64_t>(list.edges.size()));
  }
}

Candidates kbest_candidates(const Hypergraph& graph, std::size_t count, KBestSettings settings,
                            CandidateColumns columns) {
  Candidates list;
  KBest best(graph, settings);
  std::vector<EdgeId> derivation;
  while (best.size() < count && best.next()) {
    if (best.size() % kLook == 0) check_interrupt();
    best.derivation(best.size() - 1, derivation);
    append(graph, derivation, best.score(best.size() - 1), columns, list);
  }
  return list;
}

Candidates sampled_candidates(const Hypergraph& graph, std::size_t count, double scale,
                              std::uint64_t seed, CandidateColumns columns) {
  Candidates list;
  const Sampler sampler(graph, scale);
  Random random(seed);
  std::vector<EdgeId> derivation;
  for (std::size_t i = 0; i < count; ++i) {
    if (i % kLook == 0) check_interrupt();
    sampler.draw(random, derivation);
    if (derivation.empty()) break;
    append(graph, derivation, sum_scores(graph, derivation), columns, list);
  }
  return list;
}

}  // namespace manyways::graph
