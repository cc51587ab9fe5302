#include "base/hash.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>

#include "check.h"

namespace manyways {

// Keys in patterns, as ids and pairs of ids are: of a table that they fill by half they take at least
// seven tenths of the slots that keys drawn at random would take.
TEST(keys_in_patterns_take_many_slots) {
  using Key = std::uint64_t;
  const std::pair<const char*, std::function<Key(Key)>> patterns[] = {
      {"in a row", [](Key i) { return i; }},
      {"with steps", [](Key i) { return 7 * i + 100000; }},
      {"shifted by 12", [](Key i) { return i << 12; }},
      {"in the upper half", [](Key i) { return i << 32; }},
      {"two halves alike", [](Key i) { return i << 32 | i; }},
      {"sixteen of each", [](Key i) { return (i / 16 + 100) << 32 | i % 16 * 7; }},
      {"few above many", [](Key i) { return i % 256 << 32 | i / 256 * 3; }},
      {"two steps", [](Key i) { return 5 * i << 32 | i % 97; }},
  };
  for (unsigned bits = 8; bits <= 18; bits += 2) {
    const Key slots = Key{1} << bits;
    const double by_chance = double(slots) * (1 - std::exp(-0.5));
    for (const auto& [name, key] : patterns) {
      std::vector<char> taken(slots);
      for (Key i = 0; i < slots / 2; ++i) taken[quick_hash(key(i)) & (slots - 1)] = 1;
      const double share = double(std::count(taken.begin(), taken.end(), 1)) / by_chance;
      if (share < 0.7)
        tests::fail(
            __FILE__, __LINE__,
            std::string(name) + ", " + std::to_string(bits) + " bits: " + std::to_string(share));
    }
  }
}

}  // namespace manyways
