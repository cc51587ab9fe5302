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
// Cost: a feature is one probe and one short row, both of which are asked for in advance; most
// features of new text are not there, and cost the probe.
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
  Weights(std::span<const FeatureSlot> slots, std::span<const ActionWeight> rows)
      : slots_(slots), rows_(rows), mask_(slots.size() - 1) {}
  // Sections `prefix`slots and `prefix`rows. Expects them to be sound when they are verified:
  // whoever opens the file verifies. Throws InputError.
  Weights(SectionFile& file, const std::string& prefix, std::size_t actions);

  void add(std::span<const std::uint64_t> keys, std::int32_t* scores) const {
    for (const std::uint64_t key : keys) prefetch(slots_.data() + (key & mask_));
    std::array<std::span<const ActionWeight>, kAtOnce> found;
    for (std::size_t start = 0; start < keys.size(); start += kAtOnce) {
      std::size_t rows = 0;
      for (const std::uint64_t key : keys.subspan(start, std::min(kAtOnce, keys.size() - start))) {
        found[rows] = row(key);
        if (found[rows].empty()) continue;
        prefetch(found[rows++].data());
      }
      for (const auto& each : std::span(found).first(rows)) {
        for (const ActionWeight one : each) add_wrapping(scores[one.action], one.weight);
      }
    }
  }
  std::span<const ActionWeight> row(std::uint64_t key) const {
    const FeatureSlot& slot = find(key);
    return rows_.subspan(slot.first, slot.count);
  }
  std::span<const FeatureSlot> slots() const { return slots_; }
  std::span<const ActionWeight> rows() const { return rows_; }
  void save(SectionWriter& writer, const std::string& prefix) const;

 private:
  static constexpr std::size_t kAtOnce = 128;  // rows that are asked for before they are read

  const FeatureSlot& find(std::uint64_t key) const {
    std::size_t at = static_cast<std::size_t>(key) & mask_;
    while (slots_[at].key != key && slots_[at].count != 0) at = (at + 1) & mask_;
    return slots_[at];
  }

  std::span<const FeatureSlot> slots_;
  std::span<const ActionWeight> rows_;
  std::size_t mask_ = 0;
};

}  // namespace manyways::syntax
