// What the spelling of two words says about their being translations of each other.
//
//   WordForms forms = compare_forms(source_vocabulary, target_vocabulary);
//
// Names, numbers and punctuation are often the same on both sides, and a punctuation mark seldom
// answers to a word. The lexicon (lexicon.h) gives the first a head start and holds the second
// back. And words of one side that begin alike are often forms of one word (kin.h). Without forms
// (empty arrays) it knows nothing of spelling.
#pragma once

#include <cstdint>
#include <vector>

#include "base/vocabulary.h"

namespace manyways::align {

struct WordForms {
  std::vector<std::uint8_t> source_mark, target_mark;  // 1: no letter and no digit in the word
  std::vector<WordId> twin;  // of a source word: the target word spelt alike, 0 if none is
  std::vector<std::uint32_t> source_stem, target_stem;  // kin have the same: forms of one word
};

WordForms compare_forms(const VocabularyView& source, const VocabularyView& target);

}  // namespace manyways::align
