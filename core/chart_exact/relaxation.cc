#include "chart_exact/relaxation.h"

#include <algorithm>
#include <cmath>

namespace manyways::chart_exact {

Relaxation::Relaxation(Problem& problem, Neighbours& neighbours)
    : problem_(problem), neighbours_(neighbours), u_(problem.language().tokens(), 0.0) {}

void Relaxation::begin(std::span<const std::uint32_t> choices) {
  graph_.clear();
  std::size_t at = 0;
  for (CellId cell = 0; cell < problem_.cells(); ++cell) {
    graph_.cell.push_back(cell);
    for (; at < choices.size() && problem_.choices()[choices[at]].cell == cell; ++at) {
      graph_.edges.push_back({0, problem_.choices()[choices[at]].application->tails, choices[at]});
    }
    graph_.first_edge.push_back(static_cast<std::uint32_t>(at));
  }
}

double Relaxation::taken(std::uint32_t slot, Token* which) const {
  double best = kNever;
  const auto set = neighbours_.set(slot);
  const auto scores = neighbours_.scores(slot);
  for (std::size_t i = 0; i < set.size(); ++i) {
    const double value = static_cast<double>(scores[i]) - u_[set[i]];
    if (value <= best) continue;
    best = value;
    if (which != nullptr) *which = set[i];
  }
  return best;
}

// What rounding can lose: the scores of slots are sums of floats, at most three in a choice.
bool Relaxation::sweep_inside(exact::Watch& watch) {
  const double length = problem_.forest().cell(problem_.forest().goal()).end;
  slack_ = std::ldexp(1.0, -24) * neighbours_.largest() * 8 * 3 * (2 * length + 4);
  values_.resize(neighbours_.slots());
  for (std::uint32_t s = 0; s < values_.size(); ++s) values_[s] = taken(s);
  for (std::size_t i = 0; i < graph_.edges.size(); ++i) {
    BoundEdge& edge = graph_.edges[i];
    edge.weight = neighbours_.fixed(i);
    if (Problem::begins(problem_.choices()[edge.choice])) edge.weight += u_[Language::kStart];
    for (const Part& part : neighbours_.parts(i)) {
      if (part.is_gap()) continue;
      edge.weight += values_[part.slot];
      if (part.word() != Language::kEnd) edge.weight += u_[part.word()];
    }
  }
  bound_ = graph_.sweep_inside(&watch) + slack_;
  return !watch.over();
}

bool Relaxation::sweep_outside(double threshold, exact::Watch& watch) {
  graph_.sweep_outside(&watch);
  if (watch.over()) return false;
  least_ = static_cast<float>(threshold - 2 * slack_ - 1e-4);
  const auto least = static_cast<double>(least_);
  most_.assign(values_.size(), kNever);
  left_.choices.assign(graph_.edges.size(), kNone);
  for (NodeId node = 0; node < graph_.nodes(); ++node) {
    for (std::uint32_t e = graph_.first_edge[node]; e < graph_.first_edge[node + 1]; ++e) {
      const double most = graph_.outside[node] + graph_.below(graph_.edges[e]);
      if (!(most >= least)) continue;
      left_.choices[e] = static_cast<float>(most);
      for (const Part& part : neighbours_.parts(e)) {
        if (!part.is_gap()) most_[part.slot] = std::max(most_[part.slot], most);
      }
    }
  }
  left_.meetings.assign(neighbours_.all_scores(), kNone);
  for (std::uint32_t slot = 0; slot < most_.size(); ++slot) {
    const auto rest = static_cast<float>(most_[slot] - values_[slot]);
    const auto set = neighbours_.set(slot);
    const auto scores = neighbours_.scores(slot);
    float* const meets = left_.meetings.data() + neighbours_.first_score(slot);
    for (std::size_t k = 0; k < set.size(); ++k) {
      const float sum = rest + scores[k] - static_cast<float>(u_[set[k]]);
      if (sum >= least_) meets[k] = sum;
    }
  }
  const Bits all((neighbours_.tokens() + 63) / 64, ~std::uint64_t{0});
  left_.last.assign(problem_.cells(), all);
  left_.before = left_.last;
  return true;
}

std::vector<std::uint32_t> Relaxation::kept() const {
  std::vector<std::uint32_t> kept;
  for (std::size_t i = 0; i < graph_.edges.size(); ++i) {
    if (left_.choices[i] != kNone) kept.push_back(graph_.edges[i].choice);
  }
  return kept;
}

void Relaxation::gradient(const Derivation& path, std::vector<int>& out) const {
  out.assign(u_.size(), 0);
  for (const std::uint32_t choice : path) {
    if (Problem::begins(problem_.choices()[choice])) ++out[Language::kStart];
    for (const Part& part : neighbours_.parts(choice)) {
      if (part.is_gap()) continue;
      if (part.word() != Language::kEnd) ++out[part.word()];
      Token which = Language::kStart;
      taken(part.slot, &which);
      --out[which];
    }
  }
}

}  // namespace manyways::chart_exact
