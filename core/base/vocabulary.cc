#include "base/vocabulary.h"

#include <algorithm>
#include <stdexcept>

#include "base/hash_table.h"

namespace manyways {

VocabularyView::VocabularyView(std::span<const char> bytes, std::span<const std::uint64_t> offsets,
                               std::span<const WordId> table)
    : bytes_(bytes), offsets_(offsets), table_(table) {
  if (offsets.empty() || table.empty() || (table.size() & (table.size() - 1)) != 0) {
    throw std::invalid_argument(
        "a vocabulary needs offsets and a table whose size is a power of two");
  }
}

bool VocabularyView::sound(std::span<const char> bytes, std::span<const std::uint64_t> offsets,
                           std::span<const WordId> table) {
  if (offsets.empty() || offsets.front() != 0 || offsets.back() != bytes.size() ||
      !std::is_sorted(offsets.begin(), offsets.end()) || table.empty() ||
      (table.size() & (table.size() - 1)) != 0) {
    return false;
  }
  bool inside = true, free = false;
  for (const WordId id : table) {
    const bool empty = id == kEmptySlot;
    inside &= empty || id + std::size_t{1} < offsets.size();
    free |= empty;
  }
  return inside && free;
}

WordId VocabularyView::find(std::string_view word) const {
  const WordId id =
      table_[probe(table_.data(), table_.size() - 1, hash_string(word),
                   [&](WordId each) { return each == kEmptySlot || this->word(each) == word; })];
  return id == kEmptySlot ? kUnknownWord : id;
}

Vocabulary::Vocabulary() : words_(1024) {
  add("<unk>");
  add("<s>");
  add("</s>");
}

WordId Vocabulary::add(std::string_view word) { return words_.add(word); }

}  // namespace manyways
