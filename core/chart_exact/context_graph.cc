#include "chart_exact/context_graph.h"

#include <algorithm>
#include <memory>

#include "base/hash_table.h"

namespace manyways::chart_exact {

void ContextGraph::clear() {
  BoundGraph::clear();
  calls.clear();
  call.clear();
  behind.clear();
  parent.clear();
}

std::array<NodeId, 2> ContextGraph::gaps(const BoundEdge& edge) const {
  if (edge.tails[0] == kNothing) return {edge.tails[1], kNothing};
  return {edge.tails[0], edge.tails[1]};
}

Derivation ContextGraph::best(const Problem& problem) const {
  Derivation path;
  std::vector<NodeId> open(1, goal());
  const auto best_edge = [&](NodeId node) {
    const auto worse = [&](const BoundEdge& a, const BoundEdge& b) { return below(a) < below(b); };
    return *std::max_element(edges.begin() + first_edge[node], edges.begin() + first_edge[node + 1],
                             worse);
  };
  while (!open.empty()) {
    const BoundEdge edge = best_edge(open.back());
    open.pop_back();
    path.push_back(edge.choice);
    std::array<NodeId, 2> gaps = this->gaps(edge);
    if (edge.tails[0] != kNothing && is_dot(edge.tails[0])) {
      gaps[0] = best_edge(edge.tails[0]).tails[1];
    }
    // Derivations list the gaps in the order of the source: the last to come is the next to go on.
    std::array<NodeId, 2> by_source{kNothing, kNothing};
    std::size_t at = 0;
    for (const Symbol symbol : problem.symbols(problem.choices()[edge.choice])) {
      if (symbol < 0) by_source[static_cast<std::size_t>(-1 - symbol)] = gaps[at++];
    }
    for (std::size_t t = 2; t-- > 0;) {
      if (by_source[t] != kNothing) open.push_back(by_source[t]);
    }
  }
  return path;
}

namespace {

constexpr std::size_t kStepsPerLook = 1023;

// What expand() and refine() share: calls under way and how they become part of the graph.
class Maker {
 public:
  Maker(Problem& problem, const Expansion& how, exact::Watch& watch, ContextGraph& out)
      : problem_(problem), language_(problem.language()), how_(how), watch_(watch), out_(out) {
    out_.clear();
  }

 protected:
  struct Draft {
    NodeId parent;
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
    Token known = 0;
    for (std::uint32_t at = first; at < last; ++at) {
      known = language_.cut(static_cast<Token>(symbols[at]), how_.depth);
      const Language::Step step = language_.step(context, known);
      sum += step.score;
      context = step.next;
    }
    if (first == last) return {sum, context};
    return {sum, language_.shortened(context, std::max(how_.words, language_.known(known) + 1))};
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
      out_.parent.push_back(draft.parent);
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

class Expander : Maker {
 public:
  Expander(Problem& problem, Passages& passages, const Expansion& how, exact::Watch& watch,
           ContextGraph& out)
      : Maker(problem, how, watch, out), passages_(passages) {}

  bool run() {
    call(problem_.forest().goal(), Language::kNothing);
    return !stopped_;
  }

 private:
  CallId call(CellId cell, ContextId before) {
    const std::uint64_t key = std::uint64_t{cell} << 32 | before;
    if (const CallId* known = calls_.find(key)) return *known;
    Frame& frame = enter();
    const bool is_x = problem_.forest().cell(cell).kind == chart::CellKind::kX;
    const std::uint32_t place = is_x ? passages_.before(cell, language_.last(before)) : 0;
    const double paid = passages_.potential(before);
    if (place != kNothing && paid != kNever) {
      const std::uint32_t row = find_row(cell, place);
      for (std::uint32_t i = rows_[row]; i < rows_[row + 1] && !over(); ++i) {
        add(frame, cell, before, place, i, paid);
      }
    }
    const CallId id = leave(cell, before, frame);
    calls_.insert(key, id);
    return id;
  }

  // What can be asked of a cell after a word, by its place.
  std::uint32_t find_row(CellId cell, std::uint32_t place) {
    const auto next = static_cast<std::uint32_t>(rows_.size() - 1);
    const auto [row, fresh] = row_ids_.insert(std::uint64_t{cell} << 32 | place, next);
    const std::uint32_t found = *row;
    if (fresh) {
      passages_.open(cell, place, how_.threshold, open_);
      rows_.push_back(static_cast<std::uint32_t>(open_.size()));
    }
    return found;
  }

  // `paid`: the potential of what stands before, which passages count within.
  void add(Frame& frame, CellId cell, ContextId before, std::uint32_t place, std::uint32_t i,
           double paid) {
    const Passages::Open open = open_[i];
    const auto parts = passages_.parts(open);
    const std::uint32_t id = passages_.choice(open);
    const Choice& choice = problem_.choices()[id];
    std::size_t at = 0;
    Reached front{choice.score, before};
    if (Problem::begins(choice)) front.behind = language_.start();
    double known = 0;  // what of the front counts up to the first run
    if (!parts.empty() && !parts[0].is_gap()) {
      const Reached run = pass_run(choice, parts[0].first, parts[0].last, before);
      known = first_words(choice, parts[0], before);
      front = {choice.score + run.score, run.behind};
      at = 1;
    }
    const bool met = at == 1;  // whether the first run is behind
    if ((met || open.group == kNothing) && known - paid + open.rest < how_.threshold) return;
    if (at == parts.size()) {
      finish(frame, cell, place, paid, front.behind, front.score, 0, {0, {kNothing, kNothing}, id},
             false);
      return;
    }
    const CallId first = call(parts[at].cell(), front.behind);
    const std::size_t run = at + 1;
    const bool has_run = run < parts.size() && !parts[run].is_gap();
    const std::size_t next = has_run ? run + 1 : run;
    const std::size_t dots = frame.dots.drafts.size();
    const NodeId begin = out_.calls[first].entries, end = out_.calls[first].last;
    const bool direct = next < parts.size() && !has_run && at == 0;
    for (NodeId entry = begin; entry < end && !over(); ++entry) {
      const double inside = out_.inside[entry];
      Reached middle{0, out_.behind[entry]};
      if (has_run) middle = pass_run(choice, parts[run].first, parts[run].last, middle.behind);
      if (!met && has_run &&
          inside + first_words(choice, parts[run], out_.behind[entry]) - paid + open.rest <
              how_.threshold) {
        continue;
      }
      const double score = front.score + middle.score;
      if (next == parts.size()) {
        finish(frame, cell, place, paid, middle.behind, score, inside, {0, {kNothing, entry}, id},
               false);
      } else if (direct) {
        second(frame, cell, place, paid, open, next, middle.behind, score, inside, entry, false);
      } else {
        frame.dots.add(static_cast<NodeId>(dots), middle.behind, score + inside,
                       {score, {kNothing, entry}, id}, false);
      }
    }
    if (direct) return;
    for (std::size_t d = dots; d < frame.dots.drafts.size() && !over(); ++d) {
      const Draft dot = frame.dots.drafts[d];
      second(frame, cell, place, paid, open, next, dot.behind, 0, dot.inside,
             static_cast<std::uint32_t>(d), true);
    }
  }

  // The second gap of a choice, after a dot or an entry.
  void second(Frame& frame, CellId cell, std::uint32_t place, double paid,
              const Passages::Open& open, std::size_t at, ContextId before, double score,
              double inside, NodeId from, bool from_dot) {
    const auto parts = passages_.parts(open);
    const std::uint32_t id = passages_.choice(open);
    const Choice& choice = problem_.choices()[id];
    const CallId last = call(parts[at].cell(), before);
    const NodeId begin = out_.calls[last].entries, end = out_.calls[last].last;
    for (NodeId entry = begin; entry < end && !over(); ++entry) {
      Reached behind{0, out_.behind[entry]};
      if (at + 1 < parts.size()) {
        behind = pass_run(choice, parts[at + 1].first, parts[at + 1].last, behind.behind);
      }
      finish(frame, cell, place, paid, behind.behind, score + behind.score,
             inside + out_.inside[entry], {0, {from, entry}, id}, from_dot);
    }
  }

  void finish(Frame& frame, CellId cell, std::uint32_t place, double paid, ContextId behind,
              double weight, double below, BoundEdge edge, bool from_dot) {
    const bool is_goal = cell == problem_.forest().goal();
    const Token word = is_goal ? Language::kEnd : language_.last(behind);
    const double inside = weight + below;
    const std::uint32_t last = passages_.last(cell, word);
    if (last == kNothing) return;
    const double got = is_goal ? 0 : passages_.potential(behind);
    if (inside - paid + got + passages_.outside(cell, place, last) < how_.threshold) return;
    edge.weight = weight;
    frame.entries.add(0, is_goal ? Language::kNothing : behind, inside, edge, from_dot);
  }

  // The words of a run that passages count with what stands before them, and what these are paid.
  double first_words(const Choice& choice, const Part& run, ContextId context) {
    const auto symbols = problem_.symbols(choice);
    const std::uint32_t count = passages_.row_size(run.slot);
    double sum = 0;
    for (std::uint32_t at = run.first; at < run.first + count; ++at) {
      const Token word = language_.cut(static_cast<Token>(symbols[at]), how_.depth);
      const Language::Step step = language_.step(context, word);
      sum += step.score;
      context = step.next;
    }
    return passages_.is_paid(run.slot) ? sum + passages_.potential(context) : sum;
  }

  Passages& passages_;
  HashMap<std::uint64_t, std::uint32_t> calls_{1024}, row_ids_{1024};
  std::vector<std::uint32_t> rows_{0};  // where those of each row begin in open_
  std::vector<Passages::Open> open_;
};

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

bool expand(Problem& problem, Passages& passages, const Expansion& how, exact::Watch& watch,
            ContextGraph& out) {
  return Expander(problem, passages, how, watch, out).run();
}

bool refine(Problem& problem, const ContextGraph& coarse, const Expansion& how, exact::Watch& watch,
            ContextGraph& out) {
  return Refiner(problem, coarse, how, watch, out).run();
}

}  // namespace manyways::chart_exact
