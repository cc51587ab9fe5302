#include "graph/compose.h"

#include <algorithm>
#include <stdexcept>

#include "base/hash.h"
#include "graph/semiring.h"

namespace manyways::graph {

namespace {

constexpr std::uint32_t kNoItem = ~std::uint32_t{0};

// Builds the product a node at a time: its results are the product nodes, one for each piece.
template <typename Machine>
class Product {
 public:
  Product(const Hypergraph& graph, const Sides& sides, Machine& machine)
      : graph_(graph), sides_(sides), machine_(machine), builder_(HypergraphBuilder::like(graph)) {}

  Composed run() && {
    for (Node node = 0; node < graph_.nodes(); ++node) expand(node);
    if (!graph_.empty() &&
        first_[graph_.goal()] == pieces_.size()) {  // no derivation: still a goal
      builder_.end_node();
      pieces_.push_back(0);
    }
    return {std::move(builder_).finish(), std::move(pieces_), std::move(original_)};
  }

 private:
  struct Way {
    std::uint64_t piece;
    double score;
    std::array<Node, 2> tails;
    EdgeId edge;
  };

  void expand(Node node) {
    ways_.clear();
    for (EdgeId id = graph_.edges_begin(node); id < graph_.edges_end(node); ++id) {
      const Edge& edge = graph_.edge(id);
      const unsigned arity = edge.arity();
      const auto count = [&](unsigned t) {
        return arity > t ? first_[edge.tails[t] + 1] - first_[edge.tails[t]] : 1;
      };
      for (Node i = 0; i < count(0); ++i) {
        for (Node j = 0; j < count(1); ++j) {
          ways_.push_back({0, edge.score, {kNoNode, kNoNode}, id});
          if (arity > 0) ways_.back().tails[0] = first_[edge.tails[0]] + i;
          if (arity > 1) ways_.back().tails[1] = first_[edge.tails[1]] + j;
          read(node, ways_.back());
        }
      }
    }
    emit();
  }

  void read(Node node, Way& way) {
    machine_.begin(sides_.left[node]);
    for (const Symbol symbol : graph_.symbols(graph_.edge(way.edge).label)) {
      if (is_tail(symbol)) {
        using Piece = typename Machine::Piece;
        machine_.piece(static_cast<Piece>(pieces_[way.tails[tail_of(symbol)]]), way.score);
      } else {
        machine_.word(symbol, way.score);
      }
    }
    way.piece = machine_.end(sides_.right[node]);
  }

  // The ways as nodes, by their pieces; within a node in the order of the edges.
  void emit() {
    std::stable_sort(ways_.begin(), ways_.end(),
                     [](const Way& a, const Way& b) { return a.piece < b.piece; });
    for (std::size_t i = 0; i < ways_.size(); ++i) {
      const Way& way = ways_[i];
      const Edge& edge = graph_.edge(way.edge);
      builder_.add_edge(edge.label, std::span(way.tails).first(edge.arity()), way.score);
      for (const Delta& delta : graph_.deltas(way.edge)) {
        builder_.add_delta(delta.column, delta.value);
      }
      original_.push_back(way.edge);
      if (i + 1 < ways_.size() && ways_[i + 1].piece == way.piece) continue;
      builder_.end_node();
      pieces_.push_back(way.piece);
    }
    first_.push_back(static_cast<Node>(pieces_.size()));
  }

  const Hypergraph& graph_;
  const Sides& sides_;
  Machine& machine_;
  HypergraphBuilder builder_;
  std::vector<Node> first_{0};  // product nodes of each node, and the end
  std::vector<std::uint64_t> pieces_;
  std::vector<EdgeId> original_;
  std::vector<Way> ways_;
};

}  // namespace

Composed compose(const Hypergraph& graph, std::span<const Pattern> patterns) {
  const Automaton automaton(patterns);
  const Sides sides = open_sides(graph);
  InnerWords inner;
  if (!graph.is_lattice()) {
    for (const Pattern& pattern : patterns) inner.add(pattern.words);
  }
  Pieces<Automaton> pieces(automaton, inner);
  return Product<Pieces<Automaton>>(graph, sides, pieces).run();
}

Composed compose(const Hypergraph& graph, EdgeWords& words) {
  const Sides sides = open_sides(graph);
  return Product<EdgeWords>(graph, sides, words).run();
}

Lattice::Lattice(const Hypergraph& graph)
    : graph_(graph),
      starts_(graph.nodes() + 1, 0),
      heads_(graph.edges()),
      to_goal_(graph.nodes(), kNoScore) {
  if (!graph.is_lattice()) throw std::invalid_argument("an edge has two tails: not a lattice");
  for (const Edge& edge : graph.all_edges()) {
    if (edge.arity() == 1) ++starts_[edge.tails[0] + 1];
  }
  for (Node node = 0; node < graph.nodes(); ++node) starts_[node + 1] += starts_[node];
  leaving_.resize(starts_.back());
  std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
  for (Node node = 0; node < graph.nodes(); ++node) {
    for (EdgeId id = graph.edges_begin(node); id < graph.edges_end(node); ++id) {
      heads_[id] = node;
      if (graph.edge(id).arity() == 0) {
        entrances_.push_back(id);
      } else {
        leaving_[next[graph.edge(id).tails[0]]++] = id;
      }
    }
  }
  if (graph.empty()) return;
  to_goal_[graph.goal()] = 0;
  for (Node node = graph.goal() + 1; node-- > 0;) {
    for (const EdgeId id : leaving(node)) {
      to_goal_[node] = std::max(to_goal_[node], graph.edge(id).score + to_goal_[heads_[id]]);
    }
  }
}

ComposedSearch::ComposedSearch(const Lattice& lattice, const Automaton& automaton)
    : lattice_(lattice), automaton_(automaton) {
  if (!automaton.only_penalties()) {
    throw std::invalid_argument("a weight is positive: compose() the graph instead");
  }
  for (const EdgeId id : lattice.entrances()) push(id, kNoItem);
}

void ComposedSearch::push(EdgeId id, std::uint32_t parent) {
  const Edge& edge = lattice_.graph().edge(id);
  const double rest = lattice_.best_to_goal(lattice_.head(id));
  if (rest == kNoScore) return;
  Item item{edge.score, 1, Automaton::kRoot, id, parent};
  if (parent != kNoItem) {
    item.score += items_[parent].score;
    item.hash = items_[parent].hash;
    item.state = items_[parent].state;
  }
  for (const Symbol symbol : lattice_.graph().symbols(edge.label)) {
    if (is_tail(symbol)) continue;
    item.state = automaton_.advance(item.state, symbol, item.score);
    item.hash = hash_combine(item.hash, static_cast<std::uint64_t>(symbol));
  }
  open_.push_back({item.score + rest, static_cast<std::uint32_t>(items_.size())});
  items_.push_back(item);
  std::push_heap(open_.begin(), open_.end());
}

bool ComposedSearch::next(bool distinct, std::vector<EdgeId>& derivation, double& score) {
  while (!open_.empty()) {
    std::pop_heap(open_.begin(), open_.end());
    const std::uint32_t index = open_.back().item;
    open_.pop_back();
    const Item item = items_[index];
    const Node node = lattice_.head(item.edge);
    const std::uint64_t rest = distinct ? item.hash : item.state;
    if (!closed_.insert(hash_combine(node, rest))) continue;
    if (node == lattice_.graph().goal()) {
      derivation.clear();
      for (std::uint32_t i = index; i != kNoItem; i = items_[i].parent) {
        derivation.push_back(items_[i].edge);
      }
      score = item.score;
      return true;
    }
    for (const EdgeId id : lattice_.leaving(node)) push(id, index);
  }
  return false;
}

bool ComposedSearch::best(std::vector<EdgeId>& derivation, double& score) {
  return next(false, derivation, score);
}

bool ComposedSearch::next_distinct(std::vector<EdgeId>& derivation, double& score) {
  return next(true, derivation, score);
}

}  // namespace manyways::graph
