// Word translation probabilities from links: w(e|f) = links of f with e / links of f.
//
// A word without links is linked with NULL. The lexical weight of a phrase pair is a product over
// its words of the mean of w over the word's links. In a consistent phrase pair all links of a word
// lie inside the pair, so that mean belongs to the word's place in the text: it is computed once
// (WordWeights), and a phrase's weight is the product over its span.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/hash_table.h"
#include "phrases/linked_text.h"

namespace manyways::phrases {

inline constexpr WordId kNullWord = ~WordId{0};

class Lexicon {
 public:
  explicit Lexicon(const LinkedText& text);

  struct Entry {
    WordId source, target;  // kNullWord for NULL
    std::uint32_t count;
  };
  // Sorted by source, then target; NULL last.
  std::vector<Entry> entries() const;
  double target_given_source(WordId source, WordId target) const;
  double source_given_target(WordId source, WordId target) const;

 private:
  void add(WordId source, WordId target);
  std::uint32_t count(WordId source, WordId target) const;
  std::uint32_t& total(std::vector<std::uint32_t>& totals, WordId word);

  HashMap<std::uint64_t, std::uint32_t> counts_{1024};        // of source << 32 | target
  std::vector<std::uint32_t> source_totals_, target_totals_;  // the first is NULL's
};

// For each word of each text: the mean of w(word | linked word) over its links.
struct WordWeights {
  WordWeights(const LinkedText& text, const Lexicon& lexicon, unsigned threads);
  std::vector<float> source, target;
};

}  // namespace manyways::phrases
