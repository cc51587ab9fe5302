// Hierarchical rules of one linked sentence pair (Chiang, 2007), as Moses's extract-rules finds
// them.
//
//   RuleExtractor extractor({});
//   for (const RuleSpan& rule : extractor.extract(links)) ...
//
// Every consistent phrase pair within `span` words gives a rule without gaps (if its source has at
// most `symbols` words) and rules in which one or two smaller phrase pairs are replaced by gaps:
// gaps do not touch in the source, at least one linked word pair stays, and the source side has at
// most `symbols` words and gaps. With `tight` a gap neither begins nor ends with a word that has no
// links, on either side: such words can be put inside or outside a gap, and then are outside. All
// rules of one phrase pair share a count of 1 equally.
//
// Order: by target length, target begin, source begin falling, source end rising; then gaps by
// target begin and end. Cost: grows with the fourth power of `span`, linearly with the sentence.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "grammar/table.h"
#include "phrases/linked_text.h"

namespace manyways::grammar {

struct RuleSettings {
  unsigned span = 10;        // the most words a rule may cover, on each side
  unsigned symbols = 5;      // the most words and gaps of its source side
  unsigned gaps = 2;         // at most kMostGaps
  unsigned hole_source = 2;  // the fewest source words that a gap replaces
  unsigned hole_target = 1;  // the fewest target words
  bool tight = false;        // no words without links at the edges of gaps
};

// Positions are counted from the beginning of the rule's span.
struct Gap {
  std::uint8_t source_begin, source_size, target_begin, target_size;
};

struct RuleSpan {
  std::uint16_t source_begin, target_begin;
  std::uint8_t source_size, target_size;
  std::uint8_t gaps;
  std::array<Gap, kMostGaps> gap;  // in target order; unused ones are zero
  float count;
};

class RuleExtractor {
 public:
  explicit RuleExtractor(RuleSettings settings);
  // Valid until the next call.
  std::span<const RuleSpan> extract(const phrases::SentenceLinks& links);

 private:
  struct SourceSpan {
    std::uint16_t begin, end;  // end included
  };
  // The phrase pair whose rules are being made.
  struct Whole {
    std::size_t source_begin, source_end, target_begin, target_end;  // ends included
  };

  std::vector<SourceSpan>& holes(std::size_t target_begin, std::size_t target_end) {
    return holes_[target_begin * settings_.span + (target_end - target_begin)];
  }
  void add_phrase_pairs(const phrases::SentenceLinks& links, std::size_t begin, std::size_t end);
  void add_rules(const phrases::SentenceLinks& links, const Whole& whole);
  void add_gaps(const phrases::SentenceLinks& links, const Whole& whole, RuleSpan& rule,
                std::size_t first_target, unsigned target_words, unsigned source_words);
  bool fits(const phrases::SentenceLinks& links, const Whole& whole, const RuleSpan& rule,
            SourceSpan hole, std::size_t hole_begin, std::size_t hole_end) const;

  RuleSettings settings_;
  std::vector<RuleSpan> rules_;
  std::vector<std::vector<SourceSpan>> holes_;  // by target begin and length
};

}  // namespace manyways::grammar
