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
constexpr std::uint32_t kNone = ~std::uint32_t{0};
constexpr double kLeastGap = 0.02;  // natural log; doubled until enough is found
constexpr std::uint64_t kNoWords = 1;
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
  search(kUnitTexts);
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

// The best `count` texts; the limit is lowered until there are so many, or no more.
void Rounds::search(std::size_t count) {
  slot_of_state_.assign(penalties_.states(), 0);
  for (;; gap_ *= 2) {
    pass(top_ - gap_);
    enumerate(top_ - gap_, count);
    if (ends_.size() == count || !cut_) break;
  }
}

Step Rounds::step(std::uint32_t round, std::vector<Found>& found, bool however_far) {
  if (graph_.empty() || from_start_[graph_.goal()] == kNoScore || settings_.each == 0) {
    return Step::kEmpty;
  }
  search(settings_.each);
  if (ends_.empty()) return Step::kEmpty;
  const double best = items_[ends_.front()].bound;
  if (!however_far && from_start_[graph_.goal()] - best > settings_.fall) return Step::kFell;
  for (const std::uint32_t item : ends_) {
    if (!known_.insert(items_[item].words)) continue;
    found.push_back(found_at(item));
    found.back().round = round;
  }
  // The next round's texts lie about as far below this round's best.
  gap_ = std::max(kLeastGap, 1.2 * (top_ - items_[ends_.back()].bound));
  top_ = best;
  add_winner(ends_.front());
  return Step::kFound;
}

void Rounds::exclude(Symbols text) {
  std::uint64_t hash = kNoWords;
  for (std::size_t w = text.size(); w-- > 0;) {
    hash = hash_combine(hash, static_cast<std::uint64_t>(text[w]));
  }
  known_.insert(hash);
}

void Rounds::pass(double limit) {
  entries_.clear();
  arcs_.clear();
  cut_ = false;
  for (Node node = 0; node < graph_.nodes(); ++node) {
    const auto first = static_cast<std::uint32_t>(entries_.size());
    node_entries_[node] = first;
    node_entries_[node + 1] = first;
    const double bound = from_start_[node] + to_goal_[node];
    if (bound < limit) {
      cut_ = cut_ || bound != kNoScore;
      continue;
    }
    for (EdgeId id = graph_.edges_begin(node); id < graph_.edges_end(node); ++id) {
      const Edge& edge = graph_.edge(id);
      if (edge.arity() == 0) {
        enter(node, id, kNone, limit);
        continue;
      }
      const Node tail = edge.tails[0];
      if (from_start_[tail] + edge.score + to_goal_[node] < limit) {
        cut_ = true;
        continue;
      }
      for (std::uint32_t e = node_entries_[tail]; e < node_entries_[tail + 1]; ++e) {
        enter(node, id, e, limit);
      }
    }
    node_entries_[node + 1] = static_cast<std::uint32_t>(entries_.size());
    for (std::size_t e = first; e < entries_.size(); ++e) slot_of_state_[entries_[e].state] = 0;
  }
}

// One step of the product, from the entry `before` over an edge into `node`.
void Rounds::enter(Node node, EdgeId id, std::uint32_t before, double limit) {
  Entry made{0.0, Penalties::kRoot, 0, 0, 0, 0, 0};
  if (before != kNone) made = entries_[before];
  const double start = made.score;
  double step = graph_.edge(id).score;
  if (start + step + to_goal_[node] < limit) {
    cut_ = true;
    return;
  }
  const Symbols symbols = part(classes_, id);
  for (const Symbol symbol : symbols) made.state = penalties_.advance(made.state, symbol, step);
  if (settings_.traits.length > 0) made.length += static_cast<std::uint32_t>(symbols.size());
  if (!jumps_.empty()) made.jumped += jumps_[id];
  if (node == graph_.goal()) {
    step -= trait_cost(made);
    made.state = Penalties::kRoot;
    made.length = made.jumped = 0;
  }
  made.score = start + step;
  if (made.score + to_goal_[node] < limit) {
    cut_ = true;
    return;
  }
  const auto arc = static_cast<std::uint32_t>(arcs_.size());
  arcs_.push_back({step, before, id, kNone});
  made.arcs = made.last_arc = arc;
  Entry& entry = entry_for(made);
  if (entry.arcs == arc) return;
  entry.score = std::max(entry.score, made.score);
  arcs_[entry.last_arc].next = arc;
  entry.last_arc = arc;
}

// The entry of the node at hand that later steps cannot tell from `made`; if there is none, `made`.
Rounds::Entry& Rounds::entry_for(const Entry& made) {
  std::uint32_t* slot = &slot_of_state_[made.state];
  while (*slot != 0) {
    Entry& entry = entries_[*slot - 1];
    if (entry.length == made.length && entry.jumped == made.jumped) return entry;
    slot = &entry.same;
  }
  *slot = static_cast<std::uint32_t>(entries_.size() + 1);  // before the vector may move
  entries_.push_back(made);
  entries_.back().same = 0;
  return entries_.back();
}

double Rounds::trait_cost(const Entry& entry) const {
  auto at = [](const std::vector<double>& costs, std::uint32_t value) {
    return value < costs.size() ? costs[value] : 0.0;
  };
  return at(length_costs_, entry.length) + at(jump_costs_, entry.jumped);
}

void Rounds::enumerate(double limit, std::size_t count) {
  ends_.clear();
  items_.clear();
  open_.clear();
  const std::uint32_t goal = node_entries_[graph_.goal()];
  if (goal == entries_.size()) return;
  graph::KeySet closed;
  items_.push_back({entries_[goal].score, 0.0, kNoWords, goal, kNone, graph::kNoEdge});
  open_.push_back({entries_[goal].score, 0});
  while (!open_.empty() && ends_.size() < count) {
    std::pop_heap(open_.begin(), open_.end());
    const std::uint32_t index = open_.back().item;
    open_.pop_back();
    const Item& item = items_[index];
    if (!closed.insert(hash_combine(item.entry, item.words))) continue;
    if (item.entry != kNone) {
      expand(index, limit);
    } else if (!settings_.distinct || !known_.contains(item.words)) {
      ends_.push_back(index);
    }
  }
}

// The suffix of item `index`, longer by each edge that can stand before it.
void Rounds::expand(std::uint32_t index, double limit) {
  const Item item = items_[index];
  for (std::uint32_t a = entries_[item.entry].arcs; a != kNone; a = arcs_[a].next) {
    const Arc& arc = arcs_[a];
    const double rest = item.rest + arc.score;
    const double bound = arc.before == kNone ? rest : entries_[arc.before].score + rest;
    if (bound < limit) {
      cut_ = true;
      continue;
    }
    std::uint64_t hash = item.words;
    const Symbols words = part(words_, arc.edge);
    for (std::size_t w = words.size(); w-- > 0;) {
      hash = hash_combine(hash, static_cast<std::uint64_t>(words[w]));
    }
    open_.push_back({bound, static_cast<std::uint32_t>(items_.size())});
    items_.push_back({bound, rest, hash, arc.before, index, arc.edge});
    std::push_heap(open_.begin(), open_.end());
  }
}

void Rounds::add_winner(std::uint32_t item) {
  winner_.clear();
  std::vector<Symbol> text;
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

Found Rounds::found_at(std::uint32_t item) const {
  Found found{{}, 0.0, items_[item].bound, 0};
  for (; items_[item].edge != graph::kNoEdge; item = items_[item].after) {
    found.derivation.push_back(items_[item].edge);
    found.score += graph_.edge(items_[item].edge).score;
  }
  std::reverse(found.derivation.begin(), found.derivation.end());
  return found;
}

}  // namespace manyways::diverse
