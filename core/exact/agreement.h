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
//   weight = fixed + agreement.value(meeting) + agreement.multipliers[child];
//   agreement.named(meeting);                        // the child that gave the value
//
// A *meeting* is a state and the first word of some of its steps (or none, or the sentence's end).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace manyways::exact {

class Agreement {
 public:
  struct Disagreement {
    std::uint32_t came, named;  // children
  };

  // One state after the other, then its meetings, each with the score of its first word behind
  // every child.
  void add_state(std::uint32_t first_child, std::uint32_t children) {
    states_.push_back({first_child, children, static_cast<std::uint32_t>(values_.size())});
  }
  template <class ScoreBehind>
  std::uint32_t add_meeting(ScoreBehind score_behind) {
    const State& state = states_.back();
    for (std::uint32_t i = 0; i < state.children; ++i) {
      scores_.push_back(static_cast<float>(score_behind(state.first_child + i)));
    }
    values_.push_back(0);
    named_.push_back(0);
    return static_cast<std::uint32_t>(values_.size() - 1);
  }

  // By child: what it pays; and whether any step leads to it, for others are not named.
  std::vector<double> multipliers;
  std::vector<bool> alive;

  // The best of every meeting.
  void update();
  double value(std::uint32_t meeting) const { return values_[meeting]; }
  std::uint32_t named(std::uint32_t meeting) const { return named_[meeting]; }

 private:
  struct State {
    std::uint32_t first_child, children, first_meeting;
  };
  std::vector<State> states_;
  std::vector<float> scores_;  // by meeting and child
  std::vector<double> values_;
  std::vector<std::uint32_t> named_;
};

}  // namespace manyways::exact
