// From linked sentence pairs to a grammar file: extract rules, count, score, write.
//
//   train(text, source_vocabulary, target_vocabulary, {}, "rules.bin", threads);
//
// Scores, in order: p(f|e), lex(f|e), p(e|f), lex(e|f), from fractional counts of all rules; then,
// for each source side, rules with too small counts are left out, then all but the best
// `table_limit`, then those that the test of significance.h does not let pass. Memory, temporary
// files and independence of threads are those of phrases/train.h; in memory stay also 4 bytes for
// each distinct target side, 20 for each that is kept, and for the test two text indexes.
#pragma once

#include <cstdint>
#include <string>

#include "base/vocabulary.h"
#include "grammar/extract.h"
#include "phrases/linked_text.h"

namespace manyways::grammar {

// Which rules the test of significance.h leaves in.
enum class Evidence : std::uint8_t {
  any,   // all
  once,  // -ln p > alpha - epsilon: rules seen once stay if both sides occur once
  more   // -ln p > alpha + epsilon
};

struct TrainSettings {
  RuleSettings rules;
  Evidence evidence = Evidence::any;
  std::uint32_t least_pairs = 1;  // leave out rules with gaps seen in fewer sentence pairs,
  double rare_count = 1e9;        // unless they have at least this (fractional) count
  double least_count = 0;         // leave out rules with a smaller (fractional) count
  std::size_t table_limit = 0;    // keep so many rules per source side; 0: all
  std::size_t memory = 1024;      // MiB before files are used
};

struct TrainSummary {
  std::uint64_t occurrences, rules, kept, source_sides, target_sides;
};

TrainSummary train(const phrases::LinkedText& text, const VocabularyView& source_words,
                   const VocabularyView& target_words, const TrainSettings& settings,
                   const std::string& path, unsigned threads);

}  // namespace manyways::grammar
