// The words that training knew, and what becomes of those that it did not know or hardly knew.
//
//   KnownWords known(words, counts, joiners_of(words, counts), {.split = true, .vary = true});
//   known.apply("die Haushaltsausschüsse tagten", out);      // "die Haushalt Ausschüsse tagen"
//
// split: a compound that was seen at most so many times is split into two to four known words of at
// least four letters, with one of the joiners between them (s, en), if the geometric mean of their
// counts exceeds its own count (Koehn and Knight 2003); of several ways the one with the highest mean,
// of equals the one with fewer parts. Parts are written as they are spelt most often. At a hyphen a
// part may be shorter.
//
// vary: a word that was never seen and is not split becomes a known one that it is a form of: in
// another case; with another ending and a capital or none as it has, if words of this text have both
// endings often; or, if it has no capital, with one letter more, less or changed. Of several the one that differs least, then the one
// seen most often, then the first in the order of code points.
//
// Words that hold anything but letters and hyphens stay. Splitting a word of n letters takes O(n^2)
// look-ups, varying it O(n * alphabet); endings are learnt when the first word is varied.
#pragma once

#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/text_column.h"
#include "base/vocabulary.h"

namespace manyways::text {

class KnownWords {
 public:
  struct Uses {
    bool split = false, vary = false;
    std::int64_t most = 20;  // times that a word may have been seen that is split
  };
  // Throws std::invalid_argument unless there is one count per word.
  KnownWords(const TextView& words, std::span<const std::int64_t> counts,
             std::vector<std::string> joiners, Uses uses);

  void apply(std::string_view text, std::string& out) const;
  // How often a word, in whatever case, was seen.
  std::int64_t count(std::string_view lowered) const;

 private:
  struct Split {
    double mean = 0;  // logarithm of the geometric mean
    std::vector<WordId> parts;
  };
  // Which endings words of this text have beside each other, and the words in their order.
  struct Endings {
    std::vector<WordId> sorted;                            // ids in lowered_
    std::unordered_map<std::string, std::uint32_t> pairs;  // "s|en": stems that have both
    std::vector<std::string> letters;
  };

  Split best_split(std::string_view lowered) const;
  Split hyphenated(std::string_view lowered) const;
  bool append_split(std::string_view lowered, std::int64_t seen, std::string& out) const;
  const Endings& endings() const;
  // The id in lowered_ of what the word is a form of; kUnknownWord if there is none.
  WordId variant(std::string_view lowered, bool capital) const;
  WordId by_ending(std::string_view lowered, const std::vector<std::size_t>& at,
                   bool capital) const;
  WordId by_letter(std::string_view lowered, const std::vector<std::size_t>& at) const;
  void append(std::string_view word, std::string& out) const;

  Vocabulary lowered_;
  std::vector<std::int64_t> counts_;  // by id in lowered_, over all spellings
  std::vector<WordId> best_;          // by id in lowered_: its most frequent spelling in surfaces_
  Vocabulary surfaces_;
  std::vector<std::string> joiners_;
  Uses uses_;
  mutable std::once_flag once_;
  mutable Endings endings_;
};

// The letters that stand between parts in this text: strings of up to two that join two frequent
// words in many words, compared with words that are joined by nothing.
std::vector<std::string> joiners_of(const TextView& words, std::span<const std::int64_t> counts);

}  // namespace manyways::text
