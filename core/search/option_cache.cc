#include "search/option_cache.h"

#include "base/hash.h"

namespace manyways::search {

OptionCache::OptionCache()
    : slots_(std::make_unique<std::atomic<const OptionBlock*>[]>(kSlots + kProbes)) {}

OptionCache::~OptionCache() {
  for (std::size_t i = 0; i < kSlots + kProbes; ++i) delete slots_[i].load();
}

std::size_t OptionCache::slot_of(phrases::Table::Node node) { return mix64(node) & (kSlots - 1); }

const OptionBlock* OptionCache::find(phrases::Table::Node node) const {
  const std::size_t start = slot_of(node);
  for (std::size_t i = start; i < start + kProbes; ++i) {
    const OptionBlock* block = slots_[i].load(std::memory_order_acquire);
    if (block == nullptr) return nullptr;
    if (block->node == node) return block;
  }
  return nullptr;
}

const OptionBlock* OptionCache::insert(std::unique_ptr<OptionBlock>& block) {
  const std::size_t size = sizeof(OptionBlock) + block->options.size() * sizeof(ScoredOption);
  if (bytes_.load(std::memory_order_relaxed) + size > kMostBytes) return block.get();
  const std::size_t start = slot_of(block->node);
  for (std::size_t i = start; i < start + kProbes; ++i) {
    const OptionBlock* there = nullptr;
    if (slots_[i].compare_exchange_strong(there, block.get(), std::memory_order_acq_rel)) {
      bytes_.fetch_add(size, std::memory_order_relaxed);
      return block.release();
    }
    if (there->node == block->node) return there;
  }
  return block.get();
}

}  // namespace manyways::search
