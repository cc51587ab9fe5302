// An n-gram model as a list: every n-gram with its score and back-off, order by order.
//
// This is what estimation makes, what an ARPA file holds, and what build.h turns into the structure
// that answers queries. All numbers are natural logs in float32.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"
#include "base/vocabulary.h"

namespace manyways::lm {

inline constexpr unsigned kMaxOrder = 10;

// The score of <unk> where a model has none: log10 = -100, as KenLM gives it.
inline constexpr float kMissingScore = -230.2585093f;

struct NgramOrder {
  std::vector<WordId> words;    // n ids per n-gram, oldest word first
  std::vector<float> scores;    // log p(last word | the words before it)
  std::vector<float> backoffs;  // log weight of the n-gram as a context; empty in the highest order

  std::size_t size() const { return scores.size(); }
};

struct Ngrams {
  Vocabulary vocabulary;
  std::vector<NgramOrder> orders;  // orders[n - 1] holds the n-grams of n words

  unsigned order() const { return static_cast<unsigned>(orders.size()); }
  std::span<const WordId> words(unsigned n, std::size_t index) const {
    return std::span(orders[n - 1].words).subspan(index * n, n);
  }
};

}  // namespace manyways::lm
