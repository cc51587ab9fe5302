#include "graph/automaton.h"

#include <algorithm>
#include <stdexcept>

namespace manyways::graph {

namespace {
constexpr Automaton::State kNone = ~Automaton::State{0};
}  // namespace

Automaton::Automaton(std::span<const Pattern> patterns) : nodes_(1) {
  std::vector<std::pair<State, Symbol>> parents{{kRoot, 0}};
  for (const Pattern& pattern : patterns) {
    if (pattern.words.empty()) throw std::invalid_argument("a pattern has at least one word");
    if (pattern.weight > 0) only_penalties_ = false;
    State state = kRoot;
    for (const Symbol word : pattern.words) {
      const auto [found, added] =
          children_.insert(key(state, word), static_cast<State>(nodes_.size()));
      if (added) {
        nodes_[state].inner = true;
        nodes_.emplace_back();
        parents.emplace_back(state, word);
      }
      state = *found;
    }
    nodes_[state].pays += pattern.weight;
  }
  link(parents);
}

Automaton::State Automaton::child(State state, Symbol word) const {
  const State* found = children_.find(key(state, word));
  return found == nullptr ? kNone : *found;
}

// Failure links, shallow states first.
void Automaton::link(std::span<const std::pair<State, Symbol>> parents) {
  std::vector<std::uint32_t> depth(nodes_.size(), 0);
  std::vector<State> order(nodes_.size());
  for (State state = 1; state < nodes_.size(); ++state) {
    depth[state] = depth[parents[state].first] + 1;
    order[state] = state;
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](State a, State b) { return depth[a] < depth[b]; });
  for (const State state : order) {
    if (state == kRoot) continue;
    State_& node = nodes_[state];
    const auto [parent, word] = parents[state];
    State back = parent;
    State target = kNone;
    while (back != kRoot && target == kNone) {
      back = nodes_[back].failure;
      target = child(back, word);
    }
    node.failure = target == kNone ? kRoot : target;
    node.pays += nodes_[node.failure].pays;
    node.rest = node.inner ? state : nodes_[node.failure].rest;
  }
}

Automaton::State Automaton::advance(State state, Symbol word, double& paid) const {
  for (;;) {
    const State next = child(state, word);
    if (next != kNone) {
      paid += nodes_[next].pays;
      return nodes_[next].rest;
    }
    if (state == kRoot) return kRoot;
    state = nodes_[state].failure;
  }
}

}  // namespace manyways::graph
