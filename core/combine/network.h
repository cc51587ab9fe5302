// A confusion network: slots in a row, in each of them what the inputs say there, or nothing.
//
//   Network network = build_network(inputs, backbone, words, {.incremental = true});
//   for (const Slot& slot : network.slots) for (const Arc& arc : slot.arcs) arc.word, arc.inputs;
//
// One input, the backbone, gives the order; every other one is aligned to it, word by word. A word that is
// aligned to a slot becomes an arc there; one that is not gets a slot of its own between. An input that has
// no word in a slot says nothing there (kNoWord). In pairs, inputs are aligned to the backbone's words, and what
// several of them say between two of these is brought together by equal forms alone; with `incremental`
// (Rosti et al. 2008) they are aligned to all that earlier inputs left, one after the other.
//
// Two ways to align:
//
//   ter  the cheapest edits (Rosti et al. 2007): 1 for a word inserted or left out (half of it where somebody else says nothing,
//        too), 1 for another word, less if they match by stem, synonym or class; blocks of up to 10 words that
//        the network has elsewhere are moved there at a cost of 1 each, greedily, while that pays.
//   hmm  the most probable path (Matusov et al. 2006; He et al. 2008): words are emitted by similarity,
//        jumps cost by their length, and 0.2 is left for words that are nobody's. Of several words at one slot
//        the most similar, of equals the first, stays there.
//
// Equal costs: substitution before insertion before leaving out; the leftmost block and place.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "combine/paths.h"
#include "combine/words.h"

namespace manyways::combine {

enum class Aligner { kTer, kHmm };

struct NetworkSettings {
  Aligner aligner = Aligner::kTer;
  bool incremental = false;
};

struct Arc {
  WordId word;  // kNoWord: nothing is said
  std::uint64_t inputs;
};
struct Slot {
  std::vector<Arc> arcs;
  int base = -1;  // the backbone's word that it began with
};
struct Network {
  std::vector<Slot> slots;
  std::size_t backbone = 0;
};

Network build_network(std::span<const Input> inputs, std::size_t backbone, const Words& words,
                      const NetworkSettings& settings);

// Where each word of a text goes: a slot, or the gap before one (gap = number of slots: behind the last).
struct Place {
  std::int32_t slot = -1;
  std::int32_t gap = -1;
};

// How well words fit slots, and what it costs to leave a slot empty.
class Fit {
 public:
  Fit(std::span<const WordId> text, std::span<const Slot> slots, const Words& words,
      std::uint64_t done);

  std::size_t words() const { return text_.size(); }
  std::size_t slots() const { return empty_.size(); }
  double similarity(std::size_t i, std::size_t j) const { return similar_[i * slots() + j]; }
  double empty_cost(std::size_t j) const { return empty_[j]; }

 private:
  std::span<const WordId> text_;
  std::vector<double> similar_, empty_;
};

std::vector<Place> align_by_edits(const Fit& fit);
std::vector<Place> align_by_hmm(const Fit& fit);
// The cost of the cheapest edits without moving anything, of the words in this order.
double edit_cost(const Fit& fit, std::span<const std::size_t> order);

}  // namespace manyways::combine
