// The texts of a lattice (texts.h): a pass from the left over (node, state of the penalties, values
// of traits so far) keeps only what can reach the limit; then the best texts are enumerated from the
// right with the left scores as an exact guide, a text once.
//
// Equal scores: always in the same order.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/hash_table.h"
#include "diverse/texts.h"

namespace manyways::diverse {

class LatticeTexts : public Texts {
 public:
  LatticeTexts(const graph::Hypergraph& graph, const Objective& objective);

  void find(double limit, std::size_t count, const KnownTexts* known) override;
  void derivation(std::size_t index, std::vector<EdgeId>& edges) const override;

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Entry {   // of the product: a node with a state of the penalties
    double score;  // the best to here, with penalties
    Penalties::State state;
    std::uint32_t arcs, last_arc;  // the ways into it, in the order of the edges
    std::uint32_t length, jumped;  // 0 unless a trait asks
    std::uint32_t same;            // the next entry of the node with this state, 1 + entry
  };
  struct Arc {
    double score;          // of this step, with penalties
    std::uint32_t before;  // entry
    EdgeId edge;
    std::uint32_t next;
  };
  enum Fate : std::uint32_t { kOpen, kDone, kOutdone };
  struct Item {  // a suffix of a text, with the best prefix it can have
    double bound, rest;
    std::uint64_t words;
    std::uint32_t entry;
    std::uint32_t after;  // the item it was made from
    EdgeId edge;
    Fate fate;
  };
  struct Open {
    double bound;
    std::uint32_t item;
    friend bool operator<(const Open& a, const Open& b) {
      return a.bound != b.bound ? a.bound < b.bound : a.item > b.item;
    }
  };
  void pass(double limit);
  void enter(graph::Node node, EdgeId id, std::uint32_t before, double limit);
  Entry& entry_for(const Entry& made);
  void enumerate(double limit, std::size_t count, const KnownTexts* known);
  void expand(std::uint32_t index, double limit);
  std::uint32_t next_item(std::uint32_t first);
  Symbols part(const std::vector<graph::Symbol>& of, EdgeId id) const {
    const graph::LabelId label = graph_.edge(id).label;
    return Symbols(of).subspan(label_starts_[label],
                               label_starts_[label + 1] - label_starts_[label]);
  }

  std::vector<graph::Symbol> words_, classes_;  // of all labels
  std::vector<std::uint32_t> label_starts_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> node_entries_;
  std::vector<Arc> arcs_;
  std::vector<std::uint32_t> slot_of_state_;  // in the node at hand, 1 + the first entry
  std::vector<Item> items_;
  std::vector<Open> open_;
  HashMap<std::uint64_t, std::uint32_t, IsHash> reached_{1024};  // the item, by words and entry
  std::vector<std::uint32_t> ends_;  // items that are whole texts, best first
};

}  // namespace manyways::diverse
