// From linked sentence pairs to a table file: extract, count, score, orient, write.
//
//   train(text, source_vocabulary, target_vocabulary, {}, "phrases.bin", threads);
//
// Scores, in order: p(f|e), lex(f|e), p(e|f), lex(e|f). Two sorts in buckets: occurrences by target
// phrase (counts of pairs and targets, target numbers), then pairs by source phrase (counts of
// sources, scores, the file). Beyond `memory` mebibytes the buckets go to files beside the
// output, so the text may be larger than memory; what stays in memory is 8 bytes per word of text
// and 16 per distinct source phrase. The file is the same for any number of threads and any memory
// limit.
//
// Reordering: p(turn | pair) = (count + smoothing) / (total + smoothing * turns), before and after.
#pragma once

#include <cstdint>
#include <string>

#include "base/vocabulary.h"
#include "phrases/extract.h"
#include "phrases/linked_text.h"

namespace manyways::phrases {

struct TrainSettings {
  ExtractSettings extract;
  double reordering_smoothing = 0.5;
  bool kneser_ney = false;        // smooth p(f|e) and p(e|f) (Foster, Kuhn and Johnson, 2006)
  std::uint32_t least_count = 1;  // leave out pairs seen less often
  std::size_t table_limit = 0;    // keep so many options per source phrase; 0: all
  std::size_t memory = 1024;      // MiB before files are used
};

struct TrainSummary {
  std::uint64_t occurrences, pairs, kept, source_phrases, target_phrases;
};

TrainSummary train(const LinkedText& text, const VocabularyView& source_words,
                   const VocabularyView& target_words, const TrainSettings& settings,
                   const std::string& path, unsigned threads);

}  // namespace manyways::phrases
