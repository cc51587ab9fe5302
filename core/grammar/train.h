// From linked sentence pairs to a grammar file: extract rules, count, score, write.
//
//   train(text, source_vocabulary, target_vocabulary, {}, "rules.bin", threads);
//
// Scores, in order: p(f|e), lex(f|e), p(e|f), lex(e|f), from fractional counts. Memory, temporary
// files and independence of threads are those of phrases/train.h.
#pragma once

#include <cstdint>
#include <string>

#include "base/vocabulary.h"
#include "grammar/extract.h"
#include "phrases/linked_text.h"

namespace manyways::grammar {

struct TrainSettings {
  RuleSettings rules;
  double least_count = 0;       // leave out rules with a smaller (fractional) count
  std::size_t table_limit = 0;  // keep so many rules per source side; 0: all
  std::size_t memory = 1024;    // MiB before files are used
};

struct TrainSummary {
  std::uint64_t occurrences, rules, kept, source_sides, target_sides;
};

TrainSummary train(const phrases::LinkedText& text, const VocabularyView& source_words,
                   const VocabularyView& target_words, const TrainSettings& settings,
                   const std::string& path, unsigned threads);

}  // namespace manyways::grammar
