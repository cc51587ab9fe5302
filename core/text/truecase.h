// Truecasing: every word in the case it has in the middle of a sentence.
//
//   FormCounts forms = count_forms(column, threads);        // from tokenised text
//   Truecaser truecaser(forms.surfaces.view(), forms.counts);
//   truecaser.apply("The EU MUST act .", out);              // "the EU must act ."
//   append_capital("the EU must act .", out);               // "The EU must act ."
//
// The form of a word is the most frequent of its spellings away from the start of a sentence; of
// equal counts the one that came first in the text. Words seen at starts only are counted there.
// A start is the first word, and the first word after . ! ? : ; and after opening quotes or
// brackets that follow those. Sentences without any lower-case letter are no evidence.
//
// Applying changes words at a start, and words all in capitals that training never saw so.
// Counting is one look-up per word, on all threads; applying one or two per word.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/text_column.h"
#include "base/vocabulary.h"

namespace manyways::text {

struct FormCounts {
  TextColumn surfaces;  // spellings, in the order in which they first occur
  std::vector<std::int64_t> counts;
};

FormCounts count_forms(const TextView& column, unsigned threads);

class Truecaser {
 public:
  // Throws std::invalid_argument unless there is one count per spelling.
  Truecaser(const TextView& surfaces, std::span<const std::int64_t> counts);

  void apply(std::string_view text, std::string& out) const;

 private:
  Vocabulary lowered_;        // words in lower case
  std::vector<WordId> best_;  // by id in lowered_: the id of its form in surfaces_
  Vocabulary surfaces_;
};

// The first letter of a text, and of each sentence in it, in upper case, unless its word holds
// capitals already. A sentence ends where a stop is a token of its own: "e.g. this" holds none.
void append_capital(std::string_view text, std::string& out);

}  // namespace manyways::text
