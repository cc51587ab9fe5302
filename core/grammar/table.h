// A grammar of hierarchical rules in a memory-mapped file: a phrase table whose phrases have gaps.
//
//   RuleTable rules("rules.bin");
//   const phrases::Table& table = rules.table();    // words, scores, look-up (phrases/table.h)
//   Node node = table.step(table.kRoot, word);      // a word of the sentence ...
//   node = table.step(node, rules.gap());           // ... or a span that a gap covers
//   for (phrases::Option rule : table.options(node))
//     for (WordId symbol : rule.target())
//       switch (rules.gap_of(symbol)) { ... }       // 0: first gap of the source, 1: second gap,
//                                                   // -1: a word
//
// A step is one binary search, also for the gap: walk the trie from left to right while parsing.
// Links of a rule count symbols, gaps among them, and hold one link for each gap. There is one
// non-terminal, X; the glue rules that join spans from left to right belong to the search.
#pragma once

#include <array>
#include <string>

#include "phrases/table.h"

namespace manyways::grammar {

inline constexpr std::string_view kRuleKind = "rule table";
inline constexpr unsigned kMostGaps = 2;
// Entries of the vocabularies that stand for gaps. No text holds them: words have no spaces.
inline constexpr std::string_view kSourceGap = "[X] ";
inline constexpr std::array<std::string_view, kMostGaps> kTargetGaps = {"[X] 1", "[X] 2"};

class RuleTable {
 public:
  // Throws InputError if the file is not a rule table.
  explicit RuleTable(const std::string& path);

  const phrases::Table& table() const { return table_; }
  // The source symbol of every gap.
  WordId gap() const { return gap_; }
  // Which gap of the source a target symbol stands for, counted from 0; -1 if it is a word.
  int gap_of(WordId symbol) const {
    return symbol == target_gaps_[0] ? 0 : symbol == target_gaps_[1] ? 1 : -1;
  }

 private:
  phrases::Table table_;
  WordId gap_;
  std::array<WordId, kMostGaps> target_gaps_;
};

}  // namespace manyways::grammar
