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

// Where n-grams go as they are made: all of one order before those of the next.
class NgramSink {
 public:
  virtual ~NgramSink() = default;
  virtual void begin(std::span<const std::uint64_t> sizes) = 0;  // how many there will be
  virtual void add(std::span<const WordId> words, float score, float backoff) = 0;
  virtual void end() {}
};

// Keeps them in memory.
class NgramCollector : public NgramSink {
 public:
  explicit NgramCollector(Ngrams& ngrams) : ngrams_(ngrams) {}

  void begin(std::span<const std::uint64_t> sizes) override {
    ngrams_.orders.assign(sizes.size(), {});
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      ngrams_.orders[i].words.reserve(sizes[i] * (i + 1));
      ngrams_.orders[i].scores.reserve(sizes[i]);
      if (i + 1 < sizes.size()) ngrams_.orders[i].backoffs.reserve(sizes[i]);
    }
  }
  void add(std::span<const WordId> words, float score, float backoff) override {
    NgramOrder& order = ngrams_.orders[words.size() - 1];
    order.words.insert(order.words.end(), words.begin(), words.end());
    order.scores.push_back(score);
    if (words.size() < ngrams_.orders.size()) order.backoffs.push_back(backoff);
  }

 private:
  Ngrams& ngrams_;
};

}  // namespace manyways::lm
