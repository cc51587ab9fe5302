#include "syntax/weights.h"

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "base/hash_table.h"

namespace manyways::syntax {

std::vector<FeatureSlot> slots_of(const std::vector<std::uint64_t>& keys,
                                  const std::vector<std::uint32_t>& counts) {
  std::size_t size = 2;
  while (3 * size < 4 * (keys.size() + 1)) size *= 2;  // at most three quarters are taken
  std::vector<FeatureSlot> slots(size);
  std::uint32_t first = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const std::size_t at = probe(slots.data(), slots.size() - 1, keys[i],
                                 [](const FeatureSlot& slot) { return slot.count == 0; });
    slots[at] = {keys[i], first, counts[i]};
    first += counts[i];
  }
  return slots;
}

Weights::Weights(std::span<const FeatureSlot> slots, std::span<const ActionWeight> rows)
    : slots_(slots), rows_(rows), mask_(slots.size() - 1), marks_(slots.size()) {
  for (std::size_t at = 0; at < slots.size(); ++at) {
    if (slots[at].count != 0) marks_[at] = mark_of(slots[at].key);
  }
}

Weights::Weights(SectionFile& file, const std::string& prefix, std::size_t actions)
    : Weights(file.section<FeatureSlot>(prefix + "slots"),
              file.section<ActionWeight>(prefix + "rows")) {
  // A slot that a walk can end in is looked for now, so that none is endless.
  const bool ends = std::find(marks_.begin(), marks_.end(), 0) != marks_.end();
  if (!std::has_single_bit(slots_.size()) || !ends) {
    throw InputError(file.path(), 0, "is damaged: its table of features cannot be used",
                     "Train it again, or copy it again from its source.");
  }
  file.expect<FeatureSlot>(
      prefix + "slots", [size = rows_.size()](std::size_t, std::span<const FeatureSlot> slots) {
        return std::all_of(slots.begin(), slots.end(), [size](const FeatureSlot& slot) {
          return std::uint64_t{slot.first} + slot.count <= size;
        });
      });
  file.expect<ActionWeight>(
      prefix + "rows", [actions](std::size_t, std::span<const ActionWeight> rows) {
        return std::all_of(rows.begin(), rows.end(),
                           [actions](ActionWeight each) { return each.action < actions; });
      });
}

void Weights::save(SectionWriter& writer, const std::string& prefix) const {
  writer.add(prefix + "slots", slots_);
  writer.add(prefix + "rows", rows_);
}

}  // namespace manyways::syntax
