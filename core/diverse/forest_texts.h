// The texts of a graph whose edges may have two tails (texts.h).
//
// The product has a node for each (node, piece of its words as the penalties see it, values of
// traits so far) from which the limit can still be reached: the best score below it with penalties
// and the best around it without. Its texts are its distinct k-best (graph/kbest.h).
#pragma once

#include <utility>
#include <vector>

#include "diverse/texts.h"
#include "graph/pieces.h"

namespace manyways::diverse {

class ForestTexts : public Texts {
 public:
  ForestTexts(const graph::Hypergraph& graph, std::span<const Order> orders,
              const Objective& objective);

  void find(double limit, std::size_t count, const KnownTexts* known) override;
  void derivation(std::size_t index, std::vector<EdgeId>& edges) const override;
  void learn(Symbols text) override;

 private:
  struct Entry {  // a node of the product
    double score;
    std::uint64_t piece;
    std::uint32_t length, jumped;  // 0 unless a trait asks

    auto key() const { return std::pair(piece, std::uint64_t{length} << 32 | jumped); }
  };
  struct Way {
    Entry made;
    double step;  // of the edge, with penalties
    graph::Node tails[2];
    EdgeId edge;
  };
  void pass(double limit);
  void expand(graph::Node node, double limit);
  void join(graph::Node node, Way& way);
  void emit(graph::HypergraphBuilder& builder);
  void enumerate(double limit, std::size_t count, const KnownTexts* known);

  std::vector<Order> orders_;
  graph::Sides sides_;
  graph::InnerWords inner_;
  graph::Pieces<Penalties> pieces_;
  graph::Hypergraph product_;
  std::vector<Entry> entries_;      // of the product's nodes
  std::vector<graph::Node> first_;  // the product's nodes of each node, the best first
  std::vector<EdgeId> original_;    // of the product's edges
  std::vector<Way> ways_;           // into the node at hand
  std::vector<std::pair<std::uint32_t, std::uint32_t>> groups_;  // of ways into one product node
  std::vector<EdgeId> derivations_;
  std::vector<std::size_t> starts_;  // of each text's, and the end
};

}  // namespace manyways::diverse
