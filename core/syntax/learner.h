// A linear model while it learns: the averaged perceptron.
//
//   Learner learner;
//   learner.add(keys, scores);                      // as Weights::add, with the weights of now
//   learner.update(keys, action, +1);               // what was right
//   learner.update(keys, wrong, -1);                // and what was found instead
//   learner.step();                                 // one more example has been seen
//   WeightRows averaged = learner.averaged(least);  // the mean of all weights that there were
//
// The mean over all steps is what is kept (Freund and Schapire 1999, Collins 2002): a weight that came
// and went counts as long as it stood. It is summed lazily, when a weight changes. All arithmetic is on
// whole numbers until the mean is taken, so that a run can be repeated bit by bit.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/hash_table.h"
#include "syntax/weights.h"

namespace manyways::syntax {

class Learner {
 public:
  void add(std::span<const std::uint64_t> keys, std::int32_t* scores) const {
    for (const std::uint64_t key : keys) rows_by_key_.prefetch(key);
    for (const std::uint64_t key : keys) {
      const std::uint32_t* const row = rows_by_key_.find(key);
      if (row == nullptr) continue;
      const Row& found = rows_[*row];
      for (std::uint32_t i = found.first; i < found.first + found.count; ++i) {
        add_wrapping(scores[weights_[i].action], weights_[i].weight);
      }
    }
  }
  void update(std::span<const std::uint64_t> keys, std::uint16_t action, std::int32_t change);
  void step() { ++steps_; }
  std::size_t features() const { return rows_.size(); }

  // Means in units of the largest over 32767; those that round to less than `least` are left out.
  WeightRows averaged(std::int32_t least) const;

 private:
  struct Row {
    std::uint32_t first = 0;
    std::uint16_t count = 0, room = 0;
  };
  struct Live {
    std::uint16_t action;
    std::int32_t weight;
  };
  struct Past {
    std::int64_t total = 0;  // of the weight over all steps up to `since`
    std::int64_t since = 0;
  };
  std::uint32_t place(Row& row, std::uint16_t action);
  double mean(std::uint32_t place) const;

  HashMap<std::uint64_t, std::uint32_t> rows_by_key_{1 << 16};
  std::vector<std::uint64_t> keys_;  // by row
  std::vector<Row> rows_;
  std::vector<Live> weights_;
  std::vector<Past> past_;
  std::int64_t steps_ = 1;
};

}  // namespace manyways::syntax
