// Grouping by language-model state (Heafield, Koehn and Lavie 2013): the chart search.
//
//   GroupSearch search(model);
//   search.search(forest, settings, clock, keep_arcs, chart);
//
// Items of a cell differ in the words at their edges, and most of them are alike there. So they are
// put into a tree: its root knows of no words, a child of one word more, at the right edge and at
// the left edge in turn; a leaf is one item. (A gap at the end of a rule shows its left edge alone,
// and has a tree by that edge; likewise at the beginning.) Every node carries the score of its best item. A rule
// is applied to nodes first, not to items: one such step stands for all items below, and the
// language models are asked only about words that its nodes have revealed. The best step of the
// cell is taken from a queue and looked at more closely: the node that has revealed least gives way
// to its best child, whose words are scored against their neighbours; the node's other children go
// back to the queue as one step, with the score of the best of them. What comes out when all is
// revealed is an item with its exact score. Rules of a block are taken from the queue in the same
// way: the best, and all others as one step.
//
// `pops` items are made for each cell; those with equal edges in all language models are
// recombined. Without limits everything is made and the best derivation is found. Scores of steps
// are exact for the words that are revealed, and count others as the pieces did themselves.
//
// Most cells are on no good derivation. So a first search with few pops tells how far the best
// derivation through a cell lies below the best of all: its slack. In the search itself a cell is
// done when steps lie more than the margin, less its slack, below the best of the cell.
//
// Takes any number of language models, of any orders; other target features need cube pruning
// (cube.h). Ties: the step that was made earlier. Memory: O(cells * pops), and nothing is allocated
// in the inner loop once the largest cell has been seen.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "chart/chart.h"
#include "chart/cube.h"
#include "chart/lm_piece.h"

namespace manyways::chart {

class GroupSearch {
 public:
  explicit GroupSearch(const RuleModel& model);

  // False if there is no derivation.
  bool search(const Forest& forest, const ChartSettings& settings, Clock& clock, bool keep_arcs,
              Chart& chart);

 private:
  static constexpr std::size_t kFirstPops = 25;
  using NodeId = std::uint32_t;
  // Which edges of a gap's items its rule can see: those with something beside them.
  enum Sides : std::uint8_t { kNeither = 0, kLeft = 1, kRight = 2, kBoth = 3 };
  // Some items of a cell, with what is revealed of them: that all have in common.
  struct TreeNode {
    double best;                    // score of its best item
    std::uint32_t first, last;      // items, in orders_
    std::uint32_t children, count;  // nodes
    std::uint8_t left, right;       // how many words are revealed
    Sides sides;
    bool split;  // has its children
  };
  // A rule, or all from it on, applied to nodes; of each node its children from one on, or a leaf.
  struct Step {
    double score, gain;  // gain: what the language models say across edges, as far as revealed
    std::uint32_t application, rule;
    std::array<NodeId, 2> nodes;
    std::array<std::uint32_t, 2> children;
    bool more;  // all rules from this one on; nothing is revealed
  };

  bool run(std::size_t pops, Clock& clock, bool keep_arcs);
  void find_slack();
  bool fill(CellId id, std::size_t pops);
  void start_steps(const Cell& cell);
  void push(const Step& step);
  std::uint32_t pop();
  // Greater is earlier: the score, then the lower number of the step.
  static std::uint64_t key(double score, std::uint32_t step);
  bool refine(Step& step);
  double gain_of(const Step& step) const;
  void make_item(const Step& step);
  void make_first();
  void make_goal(const Cell& cell);
  ItemId place(std::span<const LmPiece> made, const Way& way);
  void grow_slots();
  void close_cell();
  void split(NodeId node);
  bool divide(NodeId node, bool left, unsigned words);
  NodeId make_node(std::uint32_t first, std::uint32_t last, unsigned left, unsigned right,
                   Sides sides);
  NodeId root(CellId cell, Sides sides);
  static Sides sides_of(const Rule& rule, std::size_t gap);
  std::span<const LmPiece> pieces(ItemId id) const {
    return std::span(pieces_).subspan(id * width_, width_);
  }
  const Application& application(const Step& step) const {
    return forest_->all_applications()[step.application];
  }
  bool is_leaf(NodeId node) const { return tree_[node].last - tree_[node].first == 1; }
  lm::State suffix(ItemId id, std::size_t model, unsigned words) const;

  const RuleModel& model_;
  std::size_t width_;  // language models
  std::vector<const lm::Model*> models_;
  std::vector<double> weights_;
  const Forest* forest_ = nullptr;
  Chart* chart_ = nullptr;
  bool keep_arcs_ = false;
  double margin_ = 0;          // in the units of the scores
  std::vector<double> slack_;  // of each cell

  std::vector<LmPiece> pieces_;  // of all items, width_ each
  std::vector<ItemId> ranked_;   // of each cell best first
  std::vector<ItemId> orders_;   // of each tree: by node, best first
  std::vector<TreeNode> tree_;
  std::vector<lm::State> rights_;             // of all nodes as far as revealed, width_ each
  std::vector<std::array<NodeId, 4>> roots_;  // of cells, by sides; kNone: not made yet
  std::vector<Step> steps_;                   // of the cell at hand
  std::vector<std::uint64_t> queue_;          // a heap of their keys
  std::vector<ItemId> slots_;                 // recombination in the cell at hand, 1 + id
  std::vector<std::uint64_t> keys_;
  std::vector<std::uint32_t> groups_, places_;
  std::vector<ItemId> sorted_;
  std::vector<LmPiece> made_;
};

}  // namespace manyways::chart
