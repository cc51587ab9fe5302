// Words to ids and back.
//
// Vocabulary grows while text is read; VocabularyView reads the same three arrays in place, out of
// a Vocabulary or out of a memory-mapped model file. Ids 0, 1 and 2 are <unk>, <s> and </s> always.
//
// A Vocabulary is an interner (interner.h) whose first three words are given. find and add are O(length of the word); word is O(1). A view stays valid until its Vocabulary
// grows or its file is closed.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/ids.h"
#include "base/interner.h"

namespace manyways {

class VocabularyView {
 public:
  VocabularyView() = default;
  // bytes: all words, one after the other; offsets: size() + 1 positions in it; table: open
  // addressing, a power of two of ids, kEmptySlot where free.
  VocabularyView(std::span<const char> bytes, std::span<const std::uint64_t> offsets,
                 std::span<const WordId> table);

  // Whether three arrays of a file can be used: the offsets rise from 0 to the end of the bytes, no
  // id is beyond them, and there is a free slot to end every search. O(all of them).
  static bool sound(std::span<const char> bytes, std::span<const std::uint64_t> offsets,
                    std::span<const WordId> table);

  static constexpr WordId kEmptySlot = ~WordId{0};

  std::size_t size() const { return offsets_.empty() ? 0 : offsets_.size() - 1; }
  // kUnknownWord if the word is not there.
  WordId find(std::string_view word) const;
  std::string_view word(WordId id) const {
    return {bytes_.data() + offsets_[id], offsets_[id + 1] - offsets_[id]};
  }

  std::span<const char> bytes() const { return bytes_; }
  std::span<const std::uint64_t> offsets() const { return offsets_; }
  std::span<const WordId> table() const { return table_; }

 private:
  std::span<const char> bytes_;
  std::span<const std::uint64_t> offsets_;
  std::span<const WordId> table_;
};

class Vocabulary {
 public:
  Vocabulary();  // holds <unk>, <s>, </s>

  // The id of the word, given now if it is new.
  WordId add(std::string_view word);
  // kUnknownWord if the word is not there.
  WordId find(std::string_view word) const {
    const WordId id = words_.find(word);
    return id == VocabularyView::kEmptySlot ? kUnknownWord : id;
  }
  std::string_view word(WordId id) const { return words_.at(id); }
  std::size_t size() const { return words_.size(); }
  VocabularyView view() const { return {words_.values(), words_.offsets(), words_.slots()}; }

 private:
  Interner<char> words_;
};

}  // namespace manyways
