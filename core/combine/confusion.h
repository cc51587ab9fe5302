// A new sentence out of confusion networks (network.h): one path through the slots.
//
// Features, in this order: `LM0`, `OOV0` ... as in frontier.h; `words`; `empty`, slots in which nothing is said;
// `confidence`, the sum over the slots of log(share of votes of the inputs that say it); `votes`, the sum of
// the shares for words alone; `pairs`, the sum over the slots of the votes of those that also said what was
// taken in the slot before; `backbone`, words that the backbone has; `prior`, log(share of the backbone); then,
// with `individual`, `system:NAME`, the words that a system said.
//
// With a backbone given there is one network; with all, a network for each input, joined at their ends. A
// hypothesis is a place in a network, the inputs of the last arc and the states of the language models;
// of each slot the `beam` best are kept, and if none was dropped the list is proved to be the k best.
#pragma once

#include <string>
#include <vector>

#include "combine/network.h"
#include "combine/paths.h"
#include "combine/words.h"

namespace manyways::combine {

struct ConfusionSettings {
  unsigned beam = 200;
  unsigned size = 1;
  Aligner aligner = Aligner::kTer;
  bool incremental = false;
  bool individual = false;
};

inline constexpr std::int64_t kEveryBackbone = -1;

std::vector<std::string> confusion_features(const ConfusionSettings& settings, std::size_t models,
                                            const std::vector<std::string>& systems);

// backbones: for each sentence a place in its list (not of an empty text), or kEveryBackbone.
Combined combine_networks(const Words& words, const Lists& lists,
                          std::span<const std::int64_t> backbones,
                          const ConfusionSettings& settings, std::span<const double> weights,
                          const std::vector<std::string>& systems, unsigned threads);

}  // namespace manyways::combine
