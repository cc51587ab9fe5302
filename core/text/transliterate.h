// Words of another script spelt in the target's.
//
//   Transliterator letters(units, words, borrowed, own);      // units: learn_units (letter_pairs.h)
//   if (letters.odds("नाओको") > 0) letters.best("नाओको", 5);   // naoko, nauco, ... with their scores
//
// odds: whether a word is one to spell, a name or a loan word, is told from its spelling: by models
// (letter_model.h) of source words that were found to be the same in the target, and of those that
// were not, with their shares as the odds before anything is known. Native words, spelt, would be
// nonsense, and at worst a word of the target that means something else.
//
// A word is cut into its letters, each of which becomes no, one or two letters of the target. A
// spelling t of the word s is scored by
//
//   log sum over ways to cut (s, t) of prod p(unit) / sqrt p(its target letters)  +  log p(t) / 2
//
// with p(t) from a model of how words of the target are spelt (letter_model.h): the units know how
// frequent letters of names are, which the model knows better. A beam goes from letter to letter; ways
// to the same spelling are added up. O(letters * beam * units of a letter). Of equal scores the spelling
// that is first in the order of code points comes first.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/text_column.h"
#include "text/letter_model.h"
#include "text/letter_pairs.h"

namespace manyways::text {

struct Transliteration {
  std::string text;
  double score;  // a natural logarithm
};

class Transliterator {
 public:
  // words: of the target, in lower case; borrowed, own: of the source. Throws std::invalid_argument
  // unless every unit has a source letter and a probability.
  Transliterator(const std::vector<LetterUnit>& units, const TextView& words,
                 const TextView& borrowed, const TextView& own);

  // The logarithm of the odds that a word is borrowed.
  double odds(std::string_view word) const;

  // Up to `most` spellings, best first; none if a letter of the word is unknown.
  std::vector<Transliteration> best(std::string_view word, std::size_t most) const;

 private:
  struct Way {
    std::u32string target;
    double score;
  };
  std::vector<Way> extended(const std::vector<Way>& beam, const std::vector<Way>& units) const;

  std::map<char32_t, std::vector<Way>> units_;  // by source letter, best first
  LetterModel model_, borrowed_, own_;
  double before_;  // the odds of any word
};

}  // namespace manyways::text
