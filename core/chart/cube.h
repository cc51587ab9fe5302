// Cube pruning (Chiang 2007): the plain chart search, and the one that takes any target feature.
//
//   CubeSearch search;
//   bool whole = search.search(forest, target, settings, keep_arcs, chart);
//
// Each application of a cell is a cube: its rules times the items of its first gap times those of
// its second, each side best first. One heap holds the next corner of all cubes of the cell, by the
// sum of the rule's estimate and the items' scores; a corner that is popped is scored exactly, by
// asking the target features, and its neighbours follow. `pops` items are made for each cell; items
// with equal states are recombined. Estimates are sums along each side, so without a limit on pops
// every combination is made, once, and the best derivation is found.
//
// Ties: the lower application, then rule, then item. Each neighbour is pushed by one corner alone:
// the one with the last coordinate that is not 0 less by one.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <vector>

#include "base/hash_table.h"
#include "chart/chart.h"

namespace manyways::chart {

enum class Method : std::uint8_t {
  kGrouping,  // by language-model state (grouping.h)
  kCube
};

struct ChartSettings {
  std::size_t pops = 400;  // items made for each cell
  Method method = Method::kGrouping;
  // How far below the best of its cell an item may lie, in Model::scale(); grouping only.
  double margin = 2.5;
  double time_limit = 0;  // seconds for a sentence, after which it is finished in haste; 0: none
};

// After the time limit every cell gets one item more, and that is all.
class Clock {
 public:
  explicit Clock(double time_limit) : limit_(time_limit) {}
  bool is_late();  // once late, always late
  // Whether anything was left undone for it.
  bool has_cut() const { return cut_; }
  void cut(bool something) { cut_ = cut_ || (late_ && something); }

 private:
  bool cut_ = false;
  double limit_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  bool late_ = false;
};

class CubeSearch {
 public:
  // False if there is no derivation, which only a forced text allows.
  bool search(const Forest& forest, const RuleModel& model, ChartTarget& target, std::size_t pops,
              Clock& clock, bool keep_arcs, Chart& chart);

 private:
  struct Corner {
    double estimate;
    std::uint32_t application;        // of the forest
    std::array<std::uint32_t, 3> at;  // rule, first item, second item
  };
  static bool later(const Corner& a, const Corner& b);
  bool fill(CellId cell, std::size_t pops);
  void push(std::uint32_t application, std::array<std::uint32_t, 3> at);
  bool make(const Corner& corner);
  void rank(CellId cell);
  ItemId ranked(CellId cell, std::uint32_t rank) const {
    return order_[chart_->cell_items[cell] + rank];
  }

  const Forest* forest_ = nullptr;
  const RuleModel* model_ = nullptr;
  ChartTarget* target_ = nullptr;
  Chart* chart_ = nullptr;
  bool keep_arcs_ = false;
  std::vector<Corner> heap_;
  std::vector<ItemId> order_;              // of all items: those of a cell best first
  HashMap<std::uint32_t, ItemId> states_;  // of the cell at hand
};

}  // namespace manyways::chart
