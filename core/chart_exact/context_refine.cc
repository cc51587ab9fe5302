// A graph of contexts made of a coarser one.
#include <algorithm>

#include "chart_exact/context_maker.h"

namespace manyways::chart_exact {

namespace {

class Refiner : Maker {
 public:
  Refiner(Problem& problem, const ContextGraph& coarse, const Expansion& how, exact::Watch& watch,
          ContextGraph& out)
      : Maker(problem, how, watch, out), coarse_(coarse) {}

  bool run() {
    call(coarse_.call[coarse_.goal()], Language::kNothing);
    return !stopped_;
  }

 private:
  CallId call(CallId of, ContextId before) {
    const std::uint64_t key = std::uint64_t{of} << 32 | before;
    if (const CallId* known = calls_.find(key)) return *known;
    Frame& frame = enter();
    const ContextGraph::Call& parent = coarse_.calls[of];
    for (NodeId node = parent.first; node < parent.last && !over(); ++node) {
      if (coarse_.outside[node] == kNever) continue;
      for (std::uint32_t e = coarse_.first_edge[node]; e < coarse_.first_edge[node + 1]; ++e) {
        add(frame, of, before, node, coarse_.edges[e]);
      }
    }
    const CallId id = leave(parent.cell, before, frame);
    calls_.insert(key, id);
    return id;
  }

  // The entries of a call that belong to one of the coarser graph.
  std::pair<NodeId, NodeId> entries(CallId call, NodeId parent) const {
    const ContextGraph::Call& made = out_.calls[call];
    const auto begin = out_.parent.begin() + made.entries, end = out_.parent.begin() + made.last;
    const auto range = std::equal_range(begin, end, parent);
    return {static_cast<NodeId>(range.first - out_.parent.begin()),
            static_cast<NodeId>(range.second - out_.parent.begin())};
  }

  void add(Frame& frame, CallId of, ContextId before, NodeId node, const BoundEdge& edge) {
    const Choice& choice = problem_.choices()[edge.choice];
    const auto symbols = problem_.symbols(choice);
    const auto run_end = [&](std::uint32_t at) {
      while (at < symbols.size() && symbols[at] >= 0) ++at;
      return at;
    };
    if (edge.tails[0] != kNothing) {
      second(frame, of, before, node, edge);
      return;
    }
    const std::uint32_t end = run_end(0);
    Reached front = pass_run(choice, 0, end, before);
    front.score += choice.score;
    if (Problem::begins(choice)) front.behind = language_.start();
    if (edge.tails[1] == kNothing) {
      finish(frame, of, node, front.behind, front.score, 0, {0, {kNothing, kNothing}, edge.choice},
             false);
      return;
    }
    const CallId tail = call(coarse_.call[edge.tails[1]], front.behind);
    const auto [first, last] = entries(tail, edge.tails[1]);
    const std::uint32_t next = run_end(end + 1);
    for (NodeId entry = first; entry < last && !over(); ++entry) {
      const Reached behind = pass_run(choice, end + 1, next, out_.behind[entry]);
      finish(frame, of, node, behind.behind, front.score + behind.score, out_.inside[entry],
             {0, {kNothing, entry}, edge.choice}, false);
    }
  }

  void second(Frame& frame, CallId of, ContextId before, NodeId node, const BoundEdge& edge) {
    const NodeId from = edge.tails[0];
    if (coarse_.call[from] == of && coarse_.is_dot(from)) {
      // Dots come before entries, those of one dot together.
      const auto less = [](const Draft& draft, NodeId parent) { return draft.parent < parent; };
      const auto& drafts = frame.dots.drafts;
      std::size_t d = static_cast<std::size_t>(
          std::lower_bound(drafts.begin(), drafts.end(), from, less) - drafts.begin());
      for (; d < drafts.size() && drafts[d].parent == from && !over(); ++d) {
        const Draft dot = drafts[d];
        last_gap(frame, of, node, edge, dot.behind, 0, dot.inside, static_cast<NodeId>(d), true);
      }
      return;
    }
    const CallId tail = call(coarse_.call[from], before);
    const auto [first, last] = entries(tail, from);
    for (NodeId entry = first; entry < last && !over(); ++entry) {
      last_gap(frame, of, node, edge, out_.behind[entry], problem_.choices()[edge.choice].score,
               out_.inside[entry], entry, false);
    }
  }

  void last_gap(Frame& frame, CallId of, NodeId node, const BoundEdge& edge, ContextId before,
                double score, double inside, NodeId from, bool from_dot) {
    const Choice& choice = problem_.choices()[edge.choice];
    const auto symbols = problem_.symbols(choice);
    auto at = static_cast<std::uint32_t>(symbols.size());
    while (symbols[at - 1] >= 0) --at;
    const CallId tail = call(coarse_.call[edge.tails[1]], before);
    const auto [first, last] = entries(tail, edge.tails[1]);
    for (NodeId entry = first; entry < last && !over(); ++entry) {
      const Reached behind =
          pass_run(choice, at, static_cast<std::uint32_t>(symbols.size()), out_.behind[entry]);
      finish(frame, of, node, behind.behind, score + behind.score, inside + out_.inside[entry],
             {0, {from, entry}, edge.choice}, from_dot);
    }
  }

  void finish(Frame& frame, CallId of, NodeId node, ContextId behind, double weight, double below,
              BoundEdge edge, bool from_dot) {
    const double inside = weight + below;
    if (inside + coarse_.outside[node] < how_.threshold) return;
    edge.weight = weight;
    if (coarse_.is_dot(node)) {
      frame.dots.add(node, behind, inside, edge, false);
      return;
    }
    const bool is_goal = coarse_.calls[of].cell == problem_.forest().goal();
    frame.entries.add(node, is_goal ? Language::kNothing : behind, inside, edge, from_dot);
  }

  const ContextGraph& coarse_;
  HashMap<std::uint64_t, std::uint32_t> calls_{1024};
};

}  // namespace

bool refine(Problem& problem, const ContextGraph& coarse, const Expansion& how, exact::Watch& watch,
            ContextGraph& out) {
  return Refiner(problem, coarse, how, watch, out).run();
}

}  // namespace manyways::chart_exact
