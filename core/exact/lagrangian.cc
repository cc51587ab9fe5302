#include "exact/lagrangian.h"

namespace manyways::exact {

Multipliers::Multipliers(const Problem& problem)
    : problem_(problem), u_(problem.length(), 0.0), bonus_(problem.options().all().size(), 0.0) {}

void Multipliers::update() {
  prefix_.assign(1, 0.0);
  for (const double u : u_) prefix_.push_back(prefix_.back() + u);
  sum_ = prefix_.back();
  for (std::size_t i = 0; i < bonus_.size(); ++i) {
    const search::Option& option = problem_.options()[static_cast<std::uint32_t>(i)];
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
