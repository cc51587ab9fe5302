// Multipliers for what a graph of contexts forgets.
//
// A state remembers some last words. The step into it knows one word more (a *child* of the state:
// the finer state that it leads to); the step out of it would take the best of all children. So
// the step out names a child and pays that child's multiplier, and the step into the state is paid it. A derivation
// names the child that it came by, so for it this adds up to nothing, and for any multipliers the
// best path is a bound. Steps against the disagreements of the best path lower it, nearly to what
// the finer graph, which is many times larger, would give.
//
//   agreement.update();                              // after multipliers have changed
//   agreement.changed(state)                         // whether any of its children's have
//   weight = fixed + agreement.best(state, scores, named) + agreement.multipliers[child];
//
// scores is where the scores of a word behind each child of a state begin; named: the child that gave the
// best.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace manyways::exact {

class Agreement {
 public:
  struct Disagreement {
    std::uint32_t came, named;  // children
  };

  void add_state(std::uint32_t children) {
    if (first_child_.empty()) first_child_.push_back(0);
    first_child_.push_back(first_child_.back() + children);
  }
  // A word behind every child of the state that was added last; returns where its scores begin.
  template <class ScoreBehind>
  std::size_t add_scores(ScoreBehind score_behind) {
    const std::size_t begin = scores_.size();
    const std::size_t last = first_child_.size() - 1;
    for (std::uint32_t child = first_child_[last - 1]; child < first_child_[last]; ++child)
      scores_.push_back(static_cast<float>(score_behind(child)));
    return begin;
  }

  // By child: what it pays; and whether any step leads to it, for others are not named.
  std::vector<double> multipliers;
  std::vector<bool> alive;

  std::uint32_t state_of(std::uint32_t child) const {
    const auto next = std::upper_bound(first_child_.begin(), first_child_.end(), child);
    return static_cast<std::uint32_t>(next - first_child_.begin()) - 1;
  }

  // A step changes the multipliers of a few children: changed() says of which states, all at first.
  void update() {
    const std::size_t states = first_child_.size() - 1;
    changed_.assign(states, pays_.empty());
    pays_.resize(multipliers.size());
    for (std::size_t state = 0; state < states; ++state) {
      for (std::uint32_t i = first_child_[state]; i < first_child_[state + 1]; ++i) {
        const double pays = alive[i] ? multipliers[i] : std::numeric_limits<double>::infinity();
        if (pays != pays_[i]) changed_[state] = true;
        pays_[i] = pays;
      }
    }
  }
  bool changed(std::uint32_t state) const { return changed_[state]; }
  double best(std::uint32_t state, std::size_t scores, std::uint32_t& named) const {
    const std::uint32_t begin = first_child_[state], end = first_child_[state + 1];
    const float* const behind = scores_.data() + scores;
    double best = -std::numeric_limits<double>::infinity();
    named = begin;
    for (std::uint32_t child = begin; child < end; ++child) {
      const double score = static_cast<double>(behind[child - begin]) - pays_[child];
      if (score <= best) continue;
      best = score;
      named = child;
    }
    return best;
  }

 private:
  std::vector<std::uint32_t> first_child_;  // by state, and the end
  std::vector<float> scores_;
  std::vector<double> pays_;
  std::vector<bool> changed_;
};

}  // namespace manyways::exact
