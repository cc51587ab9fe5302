#include "graph/hypergraph.h"

#include <algorithm>
#include <stdexcept>

namespace manyways::graph {

void Hypergraph::add_features(EdgeId id, std::span<double> sum) const {
  const std::span<const double> fixed = label_features(edges_[id].label);
  for (std::size_t i = 0; i < fixed.size(); ++i) sum[i] += fixed[i];
  for (const Delta& delta : deltas(id)) sum[delta.column] += delta.value;
}

HypergraphBuilder::HypergraphBuilder(std::vector<std::string> feature_names) {
  graph_.feature_names_ = std::move(feature_names);
}

HypergraphBuilder HypergraphBuilder::like(Hypergraph graph) {
  HypergraphBuilder builder({});
  builder.graph_ = std::move(graph);
  builder.graph_.node_edges_.assign(1, 0);
  builder.graph_.edges_.clear();
  builder.graph_.deltas_.clear();
  return builder;
}

LabelId HypergraphBuilder::add_label(std::span<const Symbol> symbols,
                                     std::span<const double> features, std::int32_t source_start,
                                     std::int32_t source_end, std::span<const Link> links) {
  Hypergraph& g = graph_;
  if (!features.empty() && features.size() != g.features()) {
    throw std::invalid_argument("a label has a value for every feature or none");
  }
  Label label{};
  label.symbols = static_cast<std::uint32_t>(g.symbols_.size());
  g.symbols_.insert(g.symbols_.end(), symbols.begin(), symbols.end());
  label.symbols_end = static_cast<std::uint32_t>(g.symbols_.size());
  label.links = static_cast<std::uint32_t>(g.links_.size());
  g.links_.insert(g.links_.end(), links.begin(), links.end());
  label.links_end = static_cast<std::uint32_t>(g.links_.size());
  label.source_start = source_start;
  label.source_end = source_end;
  for (const Symbol s : symbols) {
    if (s < kSecondTail || s >= static_cast<Symbol>(g.words_.size())) {
      throw std::invalid_argument("a symbol is a word of the graph or one of two tails");
    }
  }
  const bool plain =
      std::none_of(symbols.begin() + (symbols.empty() ? 0 : 1), symbols.end(), is_tail);
  g.lattice_ = g.lattice_ && plain;
  if (features.empty()) {
    g.label_features_.resize(g.label_features_.size() + g.features(), 0.0);
  } else {
    g.label_features_.insert(g.label_features_.end(), features.begin(), features.end());
  }
  g.labels_.push_back(label);
  return static_cast<LabelId>(g.labels_.size() - 1);
}

EdgeId HypergraphBuilder::add_edge(LabelId label, std::span<const Node> tails, double score) {
  Hypergraph& g = graph_;
  if (label >= g.labels_.size() || tails.size() > 2) throw std::invalid_argument("no such label");
  std::size_t used[2] = {0, 0};
  for (const Symbol symbol : g.symbols(label)) {
    if (is_tail(symbol)) ++used[tail_of(symbol) & 1];
  }
  if (used[0] != (tails.size() > 0) || used[1] != (tails.size() > 1)) {
    throw std::invalid_argument("a label uses each tail of its edge once");
  }
  for (const Node tail : tails) {
    if (tail >= g.nodes()) throw std::invalid_argument("a tail comes before its head");
  }
  Edge edge{score, {kNoNode, kNoNode}, label, static_cast<std::uint32_t>(g.deltas_.size())};
  std::copy(tails.begin(), tails.end(), edge.tails.begin());
  g.edges_.push_back(edge);
  return static_cast<EdgeId>(g.edges_.size() - 1);
}

void HypergraphBuilder::add_delta(std::uint32_t column, double value) {
  if (graph_.edges_.empty() || column >= graph_.features()) {
    throw std::invalid_argument("a difference belongs to a feature of an edge");
  }
  graph_.deltas_.push_back({column, value});
}

Node HypergraphBuilder::end_node() {
  graph_.node_edges_.push_back(static_cast<EdgeId>(graph_.edges_.size()));
  return static_cast<Node>(graph_.nodes() - 1);
}

Hypergraph HypergraphBuilder::finish() && {
  if (graph_.node_edges_.back() != graph_.edges_.size()) {
    throw std::invalid_argument("end_node() closes the last edges");
  }
  return std::move(graph_);
}

double sum_scores(const Hypergraph& graph, std::span<const EdgeId> edges) {
  double sum = 0;
  for (const EdgeId id : edges) sum += graph.edge(id).score;
  return sum;
}

void sum_features(const Hypergraph& graph, std::span<const EdgeId> edges, std::span<double> sum) {
  std::fill(sum.begin(), sum.end(), 0.0);
  for (const EdgeId id : edges) graph.add_features(id, sum);
}

namespace {

// Where the derivation that begins at each position of a prefix-order list ends.
std::vector<std::uint32_t> ends_of(const Hypergraph& graph, std::span<const EdgeId> derivation) {
  std::vector<std::uint32_t> ends(derivation.size());
  for (std::size_t i = derivation.size(); i-- > 0;) {
    std::uint32_t end = static_cast<std::uint32_t>(i + 1);
    for (unsigned t = graph.edge(derivation[i]).arity(); t > 0; --t) end = ends[end];
    ends[i] = end;
  }
  return ends;
}

// Reads a derivation from left to right: on_word(position in the list, symbol) for every word,
// on_end(position) when all words of the edge there, and of all below it, were read.
template <typename OnWord, typename OnEnd>
void walk(const Hypergraph& graph, std::span<const EdgeId> derivation, OnWord&& on_word,
          OnEnd&& on_end) {
  if (graph.is_lattice()) {  // the goal's edge comes first and its words last
    for (std::size_t i = derivation.size(); i-- > 0;) {
      for (const Symbol s : graph.symbols(graph.edge(derivation[i]).label)) {
        if (!is_tail(s)) on_word(i, s);
      }
      on_end(i);
    }
    return;
  }
  const std::vector<std::uint32_t> ends = ends_of(graph, derivation);
  struct Frame {
    std::uint32_t position, next;
  };
  std::vector<Frame> stack;
  if (!derivation.empty()) stack.push_back({0, 0});
  while (!stack.empty()) {
    const Frame frame = stack.back();
    const auto symbols = graph.symbols(graph.edge(derivation[frame.position]).label);
    if (frame.next == symbols.size()) {
      on_end(frame.position);
      stack.pop_back();
      continue;
    }
    ++stack.back().next;
    const Symbol s = symbols[frame.next];
    if (!is_tail(s)) {
      on_word(frame.position, s);
    } else {
      const std::uint32_t first = frame.position + 1;
      stack.push_back({tail_of(s) == 0 ? first : ends[first], 0});
    }
  }
}

}  // namespace

void derivation_words(const Hypergraph& graph, std::span<const EdgeId> derivation,
                      std::vector<Symbol>& words) {
  words.clear();
  walk(graph, derivation, [&](std::size_t, Symbol s) { words.push_back(s); }, [](std::size_t) {});
}

void append_text(const Hypergraph& graph, std::span<const Symbol> words, std::string& text) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text.push_back(' ');
    text.append(graph.word(words[i]));
  }
}

void find_places(const Hypergraph& graph, std::span<const EdgeId> derivation, Places& places) {
  places.edges.clear();
  places.words.clear();
  places.offsets.assign(1, 0);
  places.ends.clear();
  // Words of edges that are not complete, each with its edge's position; those of the edge that is
  // completed next are at the end, but for words of edges inside it, which are gone by then.
  thread_local std::vector<std::pair<std::size_t, std::uint32_t>> open;
  open.clear();
  std::uint32_t count = 0;
  walk(
      graph, derivation, [&](std::size_t i, Symbol) { open.emplace_back(i, count++); },
      [&](std::size_t i) {
        std::size_t first = open.size();
        while (first > 0 && open[first - 1].first == i) --first;
        if (graph.label(graph.edge(derivation[i]).label).source_start >= 0) {
          for (std::size_t w = first; w < open.size(); ++w) places.words.push_back(open[w].second);
          places.edges.push_back(derivation[i]);
          places.offsets.push_back(static_cast<std::uint32_t>(places.words.size()));
          places.ends.push_back(count);
        }
        open.resize(first);
      });
}

namespace {

// Copies the nodes of `from` up to but without its goal, and the goal's edges into `goal_edges`.
struct Copier {
  const Hypergraph& from;
  HypergraphBuilder& to;
  std::vector<std::uint32_t> columns;
  std::vector<LabelId> labels{};
  std::vector<Node> nodes{};

  void copy_labels(std::size_t width) {
    std::vector<double> features(width);
    std::vector<Symbol> symbols;
    for (LabelId id = 0; id < from.labels(); ++id) {
      std::fill(features.begin(), features.end(), 0.0);
      for (std::size_t c = 0; c < columns.size(); ++c) {
        features[columns[c]] = from.label_features(id)[c];
      }
      symbols.clear();
      for (const Symbol s : from.symbols(id)) {
        symbols.push_back(is_tail(s) ? s : to.add_word(from.word(s)));
      }
      const Label& label = from.label(id);
      labels.push_back(
          to.add_label(symbols, features, label.source_start, label.source_end, from.links(id)));
    }
  }
  void copy_edges(Node node) {
    for (EdgeId id = from.edges_begin(node); id < from.edges_end(node); ++id) {
      const Edge& edge = from.edge(id);
      std::array<Node, 2> tails{};
      for (unsigned t = 0; t < edge.arity(); ++t) tails[t] = nodes[edge.tails[t]];
      to.add_edge(labels[edge.label], std::span(tails).first(edge.arity()), edge.score);
      for (const Delta& delta : from.deltas(id)) to.add_delta(columns[delta.column], delta.value);
    }
  }
  void copy_inner_nodes() {
    for (Node node = 0; node + 1 < from.nodes(); ++node) {
      copy_edges(node);
      nodes.push_back(to.end_node());
    }
  }
};

}  // namespace

Hypergraph unite(const Hypergraph& first, const Hypergraph& second) {
  if (first.empty()) return second;
  if (second.empty()) return first;
  std::vector<std::string> names = first.feature_names();
  std::vector<std::uint32_t> columns[2];
  const Hypergraph* graphs[2] = {&first, &second};
  for (int g = 0; g < 2; ++g) {
    for (const std::string& name : graphs[g]->feature_names()) {
      auto found = std::find(names.begin(), names.end(), name);
      if (found == names.end()) found = names.insert(names.end(), name);
      columns[g].push_back(static_cast<std::uint32_t>(found - names.begin()));
    }
  }
  const std::size_t width = names.size();
  HypergraphBuilder builder(std::move(names));
  Copier copies[2] = {{first, builder, columns[0]}, {second, builder, columns[1]}};
  for (Copier& copy : copies) {
    copy.copy_labels(width);
    copy.copy_inner_nodes();
  }
  for (Copier& copy : copies) copy.copy_edges(copy.from.goal());
  builder.end_node();
  return std::move(builder).finish();
}

}  // namespace manyways::graph
