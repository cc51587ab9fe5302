// Many sentences at once: searches on all cores, results in the order of the input.
//
//   DecodeSettings settings{.beam = {.pops = 1000}, .candidates = 100, .distinct = true};
//   Translations all = decode(model, inputs, settings, /*threads=*/0);
//
// Each thread has its own Beam and takes the next sentence when it is done with one: no lock, and
// the result does not depend on the number of threads. A sentence of more than kLongestInput words
// is translated in pieces and gets one candidate.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "graph/consensus.h"
#include "search/beam.h"
#include "search/result.h"

namespace manyways::search {

inline constexpr std::uint32_t kLongestInput = 500;

enum class Consensus : std::uint8_t { kNone, kList, kLattice };

struct DecodeSettings {
  BeamSettings beam;
  std::size_t candidates = 1;  // the k of k-best; with consensus, the length of its list
  bool distinct = true;
  bool details = true;  // steps and links
  Consensus consensus = Consensus::kNone;
  graph::LatticeMbrSettings mbr;
};

Translations decode(const PhraseModel& model, std::span<const Input> inputs,
                    const DecodeSettings& settings, unsigned threads);

// Calls work(beam, i) for each of the sentences 0 .. sentences - 1, each thread with a Beam of its
// own.
void for_each_sentence(const PhraseModel& model, std::size_t sentences, unsigned threads,
                       const std::function<void(Beam&, std::size_t)>& work);

// The time of one sentence: all searches that it takes (pieces, a second one in another space)
// share its limit.
class Sentence {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  }
  // The same settings with what is left of the time limit: never none, so that it stays a limit.
  BeamSettings left(BeamSettings settings) const;

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

// One search; in the free space, where a beam can run dead, falls back on the gap space.
Status search_once(Beam& beam, const Input& input, BeamSettings settings, bool keep_arcs,
                   const ScorerMaker* extra = nullptr);

// The search graphs. Throws InputError for a sentence of more than kLongestInput words.
std::vector<graph::Hypergraph> decode_graphs(const PhraseModel& model,
                                             std::span<const Input> inputs,
                                             const BeamSettings& settings, unsigned threads);

}  // namespace manyways::search
