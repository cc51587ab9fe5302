// Equal phrase pairs come together: counts, the links to keep, lexical weights, orientations.
//
// Each occurrence of a pair is an Event, known by 64-bit hashes of its words (two different phrases
// among ten million share one with probability 3e-6) and by where it occurred. count_pairs takes
// all events of some target phrases and makes one PairCount of each distinct pair.
//
// The links of a pair are its most frequent ones. Among equally frequent, those whose list (of each
// target word, the source positions it is linked to) comes last in lexicographic order; for the
// weight of the source side, the same with sides exchanged. (Moses's choices.)
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "phrases/extract.h"
#include "phrases/lexicon.h"
#include "phrases/linked_text.h"
#include "phrases/table.h"

namespace manyways::phrases {

// Where a phrase pair occurred.
struct Place {
  std::uint32_t sentence;
  std::uint16_t source_begin, target_begin;
  std::uint8_t source_size, target_size;
  std::uint8_t before, after;  // Turn
};

struct Event {
  std::uint64_t target, source;  // hashes
  std::uint32_t links;           // hash
  Place place;
};
static_assert(sizeof(Event) == 32);

struct PairCount {
  std::uint64_t source;  // hash
  Place place;           // an occurrence with the links to keep
  std::uint32_t target;  // number of the target phrase
  std::uint32_t count, target_count;
  std::uint32_t target_sources;        // with how many different sources the target phrase occurs
  float source_weight, target_weight;  // lexical, as probabilities
  std::array<std::uint32_t, 8> turns;  // before, then after: how often each Turn
};

// The events of one sentence pair, appended to `out`. `spans` are extracted from `links`.
void append_events(const LinkedText& text, std::size_t sentence, const SentenceLinks& links,
                   std::span<const PhraseSpan> spans, unsigned longest, std::vector<Event>& out);

// For each of `size` words of one side: the positions it is linked to, each plus one, then a zero.
void link_lists(std::vector<Link> links, std::size_t size, bool of_target,
                std::vector<std::uint16_t>& out);

struct CountedPairs {
  std::vector<PairCount> pairs;  // PairCount::target indexes `targets`
  std::vector<Place> targets;    // an occurrence of each distinct target phrase
};

// Reorders `events`, which hold all occurrences of their target phrases.
CountedPairs count_pairs(const LinkedText& text, const WordWeights& weights,
                         std::vector<Event>& events);

// The links inside a phrase pair, by target position, then source position.
void links_inside(const LinkedText& text, const Place& place, std::vector<Link>& out);

}  // namespace manyways::phrases
