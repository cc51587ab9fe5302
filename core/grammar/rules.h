// Equal rules come together: counts, the links to keep, lexical weights.
//
// As phrases/pairs.h does for phrase pairs, with two differences. Counts are fractions. Rules with
// equal words but gaps in another order are different rules; the count of a target side is that of
// its words and gaps whatever their order (as in Moses).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "grammar/extract.h"
#include "phrases/lexicon.h"
#include "phrases/linked_text.h"
#include "phrases/table.h"

namespace manyways::grammar {

// The ids that stand for gaps in the two vocabularies.
struct GapIds {
  WordId source;
  std::array<WordId, kMostGaps> target;
};

// Where a rule occurred.
struct RulePlace {
  std::uint32_t sentence;
  std::uint16_t source_begin, target_begin;
  std::uint8_t source_size, target_size, gaps;
  std::uint8_t crossed;  // 1 if the gaps have different orders on the two sides
  std::array<Gap, kMostGaps> gap;
};

RulePlace place_of(const RuleSpan& rule, std::size_t sentence);

struct RuleEvent {
  std::uint64_t target, source;  // hashes; target's does not know the order of gaps
  std::uint32_t links;           // hash
  float count;
  RulePlace place;
};

struct RuleCount {
  std::uint64_t source;  // hash
  RulePlace place;       // an occurrence with the links to keep
  std::uint32_t target;  // number of the target side
  std::uint32_t pairs;   // sentence pairs in which it occurred
  float count, target_count;
  float source_weight, target_weight;  // lexical, as probabilities
};

// A rule spelled out: words, gaps, and links between symbols (by target, then source).
struct RuleSymbols {
  std::vector<WordId> source, target;
  std::vector<phrases::Link> links;
};
void spell_rule(const phrases::LinkedText& text, const RulePlace& place, const GapIds& gaps,
                RuleSymbols& out);

// The events of one sentence pair, appended to `out`.
void append_events(const phrases::LinkedText& text, std::size_t sentence,
                   std::span<const RuleSpan> rules, const GapIds& gaps,
                   std::vector<RuleEvent>& out);

struct CountedRules {
  std::vector<RuleCount> rules;  // by target side; RuleCount::target < targets
  std::uint32_t targets = 0;     // distinct target sides
};

// Reorders `events`, which hold all occurrences of their target sides.
CountedRules count_rules(const phrases::LinkedText& text, const phrases::WordWeights& weights,
                         const GapIds& gaps, std::vector<RuleEvent>& events);

}  // namespace manyways::grammar
