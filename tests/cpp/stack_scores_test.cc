#include "syntax/stack_scores.h"

#include <vector>

#include "base/random.h"
#include "check.h"

namespace manyways::syntax {

namespace {

constexpr std::size_t kActions = 7;

StackFacts facts_of(std::uint64_t number) {
  StackFacts facts;
  facts.parts = 2;
  facts.s0.word = number % 300;
  facts.s1.label = number % 7;
  facts.w0 = number / 300;
  return facts;
}

// Weights for the features of some of these stacks.
struct Model {
  std::vector<FeatureSlot> slots;
  std::vector<ActionWeight> rows;
  Model() {
    std::vector<std::uint64_t> keys;
    std::vector<std::uint32_t> counts;
    StackKeys of_stack;
    for (std::uint64_t number = 0; number < 90'000; number += 101) {
      stack_features(facts_of(number), of_stack);
      for (const std::uint64_t key : of_stack.view()) keys.push_back(key);
    }
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    for (std::size_t i = 0; i < keys.size(); ++i) {
      counts.push_back(static_cast<std::uint32_t>(1 + i % 3));
      for (std::size_t k = 0; k < counts.back(); ++k) {
        rows.push_back({static_cast<std::uint16_t>((i + k) % kActions),
                        static_cast<std::int16_t>(static_cast<int>(keys[i] % 1000) - 500)});
      }
    }
    slots = slots_of(keys, counts);
  }
};

}  // namespace

// Five times as many stacks as there are places, so that most are taken over, and asked for again.
TEST(a_stack_has_the_scores_of_its_features_whoever_took_its_place) {
  const Model model;
  const Weights weights(model.slots, model.rows);
  StackScores<Weights> scores(weights, kActions);
  StackKeys keys;
  Random random(1);
  std::size_t differ = 0, none = 0;
  for (int i = 0; i < 300'000; ++i) {
    const StackFacts facts = facts_of(random.below(i % 2 == 0 ? 500 : 90'000));
    std::vector<std::int32_t> found(kActions, 3), expected(kActions, 3);
    scores.add(facts, found.data());
    stack_features(facts, keys);
    weights.add(keys.view(), expected.data());
    differ += found != expected;
    none += found == std::vector<std::int32_t>(kActions, 3);
  }
  CHECK_EQUAL(differ, 0u);
  CHECK_EQUAL(none, 0u);
}

TEST(weights_are_those_of_the_table_and_of_no_other_feature) {
  const Model model;
  const Weights weights(model.slots, model.rows);
  std::size_t known = 0;
  for (const FeatureSlot& slot : model.slots) {
    if (slot.count == 0) continue;
    ++known;
    const auto row = weights.row(slot.key);
    CHECK_EQUAL(row.size(), slot.count);
    CHECK(row.data() == model.rows.data() + slot.first);
    // The same place and the same mark, which is the uppermost byte; another feature.
    CHECK(weights.row(slot.key ^ (std::uint64_t{1} << 40)).empty());
    CHECK(weights.row(slot.key ^ (std::uint64_t{1} << 60)).empty());
  }
  CHECK(known > 1000);
}

}  // namespace manyways::syntax
