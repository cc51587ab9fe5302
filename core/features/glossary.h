// Terms of a glossary: those that a source has, and whether a candidate renders them as it says.
//
//   Glossary glossary(terms, translations);            // line i: a term and one of its translations
//   std::vector<std::int32_t> rows = count_terms(glossary, texts, sentence_offsets, sources, threads);
//   rows[c * kTermColumns + kTermsMissed]
//
// Terms and translations are compared word by word, words as in scan.h (lower case, signs left out).
// In the source the longest term is found at each place from left to right; a term that is there
// twice counts once. It is met if any of its translations stands in the candidate.
//
// O(words times the lengths that terms have), and one probe of a table for each; the result is the
// same for any number of threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/hash_table.h"
#include "base/text_column.h"
#include "features/scan.h"

namespace manyways::features {

enum TermColumn : std::size_t { kTermsMet, kTermsMissed, kTermColumns };

class Glossary {
 public:
  // Lines whose term or translation has no word are left out.
  Glossary(const TextView& terms, const TextView& translations);

  // The numbers of the terms in a text, rising.
  void find(std::span<const Word> words, std::vector<std::uint32_t>& terms) const;
  // Hashes of translations.
  std::span<const std::uint64_t> translations(std::uint32_t term) const {
    return translations_[term];
  }
  // Puts all that could be a translation into `runs`.
  void runs(std::span<const Word> words, HashSet<std::uint64_t, IsHash>& runs) const;
  std::size_t size() const { return translations_.size(); }

 private:
  HashMap<std::uint64_t, std::uint32_t, IsHash> terms_;
  std::vector<std::vector<std::uint64_t>> translations_;
  std::vector<std::size_t> term_lengths_, translation_lengths_;  // those there are, falling
};

std::vector<std::int32_t> count_terms(const Glossary& glossary, const TextView& texts,
                                      std::span<const std::int64_t> sentence_offsets,
                                      const TextView& sources, unsigned threads);

}  // namespace manyways::features
