// A linear model as it is asked: for every feature, the actions that it speaks for or against.
//
//   Weights weights(file, "tag_");
//   std::vector<std::int32_t> scores(actions, 0);
//   weights.add(keys, scores.data());               // the rows of all these features, added up
//
// A feature is a number of 64 bits (feature_key) that stands for a template and what the template saw.
// A table of slots leads from it to a row: pairs of an action and a weight. Weights are whole numbers,
// so that a sum is the same in whatever order it is made, and two actions tie exactly or not at all.
//
// Cost: most features of new text are not there, which a byte for each slot tells (its feature's mark,
// 0: free): these bytes stay in a cache where the slots do not. Only a feature whose mark is found
// costs its slot and its short row, both of which are asked for in advance.
//
// Whatever a file holds, nothing outside it is read, no walk is endless, and sums wrap around.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/prefetch.h"
#include "base/section_file.h"

namespace manyways::syntax {

// The beginning of a feature's number, by its template; then one value after the other.
inline std::uint64_t feature_key(std::uint64_t number) {
  return (number + 1) * 0xd6e8feb86659fd93ULL;
}
inline std::uint64_t with_value(std::uint64_t key, std::uint64_t value) {
  key = (key ^ value) * 0x9e3779b97f4a7c15ULL;
  return key ^ key >> 32;
}
template <typename... Values>
std::uint64_t feature_key(std::uint64_t number, Values... values) {
  std::uint64_t key = feature_key(number);
  ((key = with_value(key, static_cast<std::uint64_t>(values))), ...);
  return key;
}

struct FeatureSlot {
  std::uint64_t key = 0;
  std::uint32_t first = 0, count = 0;  // a free slot has no row
};
struct ActionWeight {
  std::uint16_t action;
  std::int16_t weight;
};

inline void add_wrapping(std::int32_t& sum, std::int32_t more) {
  sum =
      static_cast<std::int32_t>(static_cast<std::uint32_t>(sum) + static_cast<std::uint32_t>(more));
}

// What a learner hands over and a file keeps.
struct WeightRows {
  std::vector<FeatureSlot> slots;
  std::vector<ActionWeight> rows;
};
// A table of slots, a power of two of them, for features whose rows lie one after the other.
std::vector<FeatureSlot> slots_of(const std::vector<std::uint64_t>& keys,
                                  const std::vector<std::uint32_t>& counts);

class Weights {
 public:
  Weights() = default;
  Weights(std::span<const FeatureSlot> slots, std::span<const ActionWeight> rows);
  // Sections `prefix`slots and `prefix`rows. Expects them to be sound when they are verified:
  // whoever opens the file verifies. Throws InputError.
  Weights(SectionFile& file, const std::string& prefix, std::size_t actions);

  void add(std::span<const std::uint64_t> keys, std::int32_t* scores) const {
    for (const std::uint64_t key : keys) prefetch(marks_.data() + (key & mask_));
    for (std::size_t start = 0; start < keys.size(); start += kAtOnce) {
      add_some(keys.subspan(start, std::min(kAtOnce, keys.size() - start)), scores);
    }
  }
  std::span<const ActionWeight> row(std::uint64_t key) const {
    return row_from(key, marked(key, key & mask_));
  }
  std::span<const FeatureSlot> slots() const { return slots_; }
  std::span<const ActionWeight> rows() const { return rows_; }
  void save(SectionWriter& writer, const std::string& prefix) const;

 private:
  static constexpr std::size_t kAtOnce = 128;  // features that are asked for before they are read
  static constexpr std::size_t kNowhere = ~std::size_t{0};
  struct Place {
    std::uint64_t key;
    std::size_t at;
  };

  static std::uint8_t mark_of(std::uint64_t key) {
    return std::max<std::uint8_t>(1, static_cast<std::uint8_t>(key >> 56));
  }
  // The first slot from `at` on with the feature's mark; kNowhere: a free one comes first.
  std::size_t marked(std::uint64_t key, std::size_t at) const {
    const std::uint8_t mark = mark_of(key);
    while (marks_[at] != mark) {
      if (marks_[at] == 0) return kNowhere;
      at = (at + 1) & mask_;
    }
    return at;
  }
  // `at`: as marked() has found it.
  std::span<const ActionWeight> row_from(std::uint64_t key, std::size_t at) const {
    while (at != kNowhere && slots_[at].key != key) at = marked(key, (at + 1) & mask_);
    return at == kNowhere ? std::span<const ActionWeight>()
                          : rows_.subspan(slots_[at].first, slots_[at].count);
  }
  void add_some(std::span<const std::uint64_t> keys, std::int32_t* scores) const {
    std::array<Place, kAtOnce> places;
    std::size_t count = 0;
    for (const std::uint64_t key : keys) {
      const std::size_t at = marked(key, key & mask_);
      if (at == kNowhere) continue;
      prefetch(slots_.data() + at);
      places[count++] = {key, at};
    }
    std::array<std::span<const ActionWeight>, kAtOnce> found;
    std::size_t rows = 0;
    for (const Place& each : std::span(places).first(count)) {
      found[rows] = row_from(each.key, each.at);
      if (!found[rows].empty()) prefetch(found[rows++].data());
    }
    for (const auto& each : std::span(found).first(rows)) {
      for (const ActionWeight one : each) add_wrapping(scores[one.action], one.weight);
    }
  }

  std::span<const FeatureSlot> slots_;
  std::span<const ActionWeight> rows_;
  std::size_t mask_ = 0;
  std::vector<std::uint8_t> marks_;  // of each slot
};

}  // namespace manyways::syntax
