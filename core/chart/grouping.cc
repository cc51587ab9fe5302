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
