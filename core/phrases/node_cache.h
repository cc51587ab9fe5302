// What was made of the options of a source phrase, kept for the next sentence that has the phrase.
//
// A block has its table node (`node`) and its size (`bytes()`). Shared by all threads without a
// lock: a slot is filled once, by whoever comes first; what a loser computed was the same. Never
// holds more than about 64 MB: when it is full, the rest is computed anew each time.
// (A table of its own, not base/hash_table.h: that one is for a single thread, and this one must
// neither move nor wait.)
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "base/hash.h"
#include "phrases/table.h"

namespace manyways::phrases {

template <typename Block>
class NodeCache {
 public:
  NodeCache() : slots_(std::make_unique<std::atomic<const Block*>[]>(kSlots + kProbes)) {}
  ~NodeCache() {
    for (std::size_t i = 0; i < kSlots + kProbes; ++i) delete slots_[i].load();
  }
  NodeCache(const NodeCache&) = delete;
  NodeCache& operator=(const NodeCache&) = delete;

  const Block* find(Table::Node node) const {
    const std::size_t start = slot_of(node);
    for (std::size_t i = start; i < start + kProbes; ++i) {
      const Block* block = slots_[i].load(std::memory_order_acquire);
      if (block == nullptr) return nullptr;
      if (block->node == node) return block;
    }
    return nullptr;
  }
  // Takes the block if there is room; the caller then reads what this returns, else what it still
  // has.
  const Block* insert(std::unique_ptr<Block>& block) {
    const std::size_t size = block->bytes();
    if (bytes_.load(std::memory_order_relaxed) + size > kMostBytes) return block.get();
    const std::size_t start = slot_of(block->node);
    for (std::size_t i = start; i < start + kProbes; ++i) {
      const Block* there = nullptr;
      if (slots_[i].compare_exchange_strong(there, block.get(), std::memory_order_acq_rel)) {
        bytes_.fetch_add(size, std::memory_order_relaxed);
        return block.release();
      }
      if (there->node == block->node) return there;
    }
    return block.get();
  }

 private:
  static constexpr std::size_t kSlots = std::size_t{1} << 17, kProbes = 16;
  static constexpr std::size_t kMostBytes = std::size_t{64} << 20;
  static std::size_t slot_of(Table::Node node) { return mix64(node) & (kSlots - 1); }

  std::unique_ptr<std::atomic<const Block*>[]> slots_;
  std::atomic<std::size_t> bytes_{0};
};

}  // namespace manyways::phrases
