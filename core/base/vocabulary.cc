#include "base/vocabulary.h"

#include <algorithm>
#include <stdexcept>

#include "base/hash.h"

namespace manyways {
namespace {

// The slot of `word`: where it is, or the empty slot where it belongs.
std::size_t find_slot(std::string_view word, const VocabularyView& view) {
  const std::size_t mask = view.table().size() - 1;
  std::size_t slot = hash_string(word) & mask;
  while (view.table()[slot] != VocabularyView::kEmptySlot &&
         view.word(view.table()[slot]) != word) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

}  // namespace

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
  const WordId id = table_[find_slot(word, *this)];
  return id == kEmptySlot ? kUnknownWord : id;
}

Vocabulary::Vocabulary() : offsets_{0}, table_(1024, VocabularyView::kEmptySlot) {
  add("<unk>");
  add("<s>");
  add("</s>");
}

WordId Vocabulary::add(std::string_view word) {
  std::size_t slot = find_slot(word, view());
  if (table_[slot] != VocabularyView::kEmptySlot) return table_[slot];
  if (size() >= VocabularyView::kEmptySlot) throw std::length_error("vocabulary is full");
  const auto id = static_cast<WordId>(size());
  bytes_.insert(bytes_.end(), word.begin(), word.end());
  offsets_.push_back(bytes_.size());
  table_[slot] = id;
  if (size() * 2 > table_.size()) grow();
  return id;
}

void Vocabulary::grow() {
  table_.assign(table_.size() * 2, VocabularyView::kEmptySlot);
  for (WordId id = 0; id < size(); ++id) table_[find_slot(word(id), view())] = id;
}

}  // namespace manyways
