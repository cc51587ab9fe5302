// The part of a language model that one sentence can meet, with bounds for contexts of which only
// the last words are known.
//
//   LocalLm local(model, words, follow, first);      // which words may stand behind which
//   LocalLm::State state = local.begin(), next;
//   double score = local.step(state, word, next);    // at least what the model gives
//   state = local.shortened(next, 2);                // remembers two words, and that there may be more
//
// A state is a context of the model and whether it is *open*: whether the real context may be a
// longer one that ends in it. Behind a context that is not open a score is the model's; behind an open one
// it is the best over all longer contexts whose words may stand behind one another in this
// sentence. So the more words a state remembers, the lower and truer its scores.
//
// How it is made: all n-grams of the model whose words may follow one another are looked up, order
// by order; a longer one is looked for only where the one without its first word exists, for the
// builder of models puts all these in (lm/build.h). That is some ten thousand n-grams, which then
// answer from the processor's cache. The best over longer contexts goes from the longest
// n-grams to the shorter ones, once.
//
// Scores carry a slack of some 1e-6 of themselves for the rounding of the model's floats: they are bounds,
// also where the state is not open.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/hash_table.h"
#include "lm/model.h"

namespace manyways::exact {

class LocalLm {
 public:
  using State = std::uint32_t;  // node << 1 | open
  using Word = std::uint32_t;   // by the order in which they were given

  // follow[w]: which may stand behind w, each once; first: which at the start of the sentence.
  LocalLm(const lm::Model& model, std::span<const WordId> words,
          const std::vector<std::vector<Word>>& follow, std::span<const Word> first);

  State begin() const { return begin_; }
  double step(State state, Word word, State& next) const;
  // The state of at most so many last words.
  State shortened(State state, unsigned words) const;

  std::size_t nodes() const { return nodes_.size(); }
  std::size_t ngrams() const { return entries_.size(); }

 private:
  struct Node {
    double backoff = 0;
    double gain = 0;  // the best that longer contexts add by backing off to this one, at least 0
    std::uint32_t suffix = 0;
    std::uint32_t global = 0;  // the model's node
    Word last = 0;
    std::uint32_t first = 0, end = 0;  // its n-grams
    std::uint8_t length = 0;
    bool longer = false, apart = false;  // some context ends in it; one of two words or more longer
  };
  struct Entry {
    double score, bound;
    std::uint32_t next;
    Word word;
  };
  static std::uint64_t key(std::uint32_t node, Word word) {
    return std::uint64_t{node} << 32 | word;
  }
  std::uint32_t local(lm::State state) const;
  void add_entry(std::uint32_t node, Word word, float score, lm::State next);
  void look_up(std::uint32_t node, std::span<const Word> behind);
  void bound_all();
  const Entry* find(std::uint32_t node, Word word) const {
    const std::uint32_t* const at = table_.find(key(node, word));
    return at == nullptr ? nullptr : &entries_[*at];
  }

  const lm::Model& model_;
  std::vector<WordId> words_;
  std::vector<Node> nodes_;
  std::vector<Entry> entries_;
  HashMap<std::uint64_t, std::uint32_t> table_{1 << 14};
  HashMap<std::uint32_t, std::uint32_t> known_{1 << 12};  // the model's nodes
  State begin_ = 0;
};

}  // namespace manyways::exact
