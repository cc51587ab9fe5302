#include "base/hash_table.h"

#include <unordered_map>
#include <unordered_set>

#include "base/random.h"
#include "check.h"

namespace manyways {

// Few distinct keys, so that most are met again; with a stride, all their low bits are alike.
TEST(a_map_holds_what_the_standard_one_holds) {
  for (const unsigned shift : {0u, 32u, 40u}) {
    HashMap<std::uint64_t, std::uint32_t> ours(16);
    std::unordered_map<std::uint64_t, std::uint32_t> theirs;
    Random random(1, shift);
    for (std::uint32_t step = 0; step < 30000; ++step) {
      const std::uint64_t key = random.below(step % 1000 == 0 ? 100000 : 5000) << shift;
      const auto [value, fresh] = ours.insert(key, step);
      const auto [place, added] = theirs.try_emplace(key, step);
      CHECK_EQUAL(fresh, added);
      CHECK_EQUAL(*value, place->second);
      if (step % 3 == 0) *value = place->second = step;
      const std::uint64_t other = random.below(10000) << shift;
      const auto known = theirs.find(other);
      const std::uint32_t* found = ours.find(other);
      CHECK_EQUAL(found != nullptr, known != theirs.end());
      if (found != nullptr && known != theirs.end()) CHECK_EQUAL(*found, known->second);
      if (step % 20000 == 19999) {
        ours.clear();
        theirs.clear();
      }
    }
    CHECK_EQUAL(ours.size(), theirs.size());
    std::size_t visited = 0;
    ours.for_each([&](std::uint64_t key, std::uint32_t value) {
      ++visited;
      CHECK_EQUAL(theirs.at(key), value);
    });
    CHECK_EQUAL(visited, theirs.size());
  }
}

TEST(slots_are_as_small_as_key_and_value) {
  CHECK_EQUAL(sizeof(HashMap<std::uint64_t, std::uint32_t>::Slot), 12u);
  CHECK_EQUAL(sizeof(HashMap<std::uint64_t, double>::Slot), 16u);
  CHECK_EQUAL(sizeof(HashMap<std::uint32_t, std::uint32_t>::Slot), 8u);
  CHECK_EQUAL(sizeof(HashMap<std::uint64_t, Nothing>::Slot), 8u);
}

TEST(zero_and_nearly_all_bits_are_keys) {
  HashMap<std::uint64_t, std::uint32_t> map;
  map.insert(0, 1);
  map.insert(~std::uint64_t{0} - 1, 2);
  CHECK_EQUAL(*map.find(0), 1u);
  CHECK_EQUAL(*map.find(~std::uint64_t{0} - 1), 2u);
  CHECK(map.find(1) == nullptr);
}

TEST(every_hash_can_be_stored_in_a_set_of_hashes) {
  HashSet<std::uint64_t, IsHash> set;
  CHECK(!set.contains(~std::uint64_t{0}));
  CHECK(set.insert(~std::uint64_t{0}));
  CHECK(!set.insert(~std::uint64_t{0}));
  CHECK(set.contains(~std::uint64_t{0}));
  CHECK(!set.contains(0));
  CHECK(set.insert(0));
  CHECK_EQUAL(set.size(), 2u);
}

TEST(a_set_with_equal_low_bits_stays_right) {
  HashSet<std::uint64_t, IsHash> ours;
  std::unordered_set<std::uint64_t> theirs;
  Random random(2);
  for (int step = 0; step < 3000; ++step) {
    const std::uint64_t key = random.below(400) << 20;  // one walk for all
    CHECK_EQUAL(ours.insert(key), theirs.insert(key).second);
  }
  CHECK_EQUAL(ours.size(), theirs.size());
}

TEST(reserving_keeps_what_is_there_and_makes_room) {
  HashMap<std::uint64_t, double> map(16);
  for (std::uint64_t key = 0; key < 8; ++key) map.insert(key, 0.5 * static_cast<double>(key));
  map.reserve(1000);
  const double* const first = map.find(7);
  for (std::uint64_t key = 100; key < 1092; ++key) map.insert(key, 1.0);
  CHECK(map.find(7) == first);  // it did not move
  for (std::uint64_t key = 0; key < 8; ++key)
    CHECK_EQUAL(*map.find(key), 0.5 * static_cast<double>(key));
}

TEST(ids_are_found_by_what_lies_elsewhere) {
  std::vector<std::uint64_t> things;
  IdTable table(16);
  const auto hash_of = [&](std::uint32_t id) { return mix64(things[id]); };
  const auto enter = [&](std::uint64_t thing) {
    const auto id = table.find_or_add(
        mix64(thing), things.size(), [&](std::uint32_t i) { return things[i] == thing; }, hash_of);
    if (id == things.size()) things.push_back(thing);
    return id;
  };
  for (int round = 0; round < 3; ++round) {
    for (std::uint64_t thing = 0; thing < 5000; ++thing) CHECK_EQUAL(enter(thing * 3), thing);
    for (std::uint64_t thing = 0; thing < 5000; ++thing) CHECK_EQUAL(enter(thing * 3), thing);
    const auto one = [&](std::uint32_t i) { return things[i] == 1; };
    CHECK_EQUAL(table.find(mix64(1), one), IdTable::kNone);
    CHECK(2 * table.size() <= table.slots().size());
    things.clear();
    if (round == 0) table.clear();
    if (round == 1) table.clear_for(5000);
  }
}

TEST(a_table_that_was_hardly_used_gives_memory_back) {
  IdTable table(64);
  table.clear_for(100000);
  CHECK(table.slots().size() >= 200000);
  for (int i = 0; i < 30; ++i) table.clear();
  CHECK_EQUAL(table.slots().size(), 64u);
}

}  // namespace manyways
