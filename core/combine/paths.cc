#include "combine/paths.h"

#include <algorithm>
#include <string>

#include "base/hash_table.h"
#include "base/ragged.h"
#include "graph/hypergraph.h"
#include "graph/kbest.h"

namespace manyways::combine {

namespace {

// Nodes that lead to the goal, numbered anew in the same order.
struct Reached {
  std::vector<std::uint32_t> number;  // kNone: does not lead there
  std::vector<std::vector<std::uint32_t>> edges_into;
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
};

Reached reach(const Lattice& lattice, std::uint32_t goal) {
  Reached found;
  std::vector<std::uint32_t> starts(goal + 2, 0);
  for (const Lattice::Edge& edge : lattice.edges) starts[edge.to <= goal ? edge.to : goal + 1] += 1;
  for (std::uint32_t node = 0, sum = 0; node <= goal; ++node)
    sum += std::exchange(starts[node], sum);
  std::vector<std::uint32_t> into(lattice.edges.size());
  std::vector<std::uint32_t> at = starts;
  for (std::uint32_t e = 0; e < lattice.edges.size(); ++e) {
    if (lattice.edges[e].to <= goal) into[at[lattice.edges[e].to]++] = e;
  }
  std::vector<char> leads(goal + 1, 0);
  leads[goal] = 1;
  for (std::uint32_t node = goal + 1; node-- > 0;) {
    if (!leads[node]) continue;
    for (std::uint32_t i = starts[node]; i < at[node]; ++i) leads[lattice.edges[into[i]].from] = 1;
  }
  found.number.assign(goal + 1, Reached::kNone);
  for (std::uint32_t node = 0, next = 0; node <= goal; ++node) {
    if (!leads[node]) continue;
    found.number[node] = next++;
    found.edges_into.emplace_back(into.begin() + starts[node], into.begin() + at[node]);
  }
  return found;
}

}  // namespace

std::vector<Path> best_paths(const Lattice& lattice, std::uint32_t goal, std::size_t count) {
  const Reached reached = reach(lattice, goal);
  graph::HypergraphBuilder builder({});
  HashMap<std::uint64_t, graph::LabelId> labels;
  const auto label_of = [&](WordId word) {
    const auto [label, fresh] = labels.insert(std::uint64_t{word} + 1, 0);
    if (fresh && word == kNoWord) *label = builder.add_label({graph::kFirstTail}, {});
    if (fresh && word != kNoWord) {
      *label = builder.add_label({graph::kFirstTail, builder.add_word(std::to_string(word))}, {});
    }
    return *label;
  };
  std::vector<std::uint32_t> original;
  for (std::uint32_t node = 0; node < reached.edges_into.size(); ++node) {
    if (node == 0) {
      builder.add_edge(builder.add_label({}, {}), {}, 0.0);
      original.push_back(0);
    }
    for (const std::uint32_t e : reached.edges_into[node]) {
      const Lattice::Edge& edge = lattice.edges[e];
      builder.add_edge(label_of(edge.word), {reached.number[edge.from]}, edge.score);
      original.push_back(e);
    }
    builder.end_node();
  }
  const graph::Hypergraph graph = std::move(builder).finish();
  graph::KBest best(graph, {.distinct = true});
  std::vector<Path> paths;
  std::vector<graph::EdgeId> derivation;
  while (paths.size() < count && best.next()) {
    best.derivation(paths.size(), derivation);
    Path path{best.score(paths.size()), {}};
    for (std::size_t i = derivation.size() - 1; i-- > 0;)
      path.edges.push_back(original[derivation[i]]);
    paths.push_back(std::move(path));
  }
  return paths;
}

std::vector<std::string> model_features(std::size_t models) {
  std::vector<std::string> names;
  for (std::size_t m = 0; m < models; ++m) {
    names.push_back("LM" + std::to_string(m));
    names.push_back("OOV" + std::to_string(m));
  }
  return names;
}

void Combined::append(const Combined& more) {
  join_offsets(sentence_offsets, more.sentence_offsets);
  join_offsets(word_offsets, more.word_offsets);
  join_columns(*this, more, &Combined::words, &Combined::scores, &Combined::features,
               &Combined::origins, &Combined::agreed, &Combined::optimal, &Combined::above);
}

}  // namespace manyways::combine
