// The options of a source phrase, scored and cut, kept for the next sentence that has the phrase.
//
// Shared by all threads without a lock: a slot is filled once, by whoever comes first; what a loser
// computed was the same. Never holds more than about 64 MB: when it is full, the rest is computed
// anew each time. (A table of its own, not base/hash_table.h: that one is for a single thread, and
// this one must neither move nor wait.)
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "phrases/table.h"

namespace manyways::search {

struct ScoredOption {
  phrases::Option entry;
  std::span<const WordId> source;  // the block's
  double score;                    // weighted option features
  double estimate;                 // with the target features' estimate
};

struct OptionBlock {
  phrases::Table::Node node;
  std::vector<WordId> source;
  std::vector<ScoredOption> options;  // best estimate first
};

class OptionCache {
 public:
  OptionCache();
  ~OptionCache();
  OptionCache(const OptionCache&) = delete;
  OptionCache& operator=(const OptionCache&) = delete;

  const OptionBlock* find(phrases::Table::Node node) const;
  // Takes the block if there is room; the caller then reads what this returns, else what it still
  // has.
  const OptionBlock* insert(std::unique_ptr<OptionBlock>& block);

 private:
  static constexpr std::size_t kSlots = std::size_t{1} << 17, kProbes = 16;
  static constexpr std::size_t kMostBytes = std::size_t{64} << 20;
  static std::size_t slot_of(phrases::Table::Node node);

  std::unique_ptr<std::atomic<const OptionBlock*>[]> slots_;
  std::atomic<std::size_t> bytes_{0};
};

}  // namespace manyways::search
