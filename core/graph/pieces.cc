#include "graph/pieces.h"

namespace manyways::graph {

void InnerWords::add(std::span<const Symbol> pattern) {
  for (std::size_t first = 1; first < pattern.size(); ++first) {
    Node node = kNothing;
    for (const Symbol word : pattern.subspan(first)) {
      const auto next = static_cast<Node>(nodes_.size());
      const auto [found, added] = children_.insert(key(node, word), next);
      if (added) nodes_.push_back({node, word, nodes_[node].depth + 1, false});
      node = *found;
    }
    nodes_[node].ends = true;
  }
}

void InnerWords::words(Node node, std::vector<Symbol>& words) const {
  words.resize(nodes_[node].depth);
  for (; node != kNothing; node = nodes_[node].parent) {
    words[nodes_[node].depth - 1] = nodes_[node].word;
  }
}

void EdgeWords::begin(bool left) {
  made_.left.clear();
  made_.right.clear();
  made_.whole = left && length_ > 0;
}

void EdgeWords::append(Symbol word) {
  made_.right.push_back(word);
  if (made_.right.size() > length_) made_.right.erase(made_.right.begin());
}

void EdgeWords::word(Symbol word, double&) {
  append(word);
  made_.whole = made_.whole && made_.left.size() < length_;
  if (made_.whole) made_.left.push_back(word);
}

void EdgeWords::piece(Piece piece, double& paid) {
  const Words& other = pieces_.at(piece);
  if (other.whole) {
    for (const Symbol each : other.left) word(each, paid);
    return;
  }
  if (made_.whole) {
    for (const Symbol each : other.left) {
      if (made_.left.size() < length_) made_.left.push_back(each);
    }
    made_.whole = false;
  }
  for (const Symbol each : other.right) append(each);
}

EdgeWords::Piece EdgeWords::end(bool right) {
  if (!right) {
    made_.whole = false;
    made_.right.clear();
  }
  return pieces_.add(made_);
}

Sides open_sides(const Hypergraph& graph) {
  Sides sides{std::vector<bool>(graph.nodes(), false), std::vector<bool>(graph.nodes(), false)};
  for (Node node = static_cast<Node>(graph.nodes()); node-- > 0;) {
    for (EdgeId id = graph.edges_begin(node); id < graph.edges_end(node); ++id) {
      const Edge& edge = graph.edge(id);
      if (edge.arity() == 0) continue;
      const auto symbols = graph.symbols(edge.label);
      for (std::size_t i = 0; i < symbols.size(); ++i) {
        if (!is_tail(symbols[i])) continue;
        const Node tail = edge.tails[tail_of(symbols[i])];
        if (i > 0 || sides.left[node]) sides.left[tail] = true;
        if (i + 1 < symbols.size() || sides.right[node]) sides.right[tail] = true;
      }
    }
  }
  return sides;
}

}  // namespace manyways::graph
