#include "diverse/forest_texts.h"

#include <algorithm>

#include "graph/kbest.h"
#include "graph/semiring.h"

namespace manyways::diverse {

using graph::Edge;
using graph::kNoScore;
using graph::Node;
using graph::Symbol;

ForestTexts::ForestTexts(const graph::Hypergraph& graph, std::span<const Order> orders,
                         const Objective& objective)
    : Texts(graph, objective),
      orders_(orders.begin(), orders.end()),
      sides_(open_sides(graph)),
      pieces_(objective.penalties, inner_),
      product_(graph),
      first_(graph.nodes() + 1, 0) {}

void ForestTexts::learn(Symbols text) { add_inner_words(text, orders_, inner_); }

void ForestTexts::find(double limit, std::size_t count, const KnownTexts* known) {
  pass(limit);
  enumerate(limit, count, known);
}

void ForestTexts::pass(double limit) {
  auto builder = graph::HypergraphBuilder::like(std::move(product_));
  entries_.clear();
  original_.clear();
  cut_ = false;
  for (Node node = 0; node < graph_.nodes(); ++node) {
    first_[node] = static_cast<Node>(entries_.size());
    const double bound = inside_[node] + outside_[node];
    if (bound >= limit) {
      expand(node, limit);
      emit(builder);
    } else {
      cut_ = cut_ || bound != kNoScore;
    }
    first_[node + 1] = static_cast<Node>(entries_.size());
  }
  product_ = std::move(builder).finish();
}

// All ways into a node that can reach the limit.
void ForestTexts::expand(Node node, double limit) {
  ways_.clear();
  for (EdgeId id = graph_.edges_begin(node); id < graph_.edges_end(node); ++id) {
    const Edge& edge = graph_.edge(id);
    const unsigned arity = edge.arity();
    const double around = edge.score + outside_[node];
    auto entries = [&](unsigned t) {
      return arity > t ? std::pair(first_[edge.tails[t]], first_[edge.tails[t] + 1])
                       : std::pair(Node{0}, Node{1});
    };
    auto score = [&](unsigned t, Node entry) { return arity > t ? entries_[entry].score : 0.0; };
    const auto [i_begin, i_end] = entries(0);
    const auto [j_begin, j_end] = entries(1);
    for (Node i = i_begin; i < i_end; ++i) {
      for (Node j = j_begin; j < j_end; ++j) {
        if (score(0, i) + score(1, j) + around < limit) {  // nor can the entries after it
          cut_ = true;
          break;
        }
        Way way{{}, edge.score, {i, j}, id};
        join(node, way);
        if (way.made.score + outside_[node] < limit) {
          cut_ = true;
        } else {
          ways_.push_back(way);
        }
      }
    }
  }
}

// What the edge of a way makes of its tails.
void ForestTexts::join(Node node, Way& way) {
  Entry& made = way.made;
  made = {};
  const unsigned arity = graph_.edge(way.edge).arity();
  for (unsigned t = 0; t < arity; ++t) {
    made.score += entries_[way.tails[t]].score;
    made.length += entries_[way.tails[t]].length;
    made.jumped += entries_[way.tails[t]].jumped;
  }
  std::uint32_t words = 0;
  pieces_.begin(sides_.left[node]);
  for (const Symbol symbol : graph_.symbols(graph_.edge(way.edge).label)) {
    if (graph::is_tail(symbol)) {
      pieces_.piece(entries_[way.tails[graph::tail_of(symbol)]].piece, way.step);
    } else {
      pieces_.word(objective_.class_of(symbol), way.step);
      ++words;
    }
  }
  made.piece = pieces_.end(sides_.right[node]);
  if (objective_.traits.length > 0) made.length += words;
  if (!objective_.jumps.empty()) made.jumped += objective_.jumps[way.edge];
  if (node == graph_.goal()) {
    way.step -= objective_.trait_cost(made.length, made.jumped);
    made.length = made.jumped = 0;
  }
  made.score += way.step;
}

// The ways as nodes of the product, those with the best scores first; within a node in the order of
// the edges.
void ForestTexts::emit(graph::HypergraphBuilder& builder) {
  std::stable_sort(ways_.begin(), ways_.end(),
                   [](const Way& a, const Way& b) { return a.made.key() < b.made.key(); });
  groups_.clear();
  for (std::uint32_t i = 0; i < ways_.size(); ++i) {
    if (i == 0 || ways_[i].made.key() != ways_[i - 1].made.key()) groups_.emplace_back(i, i);
    groups_.back().second = i + 1;
    Entry& best = ways_[groups_.back().first].made;
    best.score = std::max(best.score, ways_[i].made.score);
  }
  std::stable_sort(groups_.begin(), groups_.end(), [&](const auto& a, const auto& b) {
    return ways_[a.first].made.score > ways_[b.first].made.score;
  });
  for (const auto& [begin, end] : groups_) {
    for (std::uint32_t i = begin; i < end; ++i) {
      const Edge& edge = graph_.edge(ways_[i].edge);
      builder.add_edge(edge.label, std::span(ways_[i].tails).first(edge.arity()), ways_[i].step);
      original_.push_back(ways_[i].edge);
    }
    builder.end_node();
    entries_.push_back(ways_[begin].made);
  }
}

void ForestTexts::enumerate(double limit, std::size_t count, const KnownTexts* known) {
  found_.clear();
  seen_ = 0;
  derivations_.clear();
  starts_.assign(1, 0);
  if (graph_.empty() || first_[graph_.goal()] == entries_.size()) return;
  graph::KBest best(product_, {.distinct = true});
  std::vector<EdgeId> edges;
  std::vector<Symbol> words;
  while (found_.size() < count && best.next()) {
    if (best.score(best.size() - 1) < limit) {
      cut_ = true;
      return;
    }
    ++seen_;
    best.derivation(best.size() - 1, edges);
    for (EdgeId& id : edges) id = original_[id];
    derivation_words(graph_, edges, words);
    const std::uint64_t hash = hash_text(words);
    if (known != nullptr && known->contains(hash)) continue;
    found_.push_back({best.score(best.size() - 1), hash});
    derivations_.insert(derivations_.end(), edges.begin(), edges.end());
    starts_.push_back(derivations_.size());
  }
}

void ForestTexts::derivation(std::size_t index, std::vector<EdgeId>& edges) const {
  edges.assign(derivations_.begin() + static_cast<std::ptrdiff_t>(starts_[index]),
               derivations_.begin() + static_cast<std::ptrdiff_t>(starts_[index + 1]));
}

}  // namespace manyways::diverse
