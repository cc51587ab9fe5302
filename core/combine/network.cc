#include "combine/network.h"

#include <algorithm>
#include <numeric>

namespace manyways::combine {

namespace {

void vote(Slot& slot, WordId word, std::uint64_t input) {
  const auto known = std::find_if(slot.arcs.begin(), slot.arcs.end(),
                                  [word](const Arc& arc) { return arc.word == word; });
  if (known != slot.arcs.end()) {
    known->inputs |= input;
  } else {
    slot.arcs.push_back({word, input});
  }
}

bool has_form(const Slot& slot, WordId word, const Words& words) {
  const auto& forms = words.stages[0].keys;
  return std::any_of(slot.arcs.begin(), slot.arcs.end(),
                     [&](const Arc& arc) { return forms[arc.word] == forms[word]; });
}

// Words that are said between two slots of the backbone join slots that others left there: the longest
// common subsequence of forms; those that find none get slots of their own.
void put_between(std::vector<Slot>& slots, std::size_t begin, std::size_t end,
                 std::span<const WordId> said, std::uint64_t input, const Words& words) {
  const std::size_t width = end - begin + 1;
  std::vector<std::uint32_t> common((said.size() + 1) * width, 0);
  const auto at = [&](std::size_t i, std::size_t j) -> std::uint32_t& {
    return common[i * width + j];
  };
  for (std::size_t i = said.size(); i-- > 0;) {
    for (std::size_t j = end - begin; j-- > 0;) {
      at(i, j) = has_form(slots[begin + j], said[i], words) ? at(i + 1, j + 1) + 1
                                                            : std::max(at(i + 1, j), at(i, j + 1));
    }
  }
  std::vector<Slot> merged;
  std::size_t i = 0, j = 0;
  while (i < said.size() || j < end - begin) {
    const bool both = i < said.size() && j < end - begin;
    if (both && has_form(slots[begin + j], said[i], words)) {
      merged.push_back(std::move(slots[begin + j++]));
      vote(merged.back(), said[i++], input);
    } else if (j < end - begin && (!both || at(i, j + 1) >= at(i + 1, j))) {
      merged.push_back(std::move(slots[begin + j++]));
    } else {
      merged.push_back({});
      vote(merged.back(), said[i++], input);
    }
  }
  const auto first = slots.begin() + static_cast<std::ptrdiff_t>(begin);
  slots.erase(first, slots.begin() + static_cast<std::ptrdiff_t>(end));
  slots.insert(slots.begin() + static_cast<std::ptrdiff_t>(begin), merged.begin(), merged.end());
}

void add_input(Network& network, std::span<const Slot> targets, const Input& input,
               std::uint64_t bit, std::uint64_t done, const Words& words,
               const NetworkSettings& settings) {
  const Fit fit(input.words, targets, words, done);
  const auto places = settings.aligner == Aligner::kTer ? align_by_edits(fit) : align_by_hmm(fit);
  // Where the targets are in the network now: all of it, or the backbone's slots.
  std::vector<std::size_t> at;
  for (std::size_t j = 0; j < network.slots.size(); ++j) {
    if (settings.incremental || network.slots[j].base >= 0) at.push_back(j);
  }
  std::vector<std::vector<WordId>> between(targets.size() + 1);
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (places[i].slot >= 0) {
      vote(network.slots[at[static_cast<std::size_t>(places[i].slot)]], input.words[i], bit);
    } else {
      between[static_cast<std::size_t>(places[i].gap)].push_back(input.words[i]);
    }
  }
  for (std::size_t gap = between.size(); gap-- > 0;) {  // from behind, so that places stay
    if (between[gap].empty()) continue;
    const std::size_t begin = gap == 0 ? 0 : at[gap - 1] + 1;
    const std::size_t end = gap == targets.size() ? network.slots.size() : at[gap];
    put_between(network.slots, begin, end, between[gap], bit, words);
  }
}

}  // namespace

Network build_network(std::span<const Input> inputs, std::size_t backbone, const Words& words,
                      const NetworkSettings& settings) {
  Network network;
  network.backbone = backbone;
  const std::uint64_t first = std::uint64_t{1} << backbone;
  for (std::size_t i = 0; i < inputs[backbone].words.size(); ++i) {
    network.slots.push_back({{{inputs[backbone].words[i], first}}, static_cast<int>(i)});
  }
  const std::vector<Slot> base = network.slots;
  std::uint64_t done = first;
  for (std::size_t s = 0; s < inputs.size(); ++s) {
    if (s == backbone) continue;
    const std::uint64_t bit = std::uint64_t{1} << s;
    const std::vector<Slot> targets = settings.incremental ? network.slots : base;
    add_input(network, targets, inputs[s], bit, settings.incremental ? done : first, words,
              settings);
    done |= bit;
  }
  for (Slot& slot : network.slots) {
    std::uint64_t said = 0;
    for (const Arc& arc : slot.arcs) said |= arc.inputs;
    if (said != done) slot.arcs.push_back({kNoWord, done & ~said});
  }
  return network;
}

}  // namespace manyways::combine
