#include "chart/cube.h"

#include <algorithm>
#include <limits>

#include "base/interrupt.h"

namespace manyways::chart {

bool Clock::is_late() {
  if (limit_ <= 0 || late_) return late_;
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin_;
  return late_ = passed.count() >= limit_;
}

bool CubeSearch::later(const Corner& a, const Corner& b) {
  if (a.estimate != b.estimate) return a.estimate < b.estimate;
  return a.application != b.application ? a.application > b.application : a.at > b.at;
}

bool CubeSearch::search(const Forest& forest, const RuleModel& model, ChartTarget& target,
                        std::size_t pops, Clock& clock, bool keep_arcs, Chart& chart) {
  forest_ = &forest;
  model_ = &model;
  target_ = &target;
  chart_ = &chart;
  keep_arcs_ = keep_arcs;
  chart.clear();
  order_.clear();
  for (CellId cell = 0; cell < forest.cells().size(); ++cell) {
    check_interrupt();
    clock.cut(fill(cell, clock.is_late() ? 1 : pops));
    rank(cell);
  }
  return chart.has_goal();
}

// Says whether something is left.
bool CubeSearch::fill(CellId cell, std::size_t pops) {
  heap_.clear();
  states_.clear();
  const Cell& at = forest_->cell(cell);
  for (std::uint32_t a = at.first; a < at.last; ++a) push(a, {0, 0, 0});
  while (pops > 0 && !heap_.empty()) {
    std::pop_heap(heap_.begin(), heap_.end(), later);
    const Corner corner = heap_.back();
    heap_.pop_back();
    if (make(corner)) --pops;
    for (std::size_t side = 3; side-- > 0;) {
      auto next = corner.at;
      ++next[side];
      push(corner.application, next);
      if (corner.at[side] != 0) break;
    }
  }
  chart_->cell_items.push_back(static_cast<ItemId>(chart_->items.size()));
  return !heap_.empty();
}

// Nothing happens where a side has come to its end.
void CubeSearch::push(std::uint32_t application, std::array<std::uint32_t, 3> at) {
  const Application& of = forest_->all_applications()[application];
  if (at[0] >= of.block->rules.size()) return;
  double estimate = of.block->rules[at[0]].estimate +
                    model_->input_weight() * static_cast<double>(of.input_score);
  for (std::size_t g = 0; g < 2; ++g) {
    if (at[g + 1] >= (g < of.gaps() ? chart_->of(of.tails[g]).size() : 1)) return;
    if (g < of.gaps()) estimate += chart_->items[ranked(of.tails[g], at[g + 1])].score;
  }
  heap_.push_back({estimate, application, at});
  std::push_heap(heap_.begin(), heap_.end(), later);
}

// Scores a corner; false if it is forbidden.
bool CubeSearch::make(const Corner& corner) {
  const Application& of = forest_->all_applications()[corner.application];
  const Rule& rule = of.block->rules[corner.at[0]];
  Way way{corner.application, corner.at[0], {kNone, kNone}};
  std::array<ChartTarget::State, 2> pieces{};
  double below = 0;
  for (std::size_t g = 0; g < of.gaps(); ++g) {
    way.tails[g] = ranked(of.tails[g], corner.at[g + 1]);
    pieces[g] = chart_->items[way.tails[g]].state;
    below += chart_->items[way.tails[g]].score;
  }
  double gained = rule.score + model_->input_weight() * static_cast<double>(of.input_score);
  ChartTarget::State state = 0;
  if (rule.kind == RuleKind::kStart) {
    state = target_->begin();
  } else if (rule.kind == RuleKind::kEnd) {
    gained += target_->finish(pieces[0]);
  } else {
    gained += target_->join(rule.symbols, std::span(pieces).first(of.gaps()), state);
  }
  if (gained == -std::numeric_limits<double>::infinity()) return false;
  const auto [place, fresh] = states_.insert(state, static_cast<ItemId>(chart_->items.size()));
  if (fresh) {
    constexpr double kNever = -std::numeric_limits<double>::infinity();
    chart_->items.push_back({kNever, state, kNone, way});
  }
  chart_->improve(*place, below + gained, gained, way, keep_arcs_);
  return true;
}

void CubeSearch::rank(CellId cell) {
  const ItemId first = chart_->cell_items[cell], last = chart_->cell_items[cell + 1];
  for (ItemId id = first; id < last; ++id) order_.push_back(id);
  std::sort(order_.begin() + first, order_.end(), [&](ItemId a, ItemId b) {
    const double left = chart_->items[a].score, right = chart_->items[b].score;
    return left != right ? left > right : a < b;
  });
}

}  // namespace manyways::chart
