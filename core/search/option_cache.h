// The options of a source phrase, scored and cut, kept for the next sentence that has the phrase
// (phrases/node_cache.h).
#pragma once

#include <span>
#include <vector>

#include "phrases/node_cache.h"
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

  std::size_t bytes() const { return sizeof(OptionBlock) + options.size() * sizeof(ScoredOption); }
};

using OptionCache = phrases::NodeCache<OptionBlock>;

}  // namespace manyways::search
