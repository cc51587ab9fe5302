// The search graph: all derivations that a search kept, in one acyclic hypergraph.
//
// A node stands for everything that can be built in one way as far as the rest can see; an edge
// builds its head from up to two tails by applying a label: a phrase pair, a rule, a word. What a
// label is worth whatever it is applied to (target words, source span, links, features) is stored
// once; an edge adds its score and the features that depend on the place (language model,
// reordering).
//
//   HypergraphBuilder builder({"TranslationModel0", "LM0"});
//   auto start = builder.add_label({}, {});            // no words
//   builder.add_edge(start, {}, 0.0);                  // a node without tails: its only edge
//   Node first = builder.end_node();
//   auto haus = builder.add_label({kFirstTail, builder.add_word("house")}, {-0.5, 0});
//   builder.add_edge(haus, {first}, -1.25);
//   builder.add_delta(1, -3.0);                        // LM0 of the edge just added
//   builder.end_node();                                // the last node is the goal
//   Hypergraph graph = std::move(builder).finish();
//
// Nodes are numbered so that tails come before heads; the edges into a node lie together, in the
// order in which they were added, which is the order of all ties. A graph in which no edge has two
// tails is a lattice; its labels read (kFirstTail, words...). A graph without nodes has no
// derivation. Everything else in this folder reads graphs and never changes them.
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/vocabulary.h"

namespace manyways::graph {

using Node = std::uint32_t;
using EdgeId = std::uint32_t;
using LabelId = std::uint32_t;
inline constexpr Node kNoNode = std::numeric_limits<Node>::max();
inline constexpr EdgeId kNoEdge = std::numeric_limits<EdgeId>::max();

// A word of the graph's own vocabulary, or the place of a tail's words.
using Symbol = std::int32_t;
inline constexpr Symbol kFirstTail = -1;
inline constexpr Symbol kSecondTail = -2;
inline bool is_tail(Symbol symbol) { return symbol < 0; }
inline unsigned tail_of(Symbol symbol) { return static_cast<unsigned>(-1 - symbol); }

struct Link {
  std::uint16_t source, target;  // both count from the label's own first word
};

struct Edge {
  double score;               // weighted, of this edge alone
  std::array<Node, 2> tails;  // kNoNode where there is none
  LabelId label;
  std::uint32_t deltas;  // where its own features begin

  unsigned arity() const { return tails[0] == kNoNode ? 0 : tails[1] == kNoNode ? 1 : 2; }
};

struct Label {
  std::uint32_t symbols, symbols_end;
  std::uint32_t links, links_end;
  std::int32_t source_start, source_end;  // the source words covered, [start, end); -1: none
};

// A feature that an edge has beyond its label's.
struct Delta {
  std::uint32_t column;
  double value;
};

class Hypergraph {
 public:
  Hypergraph() = default;

  std::size_t nodes() const { return node_edges_.size() - 1; }
  std::size_t edges() const { return edges_.size(); }
  std::size_t labels() const { return labels_.size(); }
  bool empty() const { return nodes() == 0; }
  Node goal() const { return static_cast<Node>(nodes() - 1); }
  bool is_lattice() const { return lattice_; }

  EdgeId edges_begin(Node node) const { return node_edges_[node]; }
  EdgeId edges_end(Node node) const { return node_edges_[node + 1]; }
  const Edge& edge(EdgeId id) const { return edges_[id]; }
  std::span<const Edge> all_edges() const { return edges_; }
  const Label& label(LabelId id) const { return labels_[id]; }
  std::span<const Symbol> symbols(LabelId id) const {
    return std::span(symbols_).subspan(labels_[id].symbols,
                                       labels_[id].symbols_end - labels_[id].symbols);
  }
  std::span<const Link> links(LabelId id) const {
    return std::span(links_).subspan(labels_[id].links, labels_[id].links_end - labels_[id].links);
  }
  std::span<const Delta> deltas(EdgeId id) const {
    const std::size_t end = id + 1 < edges_.size() ? edges_[id + 1].deltas : deltas_.size();
    return std::span(deltas_).subspan(edges_[id].deltas, end - edges_[id].deltas);
  }

  const std::vector<std::string>& feature_names() const { return feature_names_; }
  std::size_t features() const { return feature_names_.size(); }
  std::span<const double> label_features(LabelId id) const {
    return std::span(label_features_).subspan(id * features(), features());
  }
  // Adds the features of one edge to `sum`, which has features() entries.
  void add_features(EdgeId id, std::span<double> sum) const;

  std::size_t words() const { return words_.size(); }
  std::string_view word(Symbol symbol) const { return words_.word(static_cast<WordId>(symbol)); }
  const Vocabulary& vocabulary() const { return words_; }

 private:
  friend class HypergraphBuilder;
  std::vector<std::string> feature_names_;
  std::vector<EdgeId> node_edges_{0};
  std::vector<Edge> edges_;
  std::vector<Label> labels_;
  std::vector<Symbol> symbols_;
  std::vector<Link> links_;
  std::vector<double> label_features_;
  std::vector<Delta> deltas_;
  Vocabulary words_;
  bool lattice_ = true;
};

class HypergraphBuilder {
 public:
  explicit HypergraphBuilder(std::vector<std::string> feature_names);
  // Begins with the words, labels and features of another graph, under the same numbers.
  static HypergraphBuilder like(Hypergraph graph);

  Symbol add_word(std::string_view word) { return static_cast<Symbol>(graph_.words_.add(word)); }
  // `features` has one value per feature name, or is empty: all zero.
  LabelId add_label(std::span<const Symbol> symbols, std::span<const double> features,
                    std::int32_t source_start = -1, std::int32_t source_end = -1,
                    std::span<const Link> links = {});
  LabelId add_label(std::initializer_list<Symbol> symbols, std::initializer_list<double> features) {
    return add_label(std::span(symbols.begin(), symbols.size()),
                     std::span(features.begin(), features.size()));
  }
  // An edge into the node that end_node() will close. Throws std::invalid_argument if a tail is not
  // closed yet, or the label does not use each of the tails once.
  EdgeId add_edge(LabelId label, std::span<const Node> tails, double score);
  EdgeId add_edge(LabelId label, std::initializer_list<Node> tails, double score) {
    return add_edge(label, std::span(tails.begin(), tails.size()), score);
  }
  // To the last edge. Throws std::invalid_argument if there is none, or no such feature.
  void add_delta(std::uint32_t column, double value);
  Node end_node();
  Hypergraph finish() &&;

 private:
  Hypergraph graph_;
};

// What a list of edges (any order) adds up to.
double sum_scores(const Hypergraph& graph, std::span<const EdgeId> edges);
// `sum` is overwritten.
void sum_features(const Hypergraph& graph, std::span<const EdgeId> edges, std::span<double> sum);

// A derivation is its edges in prefix order: the goal's edge first, then the derivation of its
// first tail, then of its second. These read one.
void derivation_words(const Hypergraph& graph, std::span<const EdgeId> derivation,
                      std::vector<Symbol>& words);
// The words with spaces between, added to `text`.
void append_text(const Hypergraph& graph, std::span<const Symbol> words, std::string& text);

// Where the edges of a derivation have put their words: those that cover source words, in the order
// in which they are complete (tails before heads; in a lattice, from left to right). Edge i's own
// words stand at words[offsets[i]] .. words[offsets[i + 1]], rising; all that is below it, and its
// own, before ends[i].
struct Places {
  std::vector<EdgeId> edges;
  std::vector<std::uint32_t> words, offsets{0}, ends;
};
void find_places(const Hypergraph& graph, std::span<const EdgeId> derivation, Places& places);

// All derivations of both: the goals become one. Feature columns are matched by name.
Hypergraph unite(const Hypergraph& first, const Hypergraph& second);

}  // namespace manyways::graph
