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
// prefixes: a word seen at most so many times that begins with one of them is split behind it if the
// rest, of at least three letters, was seen more often than the word; of several rests the one seen most
// often, then the longest. The prefix is written with a plus sign: "وكتابي" becomes "و+ كتابي".
//
// vary: a word that cannot be translated (it was never seen, or is not among the usable ones) and is not
// split becomes a usable one that it is a form of: in another case; with another ending and a capital or
// none as it has, if words of this text have both endings often; if it has no capital, with one letter
// more, less or changed; or behind a prefix, if its rest is a form of a usable word in these ways. Of
// several the one that differs least, then the one seen most often, then the first in the order of code
// points. What a word is split into is varied alike.
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

// In letters: of the parts of compounds, and of what stands behind a prefix. Longer words stay.
inline constexpr std::size_t kShortest = 4, kShortestRest = 3, kLongestWord = 100;

class KnownWords {
 public:
  struct Uses {
    bool split = false, vary = false;
    std::int64_t most = 20;  // times that a word may have been seen that is split
  };
  // What stands between the parts of compounds, and what stands before words.
  struct Affixes {
    std::vector<std::string> joiners, prefixes;
  };
  // usable: not 0 for words that others may become; all are if it is empty.
  // Throws std::invalid_argument unless there is one count (and one such number) per word.
  KnownWords(const TextView& words, std::span<const std::int64_t> counts,
             std::span<const std::uint8_t> usable, Affixes affixes, Uses uses);

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
  bool append_prefixed(std::string_view lowered, std::int64_t seen, std::string& out) const;
  const Endings& endings() const;
  // The id in lowered_ of the usable word that this is a form of; kUnknownWord if there is none.
  WordId variant(std::string_view lowered, bool capital) const;
  bool usable(WordId id) const { return id != kUnknownWord && usable_[id] != kUnknownWord; }
  WordId by_ending(std::string_view lowered, const std::vector<std::size_t>& at,
                   bool capital) const;
  WordId by_letter(std::string_view lowered, const std::vector<std::size_t>& at) const;
  void append(std::string_view word, std::string& out) const;
  void append_whole(std::string_view word, std::string& out) const;

  Vocabulary lowered_;
  std::vector<std::int64_t> counts_;  // by id in lowered_, over all spellings
  std::vector<WordId> best_;          // by id in lowered_: its most frequent spelling in surfaces_
  std::vector<WordId> usable_;        // the most frequent one of those that are usable
  Vocabulary surfaces_;
  std::vector<bool> is_usable_;  // by id in surfaces_
  Affixes affixes_;
  Uses uses_;
  mutable std::once_flag once_;
  mutable Endings endings_;
};

}  // namespace manyways::text
