// GroupSearch: the trees of items by their edges.
#include <algorithm>
#include <utility>

#include "chart/grouping.h"

namespace manyways::chart {

void GroupSearch::close_cell() {
  const ItemId first = chart_->cell_items.back();
  const auto last = static_cast<ItemId>(chart_->items.size());
  chart_->cell_items.push_back(last);
  for (ItemId id = first; id < last; ++id) ranked_.push_back(id);
  std::sort(ranked_.begin() + first, ranked_.end(), [&](ItemId a, ItemId b) {
    const double left = chart_->items[a].score, right = chart_->items[b].score;
    return left != right ? left > right : a < b;
  });
  roots_.push_back({kNone, kNone, kNone, kNone});
}

// Each tree puts the items of its cell into an order of its own.
GroupSearch::NodeId GroupSearch::root(CellId cell, Sides sides) {
  NodeId& known = roots_[cell][sides];
  if (known != kNone) return known;
  const ItemId first = chart_->cell_items[cell], last = chart_->cell_items[cell + 1];
  const auto from = static_cast<std::uint32_t>(orders_.size());
  orders_.insert(orders_.end(), ranked_.begin() + first, ranked_.begin() + last);
  return known = make_node(from, from + last - first, 0, 0, sides);
}

GroupSearch::Sides GroupSearch::sides_of(const Rule& rule, std::size_t gap) {
  const ChartSymbol symbol = -1 - static_cast<ChartSymbol>(gap);
  return static_cast<Sides>((rule.symbols.front() == symbol ? 0 : kLeft) |
                            (rule.symbols.back() == symbol ? 0 : kRight));
}

// The last `words` words of an item's right edge.
lm::State GroupSearch::suffix(ItemId id, std::size_t model, unsigned words) const {
  lm::State state = pieces_[id * width_ + model].right;
  while (models_[model]->length(state) > words) state = models_[model]->suffix(state);
  return state;
}

GroupSearch::NodeId GroupSearch::make_node(std::uint32_t first, std::uint32_t last, unsigned left,
                                           unsigned right, Sides sides) {
  const auto id = static_cast<NodeId>(tree_.size());
  if (last - first == 1) {
    left = sides & kLeft ? LmPiece::kLongest : 0;
    right = sides & kRight ? LmPiece::kLongest : 0;
  }
  tree_.push_back({chart_->items[orders_[first]].score, first, last, 0, 0,
                   static_cast<std::uint8_t>(left), static_cast<std::uint8_t>(right), sides,
                   false});
  for (std::size_t k = 0; k < width_; ++k) {
    rights_.push_back(suffix(orders_[first], k, right));
  }
  return id;
}

// Gives a node its children: one word more is revealed, or as many as all its items share and one.
// Where there are no more, each child is an item.
void GroupSearch::split(NodeId id) {
  if (tree_[id].split) return;
  tree_[id].split = true;
  const Sides sides = tree_[id].sides;
  unsigned left = tree_[id].left, right = tree_[id].right;
  bool apart = false;
  while (!apart) {
    const bool more_left = (sides & kLeft) != 0 && left < LmPiece::kLongest;
    const bool more_right = (sides & kRight) != 0 && right < LmPiece::kLongest;
    if (!more_left && !more_right) break;
    const bool at_left = more_left && (left < right || !more_right);
    (at_left ? left : right) += 1;
    apart = divide(id, at_left, at_left ? left : right);
  }
  // The items lie group by group now: each becomes a node.
  const std::uint32_t first = tree_[id].first, size = tree_[id].last - first;
  tree_[id].children = static_cast<std::uint32_t>(tree_.size());
  for (std::uint32_t from = 0; from < size;) {
    std::uint32_t to = from + 1;
    while (apart && to < size && groups_[to] == groups_[from]) ++to;
    make_node(first + from, first + to, left, right, sides);
    from = to;
  }
  tree_[id].count = static_cast<std::uint32_t>(tree_.size()) - tree_[id].children;
}

// Puts the items of a node into groups that one word more tells apart, by the best of each; false
// if it does not tell any apart.
bool GroupSearch::divide(NodeId id, bool left, unsigned words) {
  const std::uint32_t first = tree_[id].first, size = tree_[id].last - first;
  keys_.resize(size);
  groups_.resize(size);
  places_.clear();
  for (std::uint32_t i = 0; i < size; ++i) {
    std::uint64_t key = 0;
    for (std::size_t k = 0; k < width_; ++k) {
      std::uint32_t part;
      if (left) {
        const LmPiece& piece = pieces_[orders_[first + i] * width_ + k];
        part = words <= piece.left_length ? piece.left[words - 1] + 2 : piece.closed;
      } else {
        part = suffix(orders_[first + i], k, words).node;
      }
      key = width_ == 1 ? part : hash_combine(key, part);
    }
    std::uint32_t group = 0;
    while (group < places_.size() && keys_[group] != key) ++group;
    if (group == places_.size()) {
      keys_[group] = key;  // of the group from now on: no more groups than items so far
      places_.push_back(0);
    }
    groups_[i] = group;
    ++places_[group];
  }
  if (places_.size() < 2) return false;
  std::uint32_t sum = 0;
  for (std::uint32_t& place : places_) sum += std::exchange(place, sum);
  sorted_.resize(size);
  for (std::uint32_t i = 0; i < size; ++i) sorted_[places_[groups_[i]]++] = orders_[first + i];
  std::copy(sorted_.begin(), sorted_.end(), orders_.begin() + first);
  std::sort(groups_.begin(), groups_.end());
  return true;
}

}  // namespace manyways::chart
