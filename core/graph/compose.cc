#include "graph/compose.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "base/hash.h"
#include "graph/semiring.h"

namespace manyways::graph {

namespace {

constexpr std::uint32_t kNoItem = ~std::uint32_t{0};

// Builds the product, a (node, state before) at a time. Its results are the product nodes, one for
// each state after; the goal is one node whatever the state.
template <typename Machine>
class Product {
 public:
  using State = std::uint32_t;

  Product(const Hypergraph& graph, Machine& machine)
      : graph_(graph), machine_(machine), builder_(graph.feature_names()) {
    for (Symbol word = 0; word < static_cast<Symbol>(graph.words()); ++word) {
      builder_.add_word(graph.word(word));
    }
    for (LabelId id = 0; id < graph.labels(); ++id) {
      const Label& label = graph.label(id);
      builder_.add_label(graph.symbols(id), graph.label_features(id), label.source_start,
                         label.source_end, graph.links(id));
    }
  }

  Composed run() && {
    if (!graph_.empty()) {
      if (graph_.is_lattice()) {
        for (Node node = 0; node < graph_.nodes(); ++node) expand({node, Machine::start()});
      } else {
        solve({graph_.goal(), Machine::start()});
      }
      if (results_[{graph_.goal(), Machine::start()}].empty()) {  // no derivation: still a goal
        builder_.end_node();
        states_.push_back(0);
      }
    }
    return {std::move(builder_).finish(), std::move(states_), std::move(original_)};
  }

 private:
  using Key = std::pair<Node, State>;
  struct Result {
    State state;
    Node node;
  };
  struct Way {  // one edge of the product, on its way through the symbols
    State state;
    double score;
    std::array<Node, 2> tails;
  };

  void solve(Key goal) {
    std::vector<Key> stack{goal};
    while (!stack.empty()) {
      const Key key = stack.back();
      if (results_.count(key) != 0) {
        stack.pop_back();
        continue;
      }
      const std::size_t before = stack.size();
      missing_ = &stack;
      expand(key);
      missing_ = nullptr;
      if (stack.size() == before) stack.pop_back();
    }
  }

  // Emits the product nodes of the key, unless a tail must come first: those go on the stack.
  void expand(Key key) {
    const auto [node, before] = key;
    const std::size_t waiting = missing_ == nullptr ? 0 : missing_->size();
    std::map<State, std::vector<std::pair<EdgeId, Way>>> into;
    for (EdgeId id = graph_.edges_begin(node); id < graph_.edges_end(node); ++id) {
      for (const Way& way : ways(id, before)) {
        into[node == graph_.goal() ? 0 : way.state].emplace_back(id, way);
      }
    }
    if (missing_ != nullptr && missing_->size() != waiting) return;
    std::vector<Result>& found = results_[key];
    for (const auto& [state, edges] : into) {
      for (const auto& [id, way] : edges) {
        const Edge& edge = graph_.edge(id);
        builder_.add_edge(edge.label, std::span(way.tails).first(edge.arity()), way.score);
        for (const Delta& delta : graph_.deltas(id)) builder_.add_delta(delta.column, delta.value);
        original_.push_back(id);
      }
      found.push_back({state, builder_.end_node()});
      states_.push_back(state);
    }
  }

  std::vector<Way> ways(EdgeId id, State before) {
    const Edge& edge = graph_.edge(id);
    std::vector<Way> open{{before, edge.score, {kNoNode, kNoNode}}}, next;
    for (const Symbol symbol : graph_.symbols(edge.label)) {
      if (!is_tail(symbol)) {
        for (Way& way : open) way.state = machine_.advance(way.state, symbol, way.score);
        continue;
      }
      const unsigned t = tail_of(symbol);
      next.clear();
      for (const Way& way : open) {
        const auto found = results_.find({edge.tails[t], way.state});
        if (found == results_.end()) {
          if (missing_ != nullptr) missing_->push_back({edge.tails[t], way.state});
          continue;
        }
        for (const Result& result : found->second) {
          Way longer = way;
          longer.state = result.state;
          longer.tails[t] = result.node;
          next.push_back(longer);
        }
      }
      open.swap(next);
    }
    return open;
  }

  const Hypergraph& graph_;
  Machine& machine_;
  HypergraphBuilder builder_;
  std::map<Key, std::vector<Result>> results_;
  std::vector<Key>* missing_ = nullptr;
  std::vector<std::uint32_t> states_;
  std::vector<EdgeId> original_;
};

}  // namespace

Composed compose(const Hypergraph& graph, const Automaton& automaton) {
  return Product<const Automaton>(graph, automaton).run();
}

Composed compose(const Hypergraph& graph, History& history) {
  return Product<History>(graph, history).run();
}

Lattice::Lattice(const Hypergraph& graph)
    : graph_(graph),
      starts_(graph.nodes() + 1, 0),
      heads_(graph.edges()),
      to_goal_(graph.nodes(), kNoScore) {
  if (!graph.is_lattice()) throw std::invalid_argument("an edge has two tails: not a lattice");
  for (const Edge& edge : graph.all_edges()) {
    if (edge.arity() == 1) ++starts_[edge.tails[0] + 1];
  }
  for (Node node = 0; node < graph.nodes(); ++node) starts_[node + 1] += starts_[node];
  leaving_.resize(starts_.back());
  std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
  for (Node node = 0; node < graph.nodes(); ++node) {
    for (EdgeId id = graph.edges_begin(node); id < graph.edges_end(node); ++id) {
      heads_[id] = node;
      if (graph.edge(id).arity() == 0) {
        entrances_.push_back(id);
      } else {
        leaving_[next[graph.edge(id).tails[0]]++] = id;
      }
    }
  }
  if (graph.empty()) return;
  to_goal_[graph.goal()] = 0;
  for (Node node = graph.goal() + 1; node-- > 0;) {
    for (const EdgeId id : leaving(node)) {
      to_goal_[node] = std::max(to_goal_[node], graph.edge(id).score + to_goal_[heads_[id]]);
    }
  }
}

ComposedSearch::ComposedSearch(const Lattice& lattice, const Automaton& automaton)
    : lattice_(lattice), automaton_(automaton) {
  if (!automaton.only_penalties()) {
    throw std::invalid_argument("a weight is positive: compose() the graph instead");
  }
  for (const EdgeId id : lattice.entrances()) push(id, kNoItem);
}

void ComposedSearch::push(EdgeId id, std::uint32_t parent) {
  const Edge& edge = lattice_.graph().edge(id);
  const double rest = lattice_.best_to_goal(lattice_.head(id));
  if (rest == kNoScore) return;
  Item item{edge.score, 1, Automaton::kRoot, id, parent};
  if (parent != kNoItem) {
    item.score += items_[parent].score;
    item.hash = items_[parent].hash;
    item.state = items_[parent].state;
  }
  for (const Symbol symbol : lattice_.graph().symbols(edge.label)) {
    if (is_tail(symbol)) continue;
    item.state = automaton_.advance(item.state, symbol, item.score);
    item.hash = hash_combine(item.hash, static_cast<std::uint64_t>(symbol));
  }
  open_.push_back({item.score + rest, static_cast<std::uint32_t>(items_.size())});
  items_.push_back(item);
  std::push_heap(open_.begin(), open_.end());
}

bool ComposedSearch::next(bool distinct, std::vector<EdgeId>& derivation, double& score) {
  while (!open_.empty()) {
    std::pop_heap(open_.begin(), open_.end());
    const std::uint32_t index = open_.back().item;
    open_.pop_back();
    const Item item = items_[index];
    const Node node = lattice_.head(item.edge);
    const std::uint64_t rest = distinct ? item.hash : item.state;
    if (!closed_.insert(hash_combine(node, rest))) continue;
    if (node == lattice_.graph().goal()) {
      derivation.clear();
      for (std::uint32_t i = index; i != kNoItem; i = items_[i].parent) {
        derivation.push_back(items_[i].edge);
      }
      score = item.score;
      return true;
    }
    for (const EdgeId id : lattice_.leaving(node)) push(id, index);
  }
  return false;
}

bool ComposedSearch::best(std::vector<EdgeId>& derivation, double& score) {
  return next(false, derivation, score);
}

bool ComposedSearch::next_distinct(std::vector<EdgeId>& derivation, double& score) {
  return next(true, derivation, score);
}

}  // namespace manyways::graph
