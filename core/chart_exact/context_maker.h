// What making a graph of contexts needs: calls under way, how words are passed, and how calls become
// part of the graph.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "base/hash_table.h"
#include "chart_exact/context_graph.h"

namespace manyways::chart_exact {

class Maker {
 public:
  Maker(Problem& problem, const Expansion& how, exact::Watch& watch, ContextGraph& out)
      : problem_(problem), language_(problem.language()), how_(how), watch_(watch), out_(out) {
    out_.clear();
  }

 protected:
  struct Draft {
    NodeId parent;  // dots: those of one choice
    ContextId behind;
    double inside;
  };
  struct DraftEdge {
    BoundEdge edge;
    std::uint32_t head;
    bool from_dot;  // whether the first tail is a draft
  };
  struct Nodes {  // dots or entries
    std::vector<Draft> drafts;
    std::vector<DraftEdge> edges;
    HashMap<std::uint64_t, std::uint32_t> numbers{64};

    void clear() {
      drafts.clear();
      edges.clear();
      numbers.clear();
    }
    void add(NodeId parent, ContextId behind, double inside, const BoundEdge& edge, bool from_dot) {
      const auto next = static_cast<std::uint32_t>(drafts.size());
      const auto [number, fresh] = numbers.insert(std::uint64_t{parent} << 32 | behind, next);
      if (fresh) {
        drafts.push_back({parent, behind, inside});
      } else {
        drafts[*number].inside = std::max(drafts[*number].inside, inside);
      }
      edges.push_back({edge, fresh ? next : *number, from_dot});
    }
  };
  struct Frame {
    Nodes dots, entries;
  };
  struct Reached {
    double score;
    ContextId behind;
  };

  // The words of a run, after a context.
  Reached pass_run(const Choice& choice, std::uint32_t first, std::uint32_t last,
                   ContextId context) {
    const auto symbols = problem_.symbols(choice);
    double sum = 0;
    for (std::uint32_t at = first; at < last; ++at) {
      const Token word = language_.cut(static_cast<Token>(symbols[at]), how_.depth);
      const Language::Step step = language_.step(context, word);
      sum += step.score;
      context = step.next;
    }
    return {sum, context};
  }

  bool over() {
    if (stopped_) return true;
    if ((++steps_ & kStepsPerLook) == 0 && watch_.over()) stopped_ = true;
    if (out_.edges.size() > how_.most) stopped_ = true;
    return stopped_;
  }

  Frame& enter() {
    if (depth_ == frames_.size()) frames_.push_back(std::make_unique<Frame>());
    Frame& frame = *frames_[depth_++];
    frame.dots.clear();
    frame.entries.clear();
    return frame;
  }

  // Puts the nodes of a call into the graph, those of one parent together.
  CallId leave(CellId cell, ContextId before, Frame& frame) {
    --depth_;
    const auto id = static_cast<CallId>(out_.calls.size());
    const auto first = static_cast<NodeId>(out_.nodes());
    add_nodes(id, cell, frame.dots, {});
    const auto entries = static_cast<NodeId>(out_.nodes());
    const std::vector<NodeId> dots = places_;
    add_nodes(id, cell, frame.entries, dots);
    out_.calls.push_back({cell, before, first, entries, static_cast<NodeId>(out_.nodes())});
    return id;
  }

  Problem& problem_;
  Language& language_;
  const Expansion how_;
  exact::Watch& watch_;
  ContextGraph& out_;
  bool stopped_ = false;

 private:
  static constexpr std::size_t kStepsPerLook = 1023;

  void add_nodes(CallId id, CellId cell, const Nodes& nodes, std::span<const NodeId> dots) {
    order_.resize(nodes.drafts.size());
    for (std::uint32_t i = 0; i < order_.size(); ++i) order_[i] = i;
    std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
      const Draft &x = nodes.drafts[a], &y = nodes.drafts[b];
      if (x.parent != y.parent) return x.parent < y.parent;
      return x.inside != y.inside ? x.inside > y.inside : a < b;
    });
    const auto base = static_cast<NodeId>(out_.nodes());
    places_.resize(order_.size());
    for (std::uint32_t i = 0; i < order_.size(); ++i) places_[order_[i]] = base + i;
    starts_.assign(order_.size() + 1, 0);
    for (const DraftEdge& each : nodes.edges) ++starts_[places_[each.head] - base + 1];
    for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
    const std::size_t first = out_.edges.size();
    out_.edges.resize(first + nodes.edges.size());
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const Draft& draft = nodes.drafts[order_[i]];
      out_.cell.push_back(cell);
      out_.call.push_back(id);
      out_.behind.push_back(draft.behind);
      out_.inside.push_back(draft.inside);
      out_.first_edge.push_back(static_cast<std::uint32_t>(first + starts_[i + 1]));
    }
    for (const DraftEdge& each : nodes.edges) {
      BoundEdge& edge = out_.edges[first + starts_[places_[each.head] - base]++];
      edge = each.edge;
      if (each.from_dot) edge.tails[0] = dots[edge.tails[0]];
    }
  }

  std::vector<std::unique_ptr<Frame>> frames_;  // of calls under way
  std::size_t depth_ = 0, steps_ = 0;
  std::vector<std::uint32_t> order_, starts_;
  std::vector<NodeId> places_;
};

}  // namespace manyways::chart_exact
