#include "diverse/penalties.h"

#include <algorithm>

namespace manyways::diverse {

Penalties::Penalties(std::span<const Order> orders, double strength, std::size_t symbols)
    : nodes_(1), from_root_(symbols, kRoot) {
  check_orders(orders);
  cost_of_length_.assign(1, -1);
  for (const Order& order : orders) {
    cost_of_length_.resize(std::max<std::size_t>(cost_of_length_.size(), order.length + 1), -1);
    double& cost = cost_of_length_[order.length];
    cost = std::max(cost, 0.0) + strength * order.weight;
  }
  by_depth_.resize(cost_of_length_.size());
}

void Penalties::add(std::span<const graph::Symbol> text) {
  // Also those of a text too short for any order: advance() may meet them.
  for (const graph::Symbol symbol : text) {
    const auto needed = static_cast<std::size_t>(symbol) + 1;
    if (from_root_.size() < needed) from_root_.resize(needed, kRoot);
  }
  for (std::size_t begin = 0; begin < text.size(); ++begin) {
    std::size_t longest = std::min(text.size() - begin, cost_of_length_.size() - 1);
    while (longest > 0 && cost_of_length_[longest] < 0) --longest;
    State state = kRoot;
    for (std::size_t length = 1; length <= longest; ++length) {
      state = add_child(state, text[begin + length - 1], length);
      if (cost_of_length_[length] >= 0) nodes_[state].own += cost_of_length_[length];
    }
  }
}

Penalties::State Penalties::add_child(State state, graph::Symbol symbol, std::size_t depth) {
  const State known =
      state == kRoot ? from_root_[static_cast<std::size_t>(symbol)] : child(state, symbol);
  if (known != kRoot) return known;
  const auto added = static_cast<State>(nodes_.size());
  nodes_.emplace_back();
  nodes_[added].parent = state;
  nodes_[added].symbol = symbol;
  nodes_[state].inner = true;
  by_depth_[depth].push_back(added);
  if (state == kRoot) {
    from_root_[static_cast<std::size_t>(symbol)] = added;
  } else {
    children_.insert(key(state, symbol), added);
  }
  return added;
}

void Penalties::link() {
  for (std::size_t depth = 1; depth < by_depth_.size(); ++depth) {
    for (const State state : by_depth_[depth]) {
      Node& node = nodes_[state];
      node.failure = kRoot;
      for (State back = node.parent; back != kRoot && node.failure == kRoot;) {
        back = nodes_[back].failure;
        node.failure = back == kRoot ? from_root_[static_cast<std::size_t>(node.symbol)]
                                     : child(back, node.symbol);
      }
      node.pays = node.own + nodes_[node.failure].pays;
      node.rest = node.inner ? state : nodes_[node.failure].rest;
    }
  }
}

void add_inner_words(std::span<const graph::Symbol> text, std::span<const Order> orders,
                     graph::InnerWords& inner) {
  for (const Order& order : orders) {
    for (std::size_t at = 0; at + order.length <= text.size(); ++at) {
      inner.add(text.subspan(at, order.length));
    }
  }
}

}  // namespace manyways::diverse
