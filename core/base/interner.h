// Gives equal things the same number: 0, 1, 2, ... in order of arrival.
//
//   Interner<char> names;                            // sequences: texts, phrases, n-grams
//   std::uint32_t id = names.add("haus");
//   std::string_view name = names.at(id);
//   if (names.find("maus") == Interner<char>::kNone) ...
//
//   Numbering<std::uint64_t> states;                 // single things
//   std::uint32_t state = states.add(key);
//
// All elements of an Interner lie in one array; sequence `id` is values()[offsets()[id] ..
// offsets()[id + 1]), which is also the form in which files keep them. add and find are O(length) and
// allocate only as the arrays grow; at is O(1) and good until the next add. clear() keeps the memory.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/hash.h"
#include "base/hash_table.h"

namespace manyways {

// The same on every machine: vocabularies in files rely on it.
struct BytesHash {
  std::uint64_t operator()(const void* data, std::size_t bytes) const {
    return hash_bytes(data, bytes);
  }
};
// Quicker for words of a few letters.
struct ShortHash {
  std::uint64_t operator()(const void* data, std::size_t bytes) const {
    return hash_short(static_cast<const char*>(data), bytes);
  }
};

template <typename T, typename Hash = BytesHash>
class Interner {
  static_assert(std::has_unique_object_representations_v<T>);

 public:
  using Sequence =
      std::conditional_t<std::is_same_v<T, char>, std::string_view, std::span<const T>>;
  static constexpr std::uint32_t kNone = IdTable::kNone;

  explicit Interner(std::size_t least_slots = 64) : offsets_{0}, ids_(least_slots) {}

  std::uint32_t add(Sequence sequence) {
    const std::uint32_t id = ids_.find_or_add(hash(sequence), size(), same_as(sequence),
                                              [this](std::uint32_t i) { return hash(at(i)); });
    if (id != size()) return id;
    if (id == kNone) throw std::length_error("too many distinct sequences");
    values_.insert(values_.end(), sequence.begin(), sequence.end());
    offsets_.push_back(values_.size());
    return id;
  }
  std::uint32_t find(Sequence sequence) const {
    return ids_.find(hash(sequence), same_as(sequence));
  }
  Sequence at(std::uint32_t id) const {
    return Sequence(values_.data() + offsets_[id],
                    static_cast<std::size_t>(offsets_[id + 1] - offsets_[id]));
  }
  std::size_t size() const { return offsets_.size() - 1; }
  void clear() {
    values_.clear();
    offsets_.resize(1);
    ids_.clear();
  }

  const std::vector<T>& values() const { return values_; }
  const std::vector<std::uint64_t>& offsets() const { return offsets_; }
  std::span<const std::uint32_t> slots() const { return ids_.slots(); }

 private:
  static std::uint64_t hash(Sequence sequence) {
    return Hash()(sequence.data(), sequence.size() * sizeof(T));
  }
  auto same_as(Sequence sequence) const {
    return [this, sequence](std::uint32_t id) {
      const std::size_t size = static_cast<std::size_t>(offsets_[id + 1] - offsets_[id]);
      return size == sequence.size() &&
             std::equal(sequence.data(), sequence.data() + size, values_.data() + offsets_[id]);
    };
  }

  std::vector<T> values_;
  std::vector<std::uint64_t> offsets_;
  IdTable ids_;
};

// How single things are hashed: numbers quickly, others by their hash_value().
struct ThingHash {
  std::uint64_t operator()(std::uint64_t thing) const { return quick_hash(thing); }
  template <typename T>
    requires std::is_class_v<T>
  std::uint64_t operator()(const T& thing) const {
    return hash_value(thing);
  }
};

template <typename T>
class Numbering {
 public:
  static constexpr std::uint32_t kNone = IdTable::kNone;

  explicit Numbering(std::size_t least_slots = 64) : ids_(least_slots) {}

  std::uint32_t add(const T& thing) {
    const std::uint32_t id = ids_.find_or_add(
        ThingHash()(thing), size(), [&](std::uint32_t i) { return things_[i] == thing; },
        [this](std::uint32_t i) { return ThingHash()(things_[i]); });
    if (id == size()) things_.push_back(thing);
    return id;
  }
  std::uint32_t find(const T& thing) const {
    return ids_.find(ThingHash()(thing), [&](std::uint32_t i) { return things_[i] == thing; });
  }
  const T& at(std::uint32_t id) const { return things_[id]; }
  std::size_t size() const { return things_.size(); }
  void clear() {
    things_.clear();
    ids_.clear();
  }

 private:
  std::vector<T> things_;
  IdTable ids_;
};

}  // namespace manyways
