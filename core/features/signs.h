// Counts of every candidate by itself, beside the others of its list, and beside its source.
//
//   std::vector<std::int32_t> rows = count_signs(texts, sentence_offsets, sources, threads);
//   rows[c * kSigns + kCopied]
//
// What is beside the list: letters that are not of the script that most letters of the list are of;
// kinds of words that no other candidate has. What is beside the source, 0 without one: words that
// stand in it too; of its own kinds of words those that the candidate has and fewer than half of the
// list have (left untranslated, probably); items (scan.h) of the source that are missing, and items
// that it does not have. Words of one letter count as copied only if they stand alone by script.
//
// A list's rows depend on the list and its source alone. O(bytes) and one probe of a small table per
// word; lists are handed out in blocks, and the result is the same for any number of threads.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/text_column.h"

namespace manyways::features {

enum Sign : std::size_t {
  kCharacters,
  kWords,
  kLetters,
  kCapitals,
  kPunctuation,
  kQuotes,
  kUnbalanced,
  kLongestRun,
  kEnding,    // the Ending as a number
  kTypes,     // kinds of words
  kDoubled,   // words that follow themselves
  kRepeated,  // three words in a row that were there before
  kForeign,
  kOwn,
  kCopied,
  kUntranslated,
  kLanguage,           // its number (languages.h), 0 if unknown
  kLost,               // one of each Item
  kAdded = kLost + 5,  // one of each Item
  kSigns = kAdded + 5
};

// Their names, in the same order.
extern const std::array<const char*, kSigns> kSignNames;

// sources: a text per sentence, or none at all.
std::vector<std::int32_t> count_signs(const TextView& texts,
                                      std::span<const std::int64_t> sentence_offsets,
                                      const TextView& sources, unsigned threads);

}  // namespace manyways::features
