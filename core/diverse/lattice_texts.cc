#include "diverse/lattice_texts.h"

#include <algorithm>

#include "base/hash.h"
#include "graph/semiring.h"

namespace manyways::diverse {

using graph::Edge;
using graph::EdgeId;
using graph::kNoScore;
using graph::Node;
using graph::Symbol;

LatticeTexts::LatticeTexts(const graph::Hypergraph& graph, const Objective& objective)
    : Texts(graph, objective), node_entries_(graph.nodes() + 1, 0) {
  label_starts_.assign(1, 0);
  for (graph::LabelId label = 0; label < graph.labels(); ++label) {
    for (const Symbol symbol : graph.symbols(label)) {
      if (graph::is_tail(symbol)) continue;
      words_.push_back(symbol);
      classes_.push_back(objective.class_of(symbol));
    }
    label_starts_.push_back(static_cast<std::uint32_t>(words_.size()));
  }
}

void LatticeTexts::find(double limit, std::size_t count, const KnownTexts* known) {
  slot_of_state_.resize(objective_.penalties.states(), 0);
  pass(limit);
  enumerate(limit, count, known);
}

void LatticeTexts::pass(double limit) {
  entries_.clear();
  arcs_.clear();
  cut_ = false;
  for (Node node = 0; node < graph_.nodes(); ++node) {
    const auto first = static_cast<std::uint32_t>(entries_.size());
    node_entries_[node] = first;
    node_entries_[node + 1] = first;
    const double bound = inside_[node] + outside_[node];
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
      if (inside_[tail] + edge.score + outside_[node] < limit) {
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
void LatticeTexts::enter(Node node, EdgeId id, std::uint32_t before, double limit) {
  Entry made{0.0, Penalties::kRoot, 0, 0, 0, 0, 0};
  if (before != kNone) made = entries_[before];
  const double start = made.score;
  double step = graph_.edge(id).score;
  if (start + step + outside_[node] < limit) {
    cut_ = true;
    return;
  }
  const Symbols symbols = part(classes_, id);
  for (const Symbol symbol : symbols)
    made.state = objective_.penalties.advance(made.state, symbol, step);
  if (objective_.traits.length > 0) made.length += static_cast<std::uint32_t>(symbols.size());
  if (!objective_.jumps.empty()) made.jumped += objective_.jumps[id];
  if (node == graph_.goal()) {
    step -= objective_.trait_cost(made.length, made.jumped);
    made.state = Penalties::kRoot;
    made.length = made.jumped = 0;
  }
  made.score = start + step;
  if (made.score + outside_[node] < limit) {
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
LatticeTexts::Entry& LatticeTexts::entry_for(const Entry& made) {
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

void LatticeTexts::enumerate(double limit, std::size_t count, const KnownTexts* known) {
  found_.clear();
  ends_.clear();
  seen_ = 0;
  items_.clear();
  open_.clear();
  reached_.clear();
  if (graph_.empty()) return;
  const std::uint32_t goal = node_entries_[graph_.goal()];
  if (goal == entries_.size()) return;
  items_.push_back({entries_[goal].score, 0.0, kNoWords, goal, kNone, graph::kNoEdge, kOpen});
  for (std::uint32_t index = 0; index != kNone && ends_.size() < count;) {
    items_[index].fate = kDone;
    if (items_[index].entry != kNone) {
      const auto first = static_cast<std::uint32_t>(items_.size());
      expand(index, limit);
      index = next_item(first);
    } else {
      ++seen_;
      if (known == nullptr || !known->contains(items_[index].words)) {
        ends_.push_back(index);
        found_.push_back({items_[index].bound, items_[index].words});
      }
      index = next_item(static_cast<std::uint32_t>(items_.size()));
    }
  }
}

void LatticeTexts::derivation(std::size_t index, std::vector<EdgeId>& edges) const {
  edges.clear();
  for (std::uint32_t i = ends_[index]; items_[i].edge != graph::kNoEdge; i = items_[i].after) {
    edges.push_back(items_[i].edge);
  }
  std::reverse(edges.begin(), edges.end());
}

// The item with the highest bound, kNone if there is none; those from `first` on are new. It is
// mostly one of them, which then never sees the heap.
std::uint32_t LatticeTexts::next_item(std::uint32_t first) {
  std::uint32_t best = kNone;
  for (auto i = first; i < items_.size(); ++i) {
    if (items_[i].fate != kOpen) continue;
    std::uint32_t other = i;
    if (best == kNone || items_[best].bound < items_[i].bound) std::swap(best, other);
    if (other == kNone) continue;
    open_.push_back({items_[other].bound, other});
    std::push_heap(open_.begin(), open_.end());
  }
  if (best != kNone && (open_.empty() || open_.front().bound < items_[best].bound)) return best;
  if (best != kNone) {
    open_.push_back({items_[best].bound, best});
    std::push_heap(open_.begin(), open_.end());
  }
  while (!open_.empty()) {
    std::pop_heap(open_.begin(), open_.end());
    const std::uint32_t index = open_.back().item;
    open_.pop_back();
    if (items_[index].fate == kOpen) return index;
  }
  return kNone;
}

// The suffix of item `index`, longer by each edge that can stand before it. Of suffixes with the
// same words before the same entry one is enough: the best, or the first.
void LatticeTexts::expand(std::uint32_t index, double limit) {
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
    std::uint32_t& same = *reached_.insert(hash_combine(arc.before, hash), kNone).first;
    if (same != kNone) {
      Item& other = items_[same];
      if (other.fate == kDone || other.bound >= bound) continue;
      other.fate = kOutdone;
    }
    same = static_cast<std::uint32_t>(items_.size());
    items_.push_back({bound, rest, hash, arc.before, index, arc.edge, kOpen});
  }
}

}  // namespace manyways::diverse
