// What a chart search keeps: for each cell of a forest its items, each with the ways into it.
//
//   Chart chart;
//   CubeSearch(model).search(forest, target, settings, keep_arcs, chart);    // or another search
//   graph::Hypergraph graph = make_graph(chart, forest, parser.words(), model, target);
//
// An item is what a rule above it can see of a derivation: the cell, and the state of the target
// features at both edges. Equal ones are recombined: the best way in is the item's own; with
// keep_arcs all of them are kept, for the graph. Items of a cell lie together, cells in the order
// of the forest, so tails come before heads. The goal has one item.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "chart/parse.h"
#include "graph/hypergraph.h"

namespace manyways::chart {

using ItemId = std::uint32_t;
inline constexpr std::uint32_t kNone = ~std::uint32_t{0};

// One way into an item.
struct Way {
  std::uint32_t application;  // of all in the forest
  std::uint32_t rule;         // of its block
  std::array<ItemId, 2> tails{kNone, kNone};
};

struct Item {
  double score;  // of the best derivation below it, with all that its words say by themselves
  std::uint32_t state;  // the search's own
  std::uint32_t arcs;   // the ways into it, if they are kept
  Way best;
};

struct Arc {
  double score;  // of this step alone
  Way way;
  std::uint32_t next;
};

struct Chart {
  std::vector<Item> items;
  std::vector<Arc> arcs;
  std::vector<ItemId> cell_items{0};  // where those of each cell begin, and the end

  void clear() {
    items.clear();
    arcs.clear();
    cell_items.assign(1, 0);
  }
  bool has_goal() const { return !items.empty() && cell_items.back() > cell_items.rbegin()[1]; }
  ItemId goal() const { return cell_items.back() - 1; }
  std::span<const Item> of(CellId cell) const {
    return std::span(items).subspan(cell_items[cell], cell_items[cell + 1] - cell_items[cell]);
  }
  // `gained`: what the way is worth by itself.
  void improve(ItemId id, double score, double gained, const Way& way, bool keep_arcs) {
    Item& item = items[id];
    if (keep_arcs) {
      arcs.push_back({gained, way, item.arcs});
      item.arcs = static_cast<std::uint32_t>(arcs.size() - 1);
    }
    if (score <= item.score) return;
    item.score = score;
    item.best = way;
  }
};

// Everything on complete derivations. Scores are the search's; features are filled so that weights
// * features = score, by asking `target` again about each step that is in the graph.
graph::Hypergraph make_graph(const Chart& chart, const Forest& forest,
                             const search::TargetWords& words, const RuleModel& model,
                             ChartTarget& target);

}  // namespace manyways::chart
