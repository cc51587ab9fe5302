#include "chart/grouping.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

#include "base/interrupt.h"

namespace manyways::chart {

GroupSearch::GroupSearch(const RuleModel& model)
    : model_(model), width_(model.language_models().size()), made_(width_) {
  for (const search::LmFeature* feature : model.language_models()) {
    models_.push_back(&feature->model());
  }
  weights_.assign(model.target_weights().begin(), model.target_weights().end());
}

bool GroupSearch::search(const Forest& forest, const ChartSettings& settings, Clock& clock,
                         bool keep_arcs, Chart& chart) {
  forest_ = &forest;
  chart_ = &chart;
  margin_ = settings.margin * model_.scale();
  slack_.assign(forest.cells().size(), 0.0);
  if (settings.pops > kFirstPops && std::isfinite(margin_)) {
    run(kFirstPops, clock, false);
    if (!clock.is_late()) find_slack();
  }
  return run(settings.pops, clock, keep_arcs);
}

bool GroupSearch::run(std::size_t pops, Clock& clock, bool keep_arcs) {
  keep_arcs_ = keep_arcs;
  chart_->clear();
  pieces_.clear();
  ranked_.clear();
  orders_.clear();
  tree_.clear();
  rights_.clear();
  roots_.clear();
  for (CellId cell = 0; cell < forest_->cells().size(); ++cell) {
    check_interrupt();
    clock.cut(fill(cell, clock.is_late() ? 1 : pops));
    close_cell();
  }
  return chart_->has_goal();
}

// How far the best derivation through each cell lies below the best of all, by what the first
// search has found: outside scores from the goal down. What language models say across a rule's
// edges is taken to be the same for all rules of a cell.
void GroupSearch::find_slack() {
  constexpr double kNever = -std::numeric_limits<double>::infinity();
  const std::size_t cells = forest_->cells().size();
  const auto inside = [&](CellId cell) {
    const ItemId first = chart_->cell_items[cell];
    return first == chart_->cell_items[cell + 1] ? kNever : chart_->items[ranked_[first]].score;
  };
  const auto sum = [&](const Application& of) {
    double score =
        of.block->rules[0].estimate + model_.input_weight() * static_cast<double>(of.input_score);
    for (std::size_t g = 0; g < of.gaps(); ++g) score += inside(of.tails[g]);
    return score;
  };
  slack_.assign(cells, std::numeric_limits<double>::infinity());
  slack_[forest_->goal()] = 0;
  for (CellId id = forest_->goal() + 1; id-- > 0;) {
    double best = kNever;
    const auto applications = forest_->applications(forest_->cell(id));
    for (const Application& of : applications) best = std::max(best, sum(of));
    if (best == kNever) continue;
    for (const Application& of : applications) {
      const double slack = slack_[id] + best - sum(of);
      for (std::size_t g = 0; g < of.gaps(); ++g) {
        slack_[of.tails[g]] = std::min(slack_[of.tails[g]], slack);
      }
    }
  }
}

// Says whether something is left.
bool GroupSearch::fill(CellId id, std::size_t pops) {
  const Cell& cell = forest_->cell(id);
  if (slots_.empty()) slots_.assign(1 << 10, 0);
  std::fill(slots_.begin(), slots_.end(), 0);
  steps_.clear();
  queue_.clear();
  if (cell.kind == CellKind::kGoal) {
    make_goal(cell);
    return false;
  }
  start_steps(cell);
  double best = -std::numeric_limits<double>::infinity();
  while (pops > 0 && !queue_.empty()) {
    Step step = steps_[pop()];
    // As long as it is the best one, it stays out of the queue.
    while (refine(step)) {
      if (queue_.empty() || key(step.score, kNone) >= queue_.front()) continue;
      push(step);
      step = steps_[pop()];
    }
    make_item(step);
    --pops;
    best = std::max(best, step.score);
    if (step.score < best - margin_ + slack_[id]) return false;
  }
  return !queue_.empty();
}

std::uint64_t GroupSearch::key(double score, std::uint32_t step) {
  const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(score));
  const std::uint32_t ordered = bits ^ (bits >> 31 ? 0xffffffffu : 0x80000000u);
  return std::uint64_t{ordered} << 32 | ~step;
}

void GroupSearch::push(const Step& step) {
  queue_.push_back(key(step.score, static_cast<std::uint32_t>(steps_.size())));
  std::push_heap(queue_.begin(), queue_.end());
  steps_.push_back(step);
}

std::uint32_t GroupSearch::pop() {
  std::pop_heap(queue_.begin(), queue_.end());
  const auto step = ~static_cast<std::uint32_t>(queue_.back());
  queue_.pop_back();
  return step;
}

void GroupSearch::start_steps(const Cell& cell) {
  for (std::uint32_t a = cell.first; a < cell.last; ++a) {
    const Application& of = forest_->all_applications()[a];
    const Rule& rule = of.block->rules[0];
    if (rule.kind == RuleKind::kStart) {
      make_first();
      continue;
    }
    Step step{rule.estimate + model_.input_weight() * static_cast<double>(of.input_score),
              0,
              a,
              0,
              {kNone, kNone},
              {0, 0},
              true};
    bool possible = true;
    for (std::size_t g = 0; g < of.gaps(); ++g) {
      const auto items = chart_->of(of.tails[g]);
      possible = possible && !items.empty();
      if (possible) step.score += chart_->items[ranked_[chart_->cell_items[of.tails[g]]]].score;
    }
    if (possible) push(step);
  }
}

// Looks at a step more closely; what it leaves out goes to the queue. False if all is revealed.
bool GroupSearch::refine(Step& step) {
  const Application& of = application(step);
  const std::vector<Rule>& rules = of.block->rules;
  if (step.more) {
    if (step.rule + 1 < rules.size()) {
      Step rest = step;
      ++rest.rule;
      rest.score += rules[rest.rule].estimate - rules[step.rule].estimate;
      push(rest);
    }
    step.more = false;
    for (std::size_t g = 0; g < of.gaps(); ++g) {
      step.nodes[g] = root(of.tails[g], sides_of(rules[step.rule], g));
    }
  }
  std::size_t gap = 2;
  unsigned least = std::numeric_limits<unsigned>::max();
  for (std::size_t g = 0; g < of.gaps(); ++g) {
    const TreeNode& node = tree_[step.nodes[g]];
    if (is_leaf(step.nodes[g]) || unsigned{node.left} + node.right >= least) continue;
    least = unsigned{node.left} + node.right;
    gap = g;
  }
  if (gap == 2) return false;
  split(step.nodes[gap]);
  const TreeNode& node = tree_[step.nodes[gap]];
  const NodeId child = node.children + step.children[gap];
  if (step.children[gap] + 1 < node.count) {
    Step rest = step;
    ++rest.children[gap];
    rest.score += tree_[child + 1].best - tree_[child].best;
    push(rest);
  }
  const bool news = tree_[child].left > node.left || tree_[child].right > node.right;
  step.nodes[gap] = child;
  step.children[gap] = 0;
  if (news) {
    const double gain = gain_of(step);
    step.score += gain - step.gain;
    step.gain = gain;
  }
  return true;
}

// What the language models say of the words that are revealed, beyond what each piece counted.
double GroupSearch::gain_of(const Step& step) const {
  const Application& of = application(step);
  const Rule& rule = of.block->rules[step.rule];
  double sum = 0;
  for (std::size_t k = 0; k < width_; ++k) {
    LmGain gain(*models_[k]);
    const LmPiece* segment = of.block->segments.data() + rule.segments + k;
    gain.add({segment, LmPiece::kLongest, segment->right});
    for (const ChartSymbol symbol : rule.symbols) {
      if (symbol >= 0) continue;
      const NodeId id = step.nodes[static_cast<std::size_t>(-1 - symbol)];
      const TreeNode& node = tree_[id];
      gain.add({&pieces_[orders_[node.first] * width_ + k], node.left, rights_[id * width_ + k]});
      segment += width_;
      gain.add({segment, LmPiece::kLongest, segment->right});
    }
    sum += weights_[k] * static_cast<double>(gain.gain());
  }
  return sum;
}

void GroupSearch::make_item(const Step& step) {
  const Application& of = application(step);
  const Rule& rule = of.block->rules[step.rule];
  Way way{step.application, step.rule, {kNone, kNone}};
  double below = 0;
  for (std::size_t g = 0; g < of.gaps(); ++g) {
    way.tails[g] = orders_[tree_[step.nodes[g]].first];
    below += chart_->items[way.tails[g]].score;
  }
  // The rule's own words are in its estimate.
  double gained = rule.estimate + model_.input_weight() * static_cast<double>(of.input_score);
  for (std::size_t k = 0; k < width_; ++k) {
    LmJoin join(*models_[k]);
    const LmPiece* segment = of.block->segments.data() + rule.segments + k;
    join.piece(*segment);
    for (const ChartSymbol symbol : rule.symbols) {
      if (symbol >= 0) continue;
      join.piece(pieces_[way.tails[static_cast<std::size_t>(-1 - symbol)] * width_ + k]);
      join.piece(*(segment += width_));
    }
    gained += weights_[k] * join.gain();
    made_[k] = join.made();
  }
  chart_->improve(place(made_, way), below + gained, gained, way, keep_arcs_);
}

void GroupSearch::make_first() {
  for (std::size_t k = 0; k < width_; ++k) {
    LmJoin join(*models_[k]);
    join.begin_sentence();
    made_[k] = join.made();
  }
  const double score = model_.start().rules[0].score;
  const auto cell = static_cast<std::uint32_t>(roots_.size());
  const Way way{forest_->cell(cell).first, 0, {kNone, kNone}};
  chart_->improve(place(made_, way), score, score, way, keep_arcs_);
}

// Every item of the one cell below, with the end of the sentence.
void GroupSearch::make_goal(const Cell& cell) {
  const Application& of = forest_->all_applications()[cell.first];
  const ItemId first = chart_->cell_items[of.tails[0]], last = chart_->cell_items[of.tails[0] + 1];
  for (ItemId id = first; id < last; ++id) {
    double gained = of.block->rules[0].score;
    for (std::size_t k = 0; k < width_; ++k) {
      lm::State end;
      gained += weights_[k] *
                static_cast<double>(models_[k]->score(pieces(id)[k].right, kSentenceEnd, end));
      made_[k] = LmPiece{};
      made_[k].right = {};
    }
    const Way way{cell.first, 0, {id, kNone}};
    chart_->improve(place(made_, way), chart_->items[id].score + gained, gained, way, keep_arcs_);
  }
}

// The item of the cell at hand with these edges, made if there is none.
ItemId GroupSearch::place(std::span<const LmPiece> made, const Way& way) {
  std::uint64_t hash = 0;
  for (const LmPiece& piece : made) hash = hash_combine(hash, piece.hash());
  std::size_t slot = hash & (slots_.size() - 1);
  for (; slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1)) {
    if (std::ranges::equal(made, pieces(slots_[slot] - 1))) return slots_[slot] - 1;
  }
  const auto id = static_cast<ItemId>(chart_->items.size());
  chart_->items.push_back({-std::numeric_limits<double>::infinity(), 0, kNone, way});
  pieces_.insert(pieces_.end(), made.begin(), made.end());
  slots_[slot] = id + 1;
  if (2 * (id + 1 - chart_->cell_items.back()) > slots_.size()) grow_slots();
  return id;
}

void GroupSearch::grow_slots() {
  slots_.assign(slots_.size() * 4, 0);
  for (ItemId id = chart_->cell_items.back(); id < chart_->items.size(); ++id) {
    std::uint64_t hash = 0;
    for (const LmPiece& piece : pieces(id)) hash = hash_combine(hash, piece.hash());
    std::size_t slot = hash & (slots_.size() - 1);
    while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = id + 1;
  }
}

}  // namespace manyways::chart
