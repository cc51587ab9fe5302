// The one hash table: open addressing with linear probing over a power of two of slots, at most half
// of them taken.
//
//   HashMap<std::uint64_t, float> scores;            // plain keys and values, in the slots
//   if (const float* known = scores.find(key)) ...
//   const auto [value, fresh] = scores.insert(key, 0.0f);      // what is there stays
//   HashSet<std::uint64_t> seen;
//   if (!seen.insert(key)) continue;
//
//   IdTable ids;                                     // things that lie in an array of the caller's
//   const auto same = [&](std::uint32_t id) { return things[id] == wanted; };
//   const auto hash_of = [&](std::uint32_t id) { return hash_value(things[id]); };
//   std::uint32_t id = ids.find_or_add(hash, things.size(), same, hash_of);
//   if (id == things.size()) things.push_back(wanted);
//
// Most who number things want an Interner or a Numbering (interner.h), which keep the array too.
//
// A question is one probe, seldom two, and never allocates. Slots are as small as key and value, an
// IdTable's are 4 bytes. Tables double when they are half full; clear() keeps the memory unless
// hardly any of it was used, so that a table that is used for one sentence after the other neither
// allocates nor is swept for the sake of one long sentence. Nothing depends on the order of the
// slots: who wants all entries sorts them. A pointer to a value is good until the next insert.
//
// One key cannot be stored: all bits set, which marks a free slot. Ids and pairs of ids never are.
// Keys that are hashes already go into a table with IsHash.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "base/prefetch.h"

#if defined(__GNUC__) || defined(__clang__)
#define MANYWAYS_NOINLINE __attribute__((noinline))
#else
#define MANYWAYS_NOINLINE
#endif

namespace manyways {

// The slot where a walk from `hash` ends: at the first one that `stop` accepts, which a free one must
// be. `mask` is the number of slots, a power of two, less 1.
template <typename Slot, typename Stop>
std::size_t probe(const Slot* slots, std::size_t mask, std::uint64_t hash, Stop&& stop) {
  std::size_t at = static_cast<std::size_t>(hash) & mask;
  while (!stop(slots[at])) at = (at + 1) & mask;
  return at;
}

// How many slots give `entries` room.
inline std::size_t slots_for(std::size_t entries, std::size_t least) {
  while (least < 2 * entries) least *= 2;
  return least;
}
// How many a table should have after it was emptied.
inline std::size_t slots_after(std::size_t slots, std::size_t used, std::size_t least) {
  return used * 16 < slots && slots > least ? slots / 2 : slots;
}

// How keys are hashed: numbers that were not made at random, and those that were, of which the table
// keeps 63 bits.
struct QuickHash {
  static std::uint64_t stored(std::uint64_t key) { return key; }
  std::uint64_t operator()(std::uint64_t key) const { return quick_hash(key); }
};
struct IsHash {
  static std::uint64_t stored(std::uint64_t key) { return key & ~(std::uint64_t{1} << 63); }
  std::uint64_t operator()(std::uint64_t key) const { return key; }
};

struct Nothing {};

// A key of 8 bytes as two halves, so that with a value of 4 bytes a slot takes 12, not 16.
struct HalvedKey {
  HalvedKey(std::uint64_t key) { std::memcpy(halves, &key, sizeof key); }  // NOLINT: it is one
  operator std::uint64_t() const {                                         // NOLINT
    std::uint64_t key;
    std::memcpy(&key, halves, sizeof key);
    return key;
  }
  std::uint32_t halves[2];
};

template <typename Key, typename Value, typename Hash = QuickHash>
class HashMap {
  static_assert(std::is_unsigned_v<Key> && std::is_trivially_copyable_v<Value>);

 public:
  static constexpr Key kFree = static_cast<Key>(~Key{0});
  static constexpr bool kHalved = sizeof(Key) == 8 && alignof(Value) == 4;
  struct Slot {
    std::conditional_t<kHalved, HalvedKey, Key> key = kFree;
    [[no_unique_address]] Value value{};
  };

  // `least` slots, a power of two, are there from the start and stay.
  explicit HashMap(std::size_t least = 64) : least_(least), mask_(least - 1), slots_(least) {}

  std::size_t size() const { return used_; }
  const Value* find(Key key) const {
    key = static_cast<Key>(Hash::stored(key));
    const Slot& slot = slots_[place(key)];
    return slot.key == kFree ? nullptr : &slot.value;
  }
  Value* find(Key key) { return const_cast<Value*>(std::as_const(*this).find(key)); }
  bool contains(Key key) const { return find(key) != nullptr; }

  // The value of the key, which is now `value` if the key was not there; and whether it was not.
  std::pair<Value*, bool> insert(Key key, Value value) {
    key = static_cast<Key>(Hash::stored(key));
    std::size_t at = place(key);
    if (slots_[at].key != kFree) return {&slots_[at].value, false};
    if (2 * used_ >= mask_) [[unlikely]]
      at = grow(key);
    ++used_;
    slots_[at] = {key, value};
    return {&slots_[at].value, true};
  }

  // Asks for the memory that find(key) will read.
  void prefetch(Key key) const {
    manyways::prefetch(&slots_[static_cast<std::size_t>(Hash()(key)) & mask_]);
  }
  void reserve(std::size_t entries) {
    if (2 * entries > slots_.size()) rehash(slots_for(entries, slots_.size()));
  }
  void clear() {
    slots_.resize(slots_after(slots_.size(), used_, least_));
    for (Slot& slot : slots_) slot.key = kFree;  // values need not be written
    mask_ = slots_.size() - 1;
    used_ = 0;
  }
  template <typename Visit>
  void for_each(Visit&& visit) const {
    for (const Slot& slot : slots_) {
      if (slot.key != kFree) visit(slot.key, slot.value);
    }
  }

 private:
  std::size_t place(Key key) const {
    return probe(slots_.data(), mask_, Hash()(key),
                 [key](const Slot& slot) { return slot.key == key || slot.key == kFree; });
  }
  // Kept out of those who ask, which are short loops.
  MANYWAYS_NOINLINE std::size_t grow(Key key) {
    rehash(2 * slots_.size());
    return place(key);
  }
  void rehash(std::size_t slots) {
    std::vector<Slot> old(slots);
    old.swap(slots_);
    mask_ = slots - 1;
    for (const Slot& slot : old) {
      if (slot.key != kFree) slots_[place(slot.key)] = slot;
    }
  }

  // The mask is kept because sizes of 12 and 24 bytes would have to be divided by.
  std::size_t least_, mask_, used_ = 0;
  std::vector<Slot> slots_;
};

template <typename Key, typename Hash = QuickHash>
class HashSet {
 public:
  explicit HashSet(std::size_t least = 64) : map_(least) {}
  bool insert(Key key) { return map_.insert(key, {}).second; }  // false if it was there
  bool contains(Key key) const { return map_.contains(key); }
  std::size_t size() const { return map_.size(); }
  void clear() { map_.clear(); }

 private:
  HashMap<Key, Nothing, Hash> map_;
};

class IdTable {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  explicit IdTable(std::size_t least = 64)
      : least_(least), mask_(least - 1), slots_(least, kNone) {}

  std::size_t size() const { return used_; }
  // The id for which same(id), of those entered with this hash; kNone if there is none.
  template <typename Same>
  std::uint32_t find(std::uint64_t hash, Same&& same) const {
    return slots_[place(hash, same)];
  }
  // That id; else `id`, which is entered now.
  template <typename Same, typename HashOf>
  std::uint32_t find_or_add(std::uint64_t hash, std::size_t id, Same&& same, HashOf&& hash_of) {
    std::size_t at = place(hash, same);
    if (slots_[at] != kNone) return slots_[at];
    if (2 * used_ >= mask_) [[unlikely]]
      at = grow(hash, hash_of);
    ++used_;
    return slots_[at] = static_cast<std::uint32_t>(id);
  }
  template <typename HashOf>
  void reserve(std::size_t entries, HashOf&& hash_of) {
    if (2 * entries > slots_.size()) rehash(slots_for(entries, slots_.size()), hash_of);
  }
  void clear() {
    slots_.assign(slots_after(slots_.size(), used_, least_), kNone);
    mask_ = slots_.size() - 1;
    used_ = 0;
  }
  // Empty, and with the room that so many need.
  void clear_for(std::size_t entries) {
    slots_.assign(slots_for(entries, least_), kNone);
    mask_ = slots_.size() - 1;
    used_ = 0;
  }
  // What a file keeps of it.
  std::span<const std::uint32_t> slots() const { return slots_; }

 private:
  template <typename Same>
  std::size_t place(std::uint64_t hash, Same&& same) const {
    return probe(slots_.data(), mask_, hash,
                 [&](std::uint32_t id) { return id == kNone || same(id); });
  }
  template <typename HashOf>
  MANYWAYS_NOINLINE std::size_t grow(std::uint64_t hash, HashOf&& hash_of) {
    rehash(2 * slots_.size(), hash_of);
    return place(hash, [](std::uint32_t) { return false; });
  }
  template <typename HashOf>
  void rehash(std::size_t slots, HashOf&& hash_of) {
    std::vector<std::uint32_t> old(slots, kNone);
    old.swap(slots_);
    mask_ = slots - 1;
    for (const std::uint32_t id : old) {
      if (id != kNone) slots_[place(hash_of(id), [](std::uint32_t) { return false; })] = id;
    }
  }

  std::size_t least_, mask_, used_ = 0;
  std::vector<std::uint32_t> slots_;
};

}  // namespace manyways
