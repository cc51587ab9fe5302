// What the features of a stack say for and against every action.
//
//   StackScores<Weights> scores(weights, actions);
//   scores.add(stack_facts(context, nodes, stack, next), row.data());
//
// The candidates of a list differ in some words, and where they do not, their parsers look at the same
// stacks again and again, though not after the same words from the beginning. So the scores of stacks
// are remembered by all that their features look at: in a table where a stack has one place, and whoever
// comes to it later takes it over. A stack that is known (of 1,000-best lists nearly three in four are)
// costs a comparison of its facts and one row to add up. A learner's weights change all the time, and
// nothing is remembered.
//
// Memory: for each thread a row of scores and the facts of at most kPlaces stacks, 18 MB with 177
// actions, which short texts do not come near.
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include "base/hash.h"
#include "syntax/parse_features.h"
#include "syntax/weights.h"

namespace manyways::syntax {

template <typename Table>
class StackScores {
 public:
  StackScores(const Table& table, std::size_t /*actions*/) : table_(table) {}

  void add(const StackFacts& facts, std::int32_t* scores) {
    stack_features(facts, keys_);
    table_.add(keys_.view(), scores);
  }

 private:
  const Table& table_;
  StackKeys keys_;
};

template <>
class StackScores<Weights> {
 public:
  StackScores(const Weights& table, std::size_t actions)
      : table_(table), actions_(actions), of_place_(kPlaces, kFree) {}

  void add(const StackFacts& facts, std::int32_t* scores) {
    static_assert(std::has_unique_object_representations_v<StackFacts>);
    std::uint32_t& number = of_place_[hash_bytes(&facts, sizeof facts) % kPlaces];
    const bool free = number == kFree;
    if (free) {
      number = static_cast<std::uint32_t>(known_.size());
      known_.push_back(facts);
      rows_.resize(rows_.size() + actions_);
    }
    std::int32_t* const row = rows_.data() + number * actions_;
    if (free || !(known_[number] == facts)) {
      known_[number] = facts;
      std::fill_n(row, actions_, 0);
      stack_features(facts, keys_);
      table_.add(keys_.view(), row);
    }
    for (std::size_t i = 0; i < actions_; ++i) add_wrapping(scores[i], row[i]);
  }

 private:
  static constexpr std::size_t kPlaces = 1 << 14;
  static constexpr std::uint32_t kFree = ~std::uint32_t{0};

  const Weights& table_;
  std::size_t actions_;
  std::vector<std::uint32_t> of_place_;  // numbers, in the order in which places are first used
  std::vector<StackFacts> known_;        // by number
  std::vector<std::int32_t> rows_;       // the same, one after the other
  StackKeys keys_;
};

}  // namespace manyways::syntax
