#include "graph/kbest.h"

#include <algorithm>

#include "base/hash.h"
#include "graph/semiring.h"

namespace manyways::graph {

namespace {
constexpr std::uint64_t kBase = 0x9e3779b97f4a7c15ULL | 1;
}  // namespace

KBest::KBest(const Hypergraph& graph, KBestSettings settings)
    : graph_(graph), settings_(settings), nodes_(graph.nodes()) {
  find_first();
}

// Best first: greater score, then lower edge, then lower ranks.
bool KBest::worse(const Item& a, const Item& b) {
  if (a.score != b.score) return a.score < b.score;
  if (a.edge != b.edge) return a.edge > b.edge;
  if (a.ranks[0] != b.ranks[0]) return a.ranks[0] > b.ranks[0];
  return a.ranks[1] > b.ranks[1];
}

KBest::Item KBest::make(EdgeId id, std::uint32_t rank0, std::uint32_t rank1) const {
  const Edge& edge = graph_.edge(id);
  Item item{edge.score, 0, 1, id, {rank0, rank1}};
  for (unsigned t = 0; t < edge.arity(); ++t) {
    item.score += nodes_[edge.tails[t]].best[item.ranks[t]].score;
  }
  if (!settings_.distinct) return item;
  for (const Symbol s : graph_.symbols(edge.label)) {
    if (is_tail(s)) {
      const unsigned t = tail_of(s);
      const Item& tail = nodes_[edge.tails[t]].best[item.ranks[t]];
      item.hash = item.hash * tail.shift + tail.hash;
      item.shift *= tail.shift;
    } else {
      item.hash = item.hash * kBase + mix64(static_cast<std::uint64_t>(s) + 1);
      item.shift *= kBase;
    }
  }
  return item;
}

// The first item of every node, in one pass, so that no later step has to go deep to begin.
void KBest::find_first() {
  for (Node node = 0; node < graph_.nodes(); ++node) {
    Item first{kNoScore, 0, 1, kNoEdge, {0, 0}};
    for (EdgeId id = graph_.edges_begin(node); id < graph_.edges_end(node); ++id) {
      const Edge& edge = graph_.edge(id);
      double score = edge.score;
      for (unsigned t = 0; t < edge.arity(); ++t) {
        score += known(edge.tails[t], 0) ? nodes_[edge.tails[t]].best[0].score : kNoScore;
      }
      if (score > first.score) first = {score, 0, 1, id, {0, 0}};
    }
    if (first.edge == kNoEdge) {
      nodes_[node].exhausted = nodes_[node].started = true;
    } else {
      nodes_[node].best.push_back(make(first.edge, 0, 0));
    }
  }
  // The goal's first item is only shown by the first next().
  if (!graph_.empty() && !nodes_[graph_.goal()].exhausted) {
    start(graph_.goal());
    nodes_[graph_.goal()].best.clear();
  }
}

// Puts the first item of every edge on the heap, in place of what find_first() did.
void KBest::start(Node node) {
  NodeList& list = nodes_[node];
  list.started = true;
  for (EdgeId id = graph_.edges_begin(node); id < graph_.edges_end(node); ++id) {
    const Edge& edge = graph_.edge(id);
    bool possible = edge.score > kNoScore;
    for (unsigned t = 0; t < edge.arity(); ++t) possible = possible && known(edge.tails[t], 0);
    if (possible) list.heap.push_back(make(id, 0, 0));
  }
  std::make_heap(list.heap.begin(), list.heap.end(), worse);
}

// Pops the best candidate of the node: its next item, unless its words were given before.
void KBest::pop(Node node) {
  NodeList& list = nodes_[node];
  if (list.heap.empty()) {
    list.exhausted = true;
    return;
  }
  std::pop_heap(list.heap.begin(), list.heap.end(), worse);
  list.last = list.heap.back();
  list.heap.pop_back();
  const unsigned arity = graph_.edge(list.last.edge).arity();
  // Every pair of ranks is reached once: the first rank grows only while the second is 0.
  list.wanted = 0;
  if (arity == 1 || (arity == 2 && list.last.ranks[1] == 0)) list.wanted |= 1;
  if (arity == 2) list.wanted |= 2;
  if (!settings_.distinct || seen_.insert(hash_combine(node, list.last.hash))) {
    list.best.push_back(list.last);
  }
}

// Pushes the successors of the item popped last. If a tail must first find another item, puts it on
// the stack and returns false.
bool KBest::push_wanted(NodeList& list, std::vector<std::pair<Node, std::uint32_t>>& stack) {
  for (unsigned t = 0; t < 2; ++t) {
    if ((list.wanted & (1u << t)) == 0) continue;
    const Node tail = graph_.edge(list.last.edge).tails[t];
    const std::uint32_t rank = list.last.ranks[t] + 1;
    if (!known(tail, rank) && !nodes_[tail].exhausted) {
      stack.emplace_back(tail, rank);
      return false;
    }
    list.wanted &= static_cast<std::uint8_t>(~(1u << t));
    if (!known(tail, rank)) continue;
    list.heap.push_back(
        make(list.last.edge, list.last.ranks[0] + (t == 0), list.last.ranks[1] + (t == 1)));
    std::push_heap(list.heap.begin(), list.heap.end(), worse);
  }
  return true;
}

void KBest::find(Node wanted_node, std::uint32_t wanted_rank) {
  stack_.assign(1, {wanted_node, wanted_rank});
  while (!stack_.empty()) {
    const auto [node, rank] = stack_.back();
    NodeList& list = nodes_[node];
    if (list.best.size() > rank || list.exhausted) {
      stack_.pop_back();
    } else if (!list.started) {
      start(node);
      list.best.clear();  // the heap gives the same first item again
      pop(node);
    } else if (push_wanted(list, stack_)) {
      pop(node);
    }
  }
}

bool KBest::next() {
  if (graph_.empty() || nodes_[graph_.goal()].exhausted) return false;
  const std::size_t before = size();
  find(graph_.goal(), static_cast<std::uint32_t>(before));
  return size() > before;
}

void KBest::derivation(std::size_t index, std::vector<EdgeId>& edges) const {
  edges.clear();
  std::vector<std::pair<Node, std::uint32_t>> open{
      {graph_.goal(), static_cast<std::uint32_t>(index)}};
  while (!open.empty()) {
    const auto [node, rank] = open.back();
    open.pop_back();
    const Item& item = nodes_[node].best[rank];
    edges.push_back(item.edge);
    const Edge& edge = graph_.edge(item.edge);
    for (unsigned t = edge.arity(); t-- > 0;) open.emplace_back(edge.tails[t], item.ranks[t]);
  }
}

void KBest::words(std::size_t index, std::vector<Symbol>& words) const {
  std::vector<EdgeId> edges;
  derivation(index, edges);
  derivation_words(graph_, edges, words);
}

}  // namespace manyways::graph
