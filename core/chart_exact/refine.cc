#include "chart_exact/refine.h"

#include <algorithm>

#include "base/hash.h"

namespace manyways::chart_exact {

namespace {

constexpr std::size_t kJoinsPerLook = 4095;  // joins between looks at the clock

// Numbers the states of one coarser node.
class StateTable {
 public:
  StateTable() : slots_(256) {}
  void clear() {
    ++round_;
    count_ = 0;
  }
  // The number of a state; `count` if it is new.
  std::uint32_t find_or_add(const PieceState& state, std::uint32_t number) {
    if (2 * count_ >= slots_.size()) grow();
    Slot& slot = place(state);
    if (slot.round != round_) {
      slot = {state, number, round_};
      ++count_;
    }
    return slot.number;
  }

 private:
  struct Slot {
    PieceState state;
    std::uint32_t number = 0, round = 0;
  };
  Slot& place(const PieceState& state) {
    std::size_t at = mix64(std::uint64_t{state.left} << 32 ^ std::uint64_t{state.right} << 1 ^
                           std::uint64_t{state.closed}) &
                     (slots_.size() - 1);
    while (slots_[at].round == round_ && !(slots_[at].state == state)) {
      at = (at + 1) & (slots_.size() - 1);
    }
    return slots_[at];
  }
  void grow() {
    std::vector<Slot> old(4 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old) {
      if (slot.round == round_) place(slot.state) = slot;
    }
  }
  std::vector<Slot> slots_;
  std::uint32_t round_ = 1;
  std::size_t count_ = 0;
};

class Refinement {
 public:
  Refinement(const BoundGraph& coarse, Problem& problem, Joiner& joiner, double threshold,
             RefineLimits limits, exact::Watch& watch, BoundGraph& fine)
      : coarse_(coarse),
        problem_(problem),
        joiner_(joiner),
        threshold_(threshold),
        limits_(limits),
        watch_(watch),
        fine_(fine) {}

  Refined run() {
    fine_.clear();
    first_of_.assign(coarse_.nodes() + 1, 0);
    for (NodeId begin = 0; begin < coarse_.nodes();) {
      NodeId end = begin + 1;
      while (end < coarse_.nodes() && coarse_.cell[end] == coarse_.cell[begin]) ++end;
      drafts_.clear();
      new_edges_.clear();
      for (NodeId node = begin; node < end; ++node) {
        states_.clear();
        if (!expand(node)) {
          result_.complete = false;
          return result_;
        }
      }
      keep(begin, end);
      begin = end;
    }
    // A goal that nothing reaches is a goal all the same.
    if (fine_.nodes() == 0 || fine_.cell.back() != coarse_.cell.back()) {
      add_node({coarse_.goal(), {}, kNever});
      fine_.first_edge.push_back(static_cast<std::uint32_t>(fine_.edges.size()));
    }
    return result_;
  }

 private:
  struct Draft {  // a node of the cell under way
    NodeId parent;
    PieceState state;
    double inside;
  };
  struct DraftEdge {
    BoundEdge edge;
    std::uint32_t head;
  };

  void add_node(const Draft& draft) {
    fine_.cell.push_back(coarse_.cell[draft.parent]);
    fine_.state.push_back(draft.state);
    fine_.inside.push_back(draft.inside);
  }

  // The pieces that can stand in a gap, best first.
  struct Range {
    NodeId begin, end;
  };
  Range pieces(NodeId tail) const {
    return tail == kNothing ? Range{kNothing, kNothing}
                            : Range{first_of_[tail], first_of_[tail + 1]};
  }

  bool expand(NodeId node) {
    const double outside = coarse_.outside[node];
    if (outside == kNever) return true;
    for (std::uint32_t e = coarse_.first_edge[node]; e < coarse_.first_edge[node + 1]; ++e) {
      const BoundEdge& edge = coarse_.edges[e];
      const double need = threshold_ - outside - edge.weight;
      if (edge.tails[0] == kNothing) {
        if (0 >= need && !add(node, edge, {kNothing, kNothing}, 0)) return false;
        continue;
      }
      const Range first = pieces(edge.tails[0]), second = pieces(edge.tails[1]);
      if (edge.tails[1] == kNothing) {
        for (NodeId a = first.begin; a < first.end && fine_.inside[a] >= need; ++a) {
          if (!add(node, edge, {a, kNothing}, fine_.inside[a])) return false;
        }
        continue;
      }
      if (second.begin == second.end) continue;
      const double best = fine_.inside[second.begin];
      for (NodeId a = first.begin; a < first.end && fine_.inside[a] + best >= need; ++a) {
        const double left = need - fine_.inside[a];
        for (NodeId b = second.begin; b < second.end && fine_.inside[b] >= left; ++b) {
          if (!add(node, edge, {a, b}, fine_.inside[a] + fine_.inside[b])) return false;
        }
      }
    }
    return true;
  }

  // False: given up.
  bool add(NodeId node, const BoundEdge& from, std::array<NodeId, 2> tails, double below) {
    if ((++joins_ & kJoinsPerLook) == 0 && watch_.over()) return false;
    std::array<const PieceState*, 2> states{};
    for (std::size_t t = 0; t < 2; ++t) {
      if (tails[t] != kNothing) states[t] = &fine_.state[tails[t]];
    }
    PieceState state;
    const double weight = joiner_.join(problem_.choices()[from.choice], states, state);
    const double inside = weight + below;
    if (!(inside + coarse_.outside[node] >= threshold_)) return true;
    const auto next = static_cast<std::uint32_t>(drafts_.size());
    const std::uint32_t head = states_.find_or_add(state, next);
    if (head == next) {
      drafts_.push_back({node, state, inside});
    } else {
      drafts_[head].inside = std::max(drafts_[head].inside, inside);
    }
    new_edges_.push_back({{weight, tails, from.choice}, head});
    return fine_.edges.size() + new_edges_.size() <= limits_.edges;
  }

  // Puts the nodes of a cell into the graph, those of each coarser node best first.
  void keep(NodeId begin, NodeId end) {
    std::vector<std::uint32_t> order(drafts_.size());
    for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto worth = [&](std::uint32_t i) {
      return drafts_[i].inside + coarse_.outside[drafts_[i].parent];
    };
    if (order.size() > limits_.width) {
      const auto middle = order.begin() + static_cast<std::ptrdiff_t>(limits_.width);
      std::nth_element(order.begin(), middle, order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const double x = worth(a), y = worth(b);
        return x != y ? x > y : a < b;
      });
      for (auto it = middle; it != order.end(); ++it) {
        result_.dropped = std::max(result_.dropped, worth(*it));
      }
      order.erase(middle, order.end());
    }
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      if (drafts_[a].parent != drafts_[b].parent) return drafts_[a].parent < drafts_[b].parent;
      return drafts_[a].inside != drafts_[b].inside ? drafts_[a].inside > drafts_[b].inside : a < b;
    });
    std::vector<std::uint32_t> place(drafts_.size(), kNothing);
    for (std::uint32_t i = 0; i < order.size(); ++i) place[order[i]] = i;
    std::vector<std::uint32_t> starts(order.size() + 1, 0);
    for (const DraftEdge& each : new_edges_) {
      if (place[each.head] != kNothing) ++starts[place[each.head] + 1];
    }
    for (std::size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
    const std::size_t base = fine_.edges.size();
    fine_.edges.resize(base + starts.back());
    std::size_t at = 0;
    for (NodeId node = begin; node < end; ++node) {
      first_of_[node] = static_cast<NodeId>(fine_.nodes());
      for (; at < order.size() && drafts_[order[at]].parent == node; ++at) {
        add_node(drafts_[order[at]]);
        fine_.first_edge.push_back(static_cast<std::uint32_t>(base + starts[at + 1]));
      }
    }
    first_of_[end] = static_cast<NodeId>(fine_.nodes());
    for (const DraftEdge& each : new_edges_) {
      if (place[each.head] != kNothing) fine_.edges[base + starts[place[each.head]]++] = each.edge;
    }
  }

  const BoundGraph& coarse_;
  Problem& problem_;
  Joiner& joiner_;
  double threshold_;
  RefineLimits limits_;
  exact::Watch& watch_;
  BoundGraph& fine_;
  Refined result_;
  std::vector<NodeId> first_of_;  // the pieces of each coarser node, and the end
  std::vector<Draft> drafts_;
  std::vector<DraftEdge> new_edges_;
  StateTable states_;
  std::size_t joins_ = 0;
};

}  // namespace

Refined refine(const BoundGraph& coarse, Problem& problem, Joiner& joiner, double threshold,
               RefineLimits limits, exact::Watch& watch, BoundGraph& fine) {
  return Refinement(coarse, problem, joiner, threshold, limits, watch, fine).run();
}

}  // namespace manyways::chart_exact
