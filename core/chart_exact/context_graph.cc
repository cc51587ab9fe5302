#include "chart_exact/context_graph.h"

#include <algorithm>

#include "chart_exact/context_maker.h"

namespace manyways::chart_exact {

void ContextGraph::clear() {
  BoundGraph::clear();
  calls.clear();
  call.clear();
  behind.clear();
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

}  // namespace

bool expand(Problem& problem, Passages& passages, const Expansion& how, exact::Watch& watch,
            ContextGraph& out) {
  return Expander(problem, passages, how, watch, out).run();
}

}  // namespace manyways::chart_exact
