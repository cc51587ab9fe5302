#include "chart_exact/relaxation.h"

namespace manyways::chart_exact {

Relaxation::Relaxation(Problem& problem)
    : problem_(problem), neighbours_(problem), u_(problem.language().tokens(), 0.0) {
  const std::vector<Choice>& choices = problem.choices();
  std::uint32_t at = 0;
  for (CellId cell = 0; cell < problem.cells(); ++cell) {
    graph_.cell.push_back(cell);
    graph_.first_edge.push_back(at);
    for (; at < choices.size() && choices[at].cell == cell; ++at) {
      graph_.edges.push_back({0, choices[at].application->tails, at});
    }
  }
  graph_.first_edge.push_back(at);
}

bool Relaxation::prepare(std::size_t most, exact::Watch& watch) {
  std::vector<std::uint32_t> all(problem_.choices().size());
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
  return neighbours_.find(all, 2, {}, most, watch);
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

double Relaxation::evaluate() {
  values_.resize(neighbours_.slots());
  for (std::uint32_t s = 0; s < values_.size(); ++s) values_[s] = taken(s);
  for (BoundEdge& edge : graph_.edges) {
    edge.weight = neighbours_.fixed(edge.choice);
    if (Problem::begins(problem_.choices()[edge.choice])) edge.weight += u_[Language::kStart];
    for (const Part& part : neighbours_.parts(edge.choice)) {
      if (part.is_gap()) continue;
      edge.weight += values_[part.slot];
      if (part.word() != Language::kEnd) edge.weight += u_[part.word()];
    }
  }
  return graph_.sweep_inside();
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
