// How often words occur and how often they stand side by side: all that clustering knows of a text.
//
//   Bigrams bigrams = count_bigrams(sentences, words, least);
//   bigrams.word[rank]                       // the id of a word in the text
//   for (const Neighbour& each : bigrams.after[rank]) ...      // who follows, how often
//
// Words are ranked by count; of equal counts the word with the lower id comes first. Words that
// occur less than `least` times, and <unk>, <s> and </s>, have no rank, and pairs with them are not
// counted. Sentences are apart: the last word of one and the first of the next are no pair.
// O(words) time.
#pragma once

#include <cstdint>
#include <vector>

#include "base/ids.h"
#include "base/ragged.h"

namespace manyways::cluster {

struct Neighbour {
  std::uint32_t rank;
  std::uint32_t count;
};

struct Bigrams {
  std::vector<WordId> word;          // by rank
  std::vector<std::uint64_t> count;  // by rank
  Ragged<Neighbour> after, before;   // by rank; each row has rising ranks
  std::uint64_t total = 0;           // pairs

  std::size_t size() const { return word.size(); }
};

// words: how many ids there are. Throws std::invalid_argument for an id that is not below it.
Bigrams count_bigrams(RaggedView<WordId> sentences, std::size_t words, std::uint64_t least);

}  // namespace manyways::cluster
