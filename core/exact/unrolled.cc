#include "exact/unrolled.h"

namespace manyways::exact {

using search::Option;
using search::SentenceOptions;

UnrolledContexts::UnrolledContexts(const ContextGraph& contexts, std::span<const double> bonus,
                                   double threshold)
    : contexts_(contexts),
      bonus_(bonus),
      threshold_(threshold),
      number_(contexts.outside_.size(), kNothing) {
  for (std::uint32_t n = 0; n < contexts_.length_; ++n) {
    graph_.layers.push_back(static_cast<NodeId>(graph_.state.size()));
    for (std::uint32_t s = 0; s < contexts_.states(); ++s) {
      const std::size_t at = place(n, s);
      if (!ContextGraph::covers(contexts_.bands_[s], n)) continue;
      if (at != 0 && contexts_.inside_[at] + contexts_.outside_[at] < threshold_) continue;
      number_[at] = static_cast<NodeId>(graph_.state.size());
      graph_.state.push_back(s);
      graph_.outside.push_back(contexts_.outside_[at]);
    }
  }
  const auto goal = static_cast<NodeId>(graph_.state.size());
  for (std::uint32_t s = 0; s < contexts_.states(); ++s)
    number_[place(contexts_.length_, s)] = goal;
  graph_.layers.push_back(goal);
  graph_.layers.push_back(goal + 1);
  graph_.state.push_back(0);
  graph_.outside.push_back(0);
  graph_.first_edge.assign(goal + 2, 0);
}

template <class Visit>
void UnrolledContexts::each_edge(std::uint32_t n, std::uint32_t state, Visit visit) const {
  const std::size_t at = place(n, state), end = place(contexts_.length_, 0);
  const double inside = contexts_.inside_[at];
  for (std::uint32_t h = contexts_.first_head_[state]; h < contexts_.first_head_[state + 1]; ++h) {
    const double before = inside + contexts_.values_[h];
    const std::uint32_t relay = contexts_.relays_[h];
    for (std::uint32_t i = contexts_.first_step_[relay]; i < contexts_.first_step_[relay + 1];
         ++i) {
      const std::size_t to = place(n, 0) + contexts_.offsets_[i];
      if (before + contexts_.worth_[i] + contexts_.outside_[to] < threshold_) continue;
      const std::uint32_t option = contexts_.cold_[i].option;
      if (number_[to] == kNothing || !contexts_.allowed(n, option)) continue;
      const double weight = contexts_.values_[h] + contexts_.worth_[i] - bonus_[option];
      visit(option, to >= end ? weight + contexts_.outside_[to] : weight, number_[to]);
    }
  }
}

std::size_t UnrolledContexts::edges_up_to(std::size_t most, Watch& watch) const {
  std::size_t count = 0;
  for (std::uint32_t n = 0; n < contexts_.length_ && !watch.over(); ++n) {
    for (NodeId node = graph_.layers[n]; node < graph_.layers[n + 1] && count < most; ++node)
      each_edge(n, graph_.state[node], [&](std::uint32_t, double, NodeId) { ++count; });
  }
  return count;
}

void UnrolledContexts::open(std::size_t layer) {
  graph_.edges.clear();
  for (NodeId node = graph_.layers[layer]; node < graph_.layers[layer + 1]; ++node) {
    graph_.first_edge[node] = static_cast<std::uint32_t>(graph_.edges.size());
    if (node == graph_.goal()) break;
    each_edge(static_cast<std::uint32_t>(layer), graph_.state[node],
              [&](std::uint32_t option, double weight, NodeId head) {
                graph_.edges.push_back({weight, head, option});
              });
  }
  graph_.first_edge[graph_.layers[layer + 1]] = static_cast<std::uint32_t>(graph_.edges.size());
}

std::uint32_t ContextAutomaton::start() {
  const std::uint64_t last = reorders_ ? SentenceOptions::kFirstJump : 0;
  return ids_.add(pasts_.add(last << 32 | problem_.target().begin()));
}

Automaton::Step ContextAutomaton::step(std::uint32_t state, const Edge& edge, bool last) {
  const std::uint64_t key = ids_.at(state);
  const auto child = static_cast<std::uint32_t>(key >> 32);
  const std::uint64_t past = pasts_.at(static_cast<std::uint32_t>(key));
  const auto before = static_cast<std::uint32_t>(past >> 32);
  const Option& option = problem_.options()[edge.option];
  search::Target& target = problem_.target();
  search::Target::State next;
  double weight =
      target.advance(static_cast<std::uint32_t>(past), option.phrase, option.words, next);
  weight += reorders_ ? problem_.step(before, option) : problem_.base_step(before, edge.option);
  if (last) weight += target.finish(next);
  weight -= contexts_.multiplier(child);
  if (weight == kNever) return {kNothing, weight};
  if (last) return {0, weight};
  const WordId word = option.words.empty() ? 0 : option.words[0] + 1u;
  const std::uint32_t to = contexts_.child_behind(child, edge.option, word);
  const std::uint64_t own = reorders_ ? option.jump : option.end;
  return {ids_.add(std::uint64_t{to} << 32 | pasts_.add(own << 32 | next)),
          weight + contexts_.multiplier(to)};
}

}  // namespace manyways::exact
