#include "exact/multipliers.h"

namespace manyways::exact {

namespace {

// What copying a word costs where nothing else covers it: a constant of all derivations, and a
// hundred times the length of a step.
std::vector<double> unavoidable_costs(const search::SentenceOptions& options) {
  std::vector<double> costs(options.length(), 0.0);
  std::vector<bool> open(options.length(), true);
  for (const search::Option& option : options.all()) {
    for (std::size_t i = option.start; i < option.end; ++i) {
      if (option.unknown) costs[i] = -option.score;
      open[i] = open[i] && option.unknown;
    }
  }
  for (std::size_t i = 0; i < costs.size(); ++i) costs[i] *= open[i];
  return costs;
}

}  // namespace

Multipliers::Multipliers(const Problem& problem)
    : problem_(problem),
      u_(unavoidable_costs(problem.options())),
      bonus_(problem.options().all().size(), 0.0) {}

void Multipliers::update() {
  prefix_.assign(1, 0.0);
  for (const double u : u_) prefix_.push_back(prefix_.back() + u);
  sum_ = prefix_.back();
  for (std::size_t i = 0; i < bonus_.size(); ++i) {
    const Problem::Span option = problem_.span(static_cast<std::uint32_t>(i));
    bonus_[i] = prefix_[option.end] - prefix_[option.start];
  }
}

void Multipliers::count(std::span<const std::uint32_t> path, std::vector<int>& excess) const {
  excess.assign(u_.size(), -1);
  for (const std::uint32_t id : path) {
    const search::Option& option = problem_.options()[id];
    for (std::size_t i = option.start; i < option.end; ++i) ++excess[i];
  }
}

}  // namespace manyways::exact
