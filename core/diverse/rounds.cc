#include "diverse/rounds.h"

#include <algorithm>
#include <limits>
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
}  // namespace

Rounds::Rounds(const graph::Hypergraph& graph, const RoundSettings& settings, Symbols classes)
    : graph_(graph),
      settings_(settings),
      penalties_(settings.orders, settings.strength, graph.words()),
      from_start_(graph.nodes(), kNoScore),
      to_goal_(graph.nodes(), kNoScore),
      node_entries_(graph.nodes() + 1, 0) {
  if (!graph.is_lattice()) throw std::invalid_argument("an edge has two tails: not a lattice");
  read_labels(classes);
  if (!graph.empty()) bound_nodes();
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
  if (graph_.empty() || from_start_[graph_.goal()] == kNoScore || settings_.each == 0) return found;
  top_ = from_start_[graph_.goal()];
  gap_ = kLeastGap;
  for (std::uint32_t round = 0; round < settings_.rounds; ++round) {
    if (!run_round(round, found)) break;
  }
  return found;
}

bool Rounds::run_round(std::uint32_t round, std::vector<Found>& found) {
  slot_of_state_.assign(penalties_.states(), 0);
  for (;; gap_ *= 2) {
    pass(top_ - gap_);
    enumerate(top_ - gap_);
    if (ends_.size() == settings_.each || !cut_) break;
  }
  if (ends_.empty()) return false;
  for (const std::uint32_t item : ends_) {
    if (!known_.insert(items_[item].words)) continue;
    found.push_back(found_at(item));
    found.back().round = round;
  }
  // The next round's texts lie about as far below this round's best.
  gap_ = std::max(kLeastGap, 1.2 * (top_ - items_[ends_.back()].bound));
  top_ = items_[ends_.front()].bound;
  add_winner(ends_.front());
  return true;
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
  const double start = before == kNone ? 0.0 : entries_[before].score;
  double step = graph_.edge(id).score;
  if (start + step + to_goal_[node] < limit) {
    cut_ = true;
    return;
  }
  Penalties::State state = before == kNone ? Penalties::kRoot : entries_[before].state;
  for (const Symbol symbol : part(classes_, id)) state = penalties_.advance(state, symbol, step);
  if (start + step + to_goal_[node] < limit) {
    cut_ = true;
    return;
  }
  if (node == graph_.goal()) state = Penalties::kRoot;
  const auto arc = static_cast<std::uint32_t>(arcs_.size());
  arcs_.push_back({step, before, id, kNone});
  std::uint32_t& slot = slot_of_state_[state];
  if (slot == 0) {
    entries_.push_back({start + step, state, arc, arc});
    slot = static_cast<std::uint32_t>(entries_.size());
    return;
  }
  Entry& entry = entries_[slot - 1];
  entry.score = std::max(entry.score, start + step);
  arcs_[entry.last_arc].next = arc;
  entry.last_arc = arc;
}

void Rounds::enumerate(double limit) {
  ends_.clear();
  items_.clear();
  open_.clear();
  const std::uint32_t goal = node_entries_[graph_.goal()];
  if (goal == entries_.size()) return;
  graph::KeySet closed;
  items_.push_back({entries_[goal].score, 0.0, 1, goal, kNone, graph::kNoEdge});
  open_.push_back({entries_[goal].score, 0});
  while (!open_.empty() && ends_.size() < settings_.each) {
    std::pop_heap(open_.begin(), open_.end());
    const std::uint32_t index = open_.back().item;
    open_.pop_back();
    const Item& item = items_[index];
    if (!closed.insert(hash_combine(item.entry, item.words))) continue;
    if (item.entry != kNone) {
      expand(index, limit);
    } else if (!settings_.distinct ||
               std::find(winners_.begin(), winners_.end(), item.words) == winners_.end()) {
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
  winners_.push_back(items_[item].words);
  std::vector<Symbol> text;
  for (; items_[item].edge != graph::kNoEdge; item = items_[item].after) {
    const Symbols symbols = part(classes_, items_[item].edge);
    text.insert(text.end(), symbols.begin(), symbols.end());
  }
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
