// Many sentences at once: several at a time are walked in turn, so that one's memory access is
// under way while another is scored; blocks of sentences go to threads.
//
// Sentence i is ids[offsets[i] .. offsets[i + 1]). The result does not depend on the threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lm/model.h"

namespace manyways::lm {

struct SentenceScores {
  std::vector<double> scores;          // natural log, all words (and </s> if asked for)
  std::vector<double> unknown_scores;  // the part of it that <unk> words brought
  std::vector<std::int64_t> unknown;   // how many words were <unk>
};
struct Ends {
  bool begin = true;  // <s> before the first word
  bool end = true;    // </s> after the last
};

SentenceScores score_sentences(const Model& model, std::span<const WordId> ids,
                               std::span<const std::int64_t> offsets, Ends ends, unsigned threads);

// Per word: its score, and the words of the n-gram that matched. With ends.end there is one more
// entry per sentence.
struct WordScores {
  std::vector<float> scores;
  std::vector<std::uint8_t> lengths;
};
WordScores score_words(const Model& model, std::span<const WordId> ids,
                       std::span<const std::int64_t> offsets, Ends ends);

}  // namespace manyways::lm
