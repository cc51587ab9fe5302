// Which contexts of a language model end in some known words: what exact searches need to bound a
// score when not all words before a word are known.
//
//   const LeftContexts& contexts = model.left_contexts();
//   State state = ...;                              // after n known words, from nothing
//   if (contexts.is_open(state, n))                 // words before those n could change scores
//     contexts.longer(state, n, may_precede, states);   // every state that they could lead to
//   for (std::uint32_t slot : contexts.continuations(state)) // the n-grams that begin with it
//     model.slots()[slot].word;
//
// After words that end in the known ones the model is in `state` or in one of the longer states; so
// the best of their scores is the best that there can be. Only such longer contexts are named whose
// words may stand before one another, as the caller says.
//
// Made when a model is first asked: one pass over its n-grams (0.1 s for a million), 14 bytes for
// each node and 4 for each n-gram.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/ids.h"

namespace manyways::lm {

class Model;
struct State;

class LeftContexts {
 public:
  // Whether the first word may stand before the second.
  using MayPrecede = std::function<bool(WordId, WordId)>;

  explicit LeftContexts(const Model& model);

  // Whether words before the last `known` ones, after which the model is in `state`, can matter.
  bool is_open(State state, unsigned known) const;
  // All states of more words than `known` that end in `state`'s, with words before `oldest`, the
  // first of those known, that may stand there. Some may be named that do not end in the known
  // words, if the state has fewer words than are known.
  void longer(State state, unsigned known, WordId oldest, const MayPrecede& may_precede,
              std::vector<State>& out) const;
  // Slots of the model: the n-grams that go on from exactly this state.
  std::span<const std::uint32_t> continuations(State state) const;

 private:
  void find_continuations();
  void find_oldest();

  const Model& model_;
  std::vector<std::uint32_t> first_, children_;  // nodes that are one word or more longer, by node
  std::vector<std::uint32_t> first_slot_, slots_;  // n-grams, by the node that they begin with
  std::vector<WordId> oldest_;                     // the first word of each node
  // Words of the longest node that ends in each node; and the same of those that end in it with no
  // node of one word more between.
  std::vector<std::uint8_t> longest_, longest_apart_;
};

}  // namespace manyways::lm
