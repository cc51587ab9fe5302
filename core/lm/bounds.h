// What a language model can say of a word at most, when only the last words before it are known.
//
//   const ContextBounds& bounds = model.context_bounds(Side::kUpper);
//   State state = ...;                              // after n known words, from nothing
//   if (bounds.is_open(state, n))                   // words before those n could change the answer
//     float most = bounds.bound(state, word);       // no answer is above this
//
// Side::kLower gives minus the least that it can say, for features of negative weight.
//
// A bound of an n-gram is the best of its own score behind the best back-off weights that can
// precede it, and of the bounds of the n-grams that end in it: one pass over the table, from the
// longest n-grams down, made when a model is first asked (0.1 s for a million n-grams; 4 bytes for
// each slot). Scores are sums of floats, added in another order than the model's own: bound() is
// raised by more than that can make.
#pragma once

#include <cstdint>
#include <vector>

#include "base/ids.h"

namespace manyways::lm {

class Model;
struct State;

enum class Side : std::uint8_t { kUpper, kLower };

class ContextBounds {
 public:
  ContextBounds(const Model& model, Side side);

  // Whether words before the last `known` ones, after which the model is in `state`, can matter.
  bool is_open(State state, unsigned known) const;
  // At least +score (kUpper) or -score (kLower) of the word after any words that end in `state`'s.
  float bound(State state, WordId word) const;

 private:
  void bound_nodes();
  void bound_slots();
  float raised(float score) const;

  const Model& model_;
  float sign_;
  std::vector<float> nodes_;  // back-off weights before each node, at most
  std::vector<float> unigrams_, slots_;
  // Words of the longest node that ends in each node; and the same of those that end in it with no
  // node of one word more between.
  std::vector<std::uint8_t> longest_, longest_apart_;
};

}  // namespace manyways::lm
