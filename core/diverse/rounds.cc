#include "diverse/rounds.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>

#include "base/hash.h"
#include "graph/semiring.h"

namespace manyways::diverse {

using graph::Edge;
using graph::EdgeId;
using graph::kNoScore;
using graph::Node;
using graph::Symbol;

namespace {
constexpr double kLeastGap = 0.02;  // natural log; doubled until enough is found
constexpr double kFewTexts = 8;     // too few to see how their number grows
constexpr double kLeastGrowth = 1, kMostGrowth = 10;
}  // namespace

Rounds::Rounds(const graph::Hypergraph& graph, const RoundSettings& settings, Symbols classes)
    : graph_(graph),
      settings_(settings),
      penalties_(settings.orders, 0, graph.words()),
      from_start_(graph.nodes(), kNoScore),
      to_goal_(graph.nodes(), kNoScore),
      node_entries_(graph.nodes() + 1, 0) {
  if (!graph.is_lattice()) throw std::invalid_argument("an edge has two tails: not a lattice");
  read_labels(classes);
  if (settings.traits.reordering > 0) read_jumps();
  if (graph.empty()) return;
  bound_nodes();
  top_ = from_start_[graph.goal()];
  gap_ = kLeastGap;
  if (settings.relative && top_ != kNoScore) unit_ = deviation();
  settings_.strength *= unit_;
  penalties_ = Penalties(settings.orders, settings_.strength, graph.words());
}

void Rounds::read_jumps() {
  const auto& names = graph_.feature_names();
  const auto found = std::find(names.begin(), names.end(), "Distortion0");
  if (found == names.end()) {
    throw std::invalid_argument("without the feature Distortion0 reordering is not seen");
  }
  const auto column = static_cast<std::uint32_t>(found - names.begin());
  jumps_.assign(graph_.edges(), 0);
  for (EdgeId id = 0; id < graph_.edges(); ++id) {
    double value = graph_.label_features(graph_.edge(id).label)[column];
    for (const graph::Delta& delta : graph_.deltas(id)) {
      if (delta.column == column) value += delta.value;
    }
    jumps_[id] = static_cast<std::uint32_t>(std::lround(std::min(std::abs(value), 1e6)));
  }
}

// The standard deviation of the scores of the best texts; 1 if they do not differ.
double Rounds::deviation() {
  search(kUnitTexts, kUnitTexts);
  double sum = 0, squares = 0;
  for (const std::uint32_t item : ends_) sum += items_[item].bound;
  const double mean = sum / static_cast<double>(ends_.size());
  for (const std::uint32_t item : ends_) {
    squares += (items_[item].bound - mean) * (items_[item].bound - mean);
  }
  gap_ = kLeastGap;
  const double found = std::sqrt(squares / static_cast<double>(ends_.size()));
  return found > 1e-12 ? found : 1.0;
}

void Rounds::read_labels(Symbols classes) {
  label_starts_.assign(1, 0);
  for (graph::LabelId label = 0; label < graph_.labels(); ++label) {
    for (const Symbol symbol : graph_.symbols(label)) {
      if (graph::is_tail(symbol)) continue;
      words_.push_back(symbol);
      classes_.push_back(classes.empty() ? symbol : classes[static_cast<std::size_t>(symbol)]);
    }
    label_starts_.push_back(static_cast<std::uint32_t>(words_.size()));
  }
}

void Rounds::bound_nodes() {
  for (Node node = 0; node < graph_.nodes(); ++node) {
    for (EdgeId id = graph_.edges_begin(node); id < graph_.edges_end(node); ++id) {
      const Edge& edge = graph_.edge(id);
      const double before = edge.arity() == 0 ? 0.0 : from_start_[edge.tails[0]];
      from_start_[node] = std::max(from_start_[node], before + edge.score);
    }
  }
  to_goal_[graph_.goal()] = 0;
  for (Node node = graph_.goal() + 1; node-- > 0;) {
    for (EdgeId id = graph_.edges_begin(node); id < graph_.edges_end(node); ++id) {
      const Edge& edge = graph_.edge(id);
      if (edge.arity() == 0) continue;
      double& before = to_goal_[edge.tails[0]];
      before = std::max(before, edge.score + to_goal_[node]);
    }
  }
}

std::vector<Found> Rounds::run() {
  std::vector<Found> found;
  for (std::uint32_t round = 0; round < settings_.rounds; ++round) {
    if (step(round, found) != Step::kFound) break;
  }
  return found;
}

// The best `count` texts, or at least `least`; the limit is lowered until there are so many, or no
// more. The number of texts grows about exponentially with the gap: how fast is learnt on the way.
void Rounds::search(std::size_t count, std::size_t least) {
  slot_of_state_.assign(penalties_.states(), 0);
  double gap_before = 0, seen_before = 1;
  for (;;) {
    pass(top_ - gap_);
    enumerate(top_ - gap_, count);
    const auto seen = static_cast<double>(std::max<std::size_t>(1, seen_));
    if (gap_before > 0 && seen >= kFewTexts && seen > seen_before) {
      const double gap = ends_.size() == count ? top_ - items_[ends_.back()].bound : gap_;
      growth_ =
          std::clamp(std::log(seen / seen_before) / (gap - gap_before), kLeastGrowth, kMostGrowth);
    }
    if (ends_.size() >= least || !cut_) break;
    gap_before = gap_;
    seen_before = seen;
    const double wanted = seen + static_cast<double>(count - ends_.size());
    gap_ += seen < kFewTexts ? gap_ : std::max(0.1 * gap_, std::log(1.2 * wanted / seen) / growth_);
  }
}

Step Rounds::step(std::uint32_t round, std::vector<Found>& found, bool however_far) {
  if (graph_.empty() || from_start_[graph_.goal()] == kNoScore || settings_.each == 0) {
    return Step::kEmpty;
  }
  const std::size_t taken = choose(round < settings_.rounds ? settings_.rounds - round : 1);
  if (taken == 0) return Step::kEmpty;
  top_ = pool_.front().score;
  if (!however_far && from_start_[graph_.goal()] - top_ > settings_.fall) return Step::kFell;
  for (std::size_t i = 0; i < taken; ++i) {
    if (!known_.insert(items_[pool_[i].item].words)) continue;
    found.push_back(found_at(pool_[i]));
    found.back().round = round;
  }
  add_winner(pool_.front().item);
  charge_pool(taken);
  return Step::kFound;
}

// Puts the best texts of the round first in the pool; how many. `left` rounds may come, with this.
std::size_t Rounds::choose(std::size_t left) {
  const std::size_t best = rank_pool();
  if (best == settings_.each || floor_ == kNoScore) {
    ++served_;
    return best;
  }
  std::size_t ahead = settings_.distinct ? left + left / 4 : 2 * std::max(std::size_t{1}, served_);
  if (!jumps_.empty()) ahead = 1;
  const std::size_t wanted = settings_.each * ahead;
  if (served_ > 0) {  // beyond what was searched before
    const std::size_t there =
        std::max<std::size_t>(1, best + (settings_.distinct ? known_.size() : 0));
    const double times = static_cast<double>(there + wanted) / static_cast<double>(there);
    gap_ = std::max(kLeastGap, top_ - floor_ + std::log(1.3 * times) / growth_);
  }
  served_ = 1;
  search(wanted, std::max(settings_.each, wanted / 2));
  pool_.clear();
  for (const std::uint32_t item : ends_) pool_.push_back({items_[item].bound, item});
  floor_ = pool_.size() == wanted ? pool_.back().score : cut_ ? top_ - gap_ : kNoScore;
  return rank_pool();
}

// The best `each` of the pool to the front, best first; how many of them no other text exceeds.
std::size_t Rounds::rank_pool() {
  const std::size_t size = std::min(settings_.each, pool_.size());
  const auto end = pool_.begin() + static_cast<std::ptrdiff_t>(size);
  std::partial_sort(pool_.begin(), end, pool_.end());
  return static_cast<std::size_t>(
      std::find_if(pool_.begin(), end, [&](const Pooled& text) { return text.score < floor_; }) -
      pool_.begin());
}

// Takes a round's texts out of the pool and lets the others pay for its winner.
void Rounds::charge_pool(std::size_t taken) {
  if (!jumps_.empty()) {  // texts have several derivations, and another may now be the best
    if (!pool_.empty()) gap_ = std::max(kLeastGap, 1.2 * (top_ - pool_.back().score));
    pool_.clear();
    served_ = 0;
    floor_ = std::numeric_limits<double>::infinity();
    return;
  }
  if (settings_.distinct) {
    pool_.erase(pool_.begin(), pool_.begin() + static_cast<std::ptrdiff_t>(taken));
  }
  if (pool_.empty()) return;
  Penalties last(settings_.orders, settings_.strength, graph_.words());
  last.add(winner_classes_);
  last.link();
  for (Pooled& text : pool_) {
    std::size_t length = 0;
    Penalties::State state = Penalties::kRoot;
    for (std::uint32_t i = text.item; items_[i].edge != graph::kNoEdge; i = items_[i].after) {
      const Symbols symbols = part(classes_, items_[i].edge);
      for (const Symbol symbol : symbols) state = last.advance(state, symbol, text.score);
      length += symbols.size();
    }
    if (length == winner_classes_.size())
      text.score -= settings_.strength * settings_.traits.length;
  }
}

void Rounds::exclude(Symbols text) {
  std::uint64_t hash = kNoWords;
  for (std::size_t w = text.size(); w-- > 0;) {
    hash = hash_combine(hash, static_cast<std::uint64_t>(text[w]));
  }
  known_.insert(hash);
}

void Rounds::add_winner(std::uint32_t item) {
  winner_.clear();
  std::vector<Symbol>& text = winner_classes_;
  text.clear();
  std::size_t jumped = 0;
  for (; items_[item].edge != graph::kNoEdge; item = items_[item].after) {
    const EdgeId id = items_[item].edge;
    const Symbols symbols = part(classes_, id), words = part(words_, id);
    text.insert(text.end(), symbols.begin(), symbols.end());
    winner_.insert(winner_.end(), words.begin(), words.end());
    if (!jumps_.empty()) jumped += jumps_[id];
  }
  auto add = [&](std::vector<double>& costs, std::size_t value, double weight) {
    if (weight <= 0) return;
    if (costs.size() <= value) costs.resize(value + 1, 0.0);
    costs[value] += settings_.strength * weight;
  };
  add(length_costs_, text.size(), settings_.traits.length);
  add(jump_costs_, jumped, settings_.traits.reordering);
  penalties_.add(text);
  penalties_.link();
}

Found Rounds::found_at(const Pooled& text) const {
  Found found{{}, 0.0, text.score, 0};
  for (std::uint32_t item = text.item; items_[item].edge != graph::kNoEdge;
       item = items_[item].after) {
    found.derivation.push_back(items_[item].edge);
    found.score += graph_.edge(items_[item].edge).score;
  }
  std::reverse(found.derivation.begin(), found.derivation.end());
  return found;
}

}  // namespace manyways::diverse
