// How good what the beam dropped could have become.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "combine/frontier_search.h"

namespace manyways::combine {
namespace {

constexpr double kRounding = 1e-9;  // sums of the bound are made in another order than scores

}  // namespace

// The most that a class can add: a word's own weight, all votes of the inputs it is linked to where they help,
// and language models that are certain of it. Of classes the best first, and what the best k add together.
void FrontierSearch::weigh_classes(std::span<const double> most_of_input) {
  bounded_ = !settings().normalise;
  for (std::size_t m = 0; m < task_.models(); ++m) {
    bounded_ = bounded_ && task_.weights[2 * m] >= 0;  // improbable words have no end
  }
  const auto votes = [&](std::uint64_t mask) {
    double sum = 0;
    for (; mask != 0; mask &= mask - 1) {
      sum += most_of_input[static_cast<std::size_t>(std::countr_zero(mask))];
    }
    return sum;
  };
  worth_.resize(problem_.classes());
  own_.resize(problem_.classes() * blocks_);
  for (std::uint32_t one = 0; one < problem_.begin_class(); ++one) {
    worth_[one] =
        task_.weights[2 * task_.models()] + votes(problem_.anyhow(one) | problem_.exactly(one));
    for (std::size_t m = 0; m < task_.models(); ++m) {
      if (task_.words.model_words[m][problem_.word_of(one)] == kUnknownWord)
        worth_[one] += task_.weights[2 * m + 1];
    }
    if (worth_[one] > 0) by_worth_.push_back(one);
  }
  for (std::size_t word = 0; word < problem_.words(); ++word) {
    own_[problem_.class_of(word) * blocks_ + word / 64] |= std::uint64_t{1} << (word % 64);
  }
  std::sort(by_worth_.begin(), by_worth_.end(), [&](std::uint32_t a, std::uint32_t b) {
    return worth_[a] > worth_[b] || (worth_[a] == worth_[b] && a < b);
  });
  best_worth_.push_back(
      std::accumulate(most_of_input.begin(), most_of_input.end(), kRounding));  // the end's
  for (const std::uint32_t one : by_worth_) best_worth_.push_back(best_worth_.back() + worth_[one]);
}

// Every class is said once at most: the sum of the best that are left, as many as there may be words.
void FrontierSearch::drop_behind_beam(std::span<const Extension> dropped) {
  pruned_ = pruned_ || !dropped.empty();
  if (!bounded_) return;
  const std::size_t room = problem_.most_words() - length_ - 1;
  const double most = best_worth_[std::min(room, by_worth_.size())];
  for (const Extension& extension : dropped) {
    if (extension.score + most <= above_) return;  // nor do those behind it, which score less
    double sum = extension.score + best_worth_[0];
    std::size_t words = 0;
    for (std::size_t i = 0; i < by_worth_.size() && words < room; ++i) {
      const std::uint32_t one = by_worth_[i];
      bool left = false;
      for (std::size_t b = 0; b < blocks_ && one != extension.one; ++b) {
        left = left || (own_[one * blocks_ + b] & ~used_[extension.from * blocks_ + b]) != 0;
      }
      if (!left) continue;
      sum += worth_[one];
      ++words;
    }
    above_ = std::max(above_, sum);
  }
}

void FrontierSearch::certify(std::span<const Path> paths, Combined& found) const {
  const double nothing = std::numeric_limits<double>::quiet_NaN();
  const bool all = paths.size() == settings().size && paths.back().score >= above_;
  const bool proved = !pruned_ || (bounded_ && all);
  found.optimal.push_back(proved);
  const double best = paths.empty() ? nothing : paths.front().score;
  if (proved) {
    found.above.push_back(best);
  } else {
    found.above.push_back(bounded_ ? std::fmax(best, above_) : nothing);
  }
}

}  // namespace manyways::combine
