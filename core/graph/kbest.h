// The k best derivations of a graph, or the k best different translations, one after another.
//
//   KBest best(graph, {.distinct = true});
//   while (best.size() < 1000 && best.next()) {}
//   best.words(i, words);  best.score(i);  best.derivation(i, edges);
//
// Lazy k-best of Huang and Chiang (2005, algorithm 3): each node keeps a heap of its own next
// candidates and asks its tails for one more only when one is needed. With `distinct` a node never
// gives the same words twice (it remembers a 64-bit hash of each of its strings), so spurious
// ambiguity dies where it arises: the list is exact, sorted, and ends when the graph holds no other
// translation.
//
// Cost: O(edges) once, then about O(depth * log(edges per node)) for each. Equal scores: the lower
// edge, then the lower ranks of its tails.
#pragma once

#include <cstdint>
#include <vector>

#include "base/hash_table.h"
#include "graph/hypergraph.h"

namespace manyways::graph {

struct KBestSettings {
  bool distinct = false;
};

class KBest {
 public:
  explicit KBest(const Hypergraph& graph, KBestSettings settings = {});

  // Finds one more; false if there is no other.
  bool next();
  std::size_t size() const { return graph_.empty() ? 0 : nodes_[graph_.goal()].best.size(); }
  double score(std::size_t index) const { return nodes_[graph_.goal()].best[index].score; }
  // The edges in prefix order.
  void derivation(std::size_t index, std::vector<EdgeId>& edges) const;
  void words(std::size_t index, std::vector<Symbol>& words) const;

 private:
  struct Item {
    double score;
    std::uint64_t hash, shift;  // of its words; shift is the base to the power of their number
    EdgeId edge;
    std::uint32_t ranks[2];
  };
  struct NodeList {
    std::vector<Item> best, heap;
    Item last{};              // the item popped last, whose successors may still be wanted
    std::uint8_t wanted = 0;  // bit t: the successor in tail t is still to be pushed
    bool started = false, exhausted = false;
  };
  static bool worse(const Item& a, const Item& b);
  bool known(Node node, std::uint32_t rank) const { return nodes_[node].best.size() > rank; }
  void find_first();
  void start(Node node);
  Item make(EdgeId edge, std::uint32_t rank0, std::uint32_t rank1) const;
  void find(Node node, std::uint32_t rank);
  bool push_wanted(NodeList& list, std::vector<std::pair<Node, std::uint32_t>>& stack);
  void pop(Node node);

  const Hypergraph& graph_;
  KBestSettings settings_;
  std::vector<NodeList> nodes_;
  HashSet<std::uint64_t, IsHash> seen_;
  std::vector<std::pair<Node, std::uint32_t>> stack_;
};

}  // namespace manyways::graph
