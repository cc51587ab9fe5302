#include "lm/bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "lm/model.h"

namespace manyways::lm {

namespace {
// Of the size of a score: at most 2 * kMaxOrder floats are added, each with an error of 2^-24.
constexpr float kSlack = 4e-6f;
}  // namespace

ContextBounds::ContextBounds(const Model& model, Side side)
    : model_(model), sign_(side == Side::kUpper ? 1.0f : -1.0f) {
  bound_nodes();
  bound_slots();
}

void ContextBounds::bound_nodes() {
  const std::size_t count = model_.nodes();
  nodes_.assign(count, 0.0f);
  longest_.assign(count, 0);
  longest_apart_.assign(count, 0);
  for (std::uint32_t node = static_cast<std::uint32_t>(count); --node > 0;) {
    const State state{node};
    const State below = model_.suffix(state);
    const auto length = static_cast<std::uint8_t>(model_.length(state));
    longest_[node] = std::max(longest_[node], length);
    nodes_[below.node] = std::max(nodes_[below.node], sign_ * model_.backoff(state) + nodes_[node]);
    longest_[below.node] = std::max(longest_[below.node], longest_[node]);
    if (length > model_.length(below) + 1) {
      longest_apart_[below.node] = std::max(longest_apart_[below.node], longest_[node]);
    }
  }
}

void ContextBounds::bound_slots() {
  constexpr float kNone = -std::numeric_limits<float>::infinity();
  const auto slots = model_.slots();
  unigrams_.assign(model_.unigrams().size(), kNone);
  slots_.assign(slots.size(), kNone);
  std::vector<std::vector<std::uint32_t>> by_length(model_.order() + 1);
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (slots[i].word == Slot::kFree) continue;
    by_length[model_.length({slots[i].node})].push_back(static_cast<std::uint32_t>(i));
  }
  for (std::size_t length = by_length.size(); length-- > 0;) {
    for (const std::uint32_t i : by_length[length]) {
      const Slot& slot = slots[i];
      State shorter = model_.suffix({slot.node});  // looks whether there is such a node
      if (slot.word >= unigrams_.size()) continue;
      float& bound = slots_[i];
      bound = std::max(bound, sign_ * unsigned_score(slot.score) + nodes_[slot.node]);
      const Slot* below = nullptr;
      while (shorter.node != 0 && (below = model_.slot(shorter, slot.word)) == nullptr) {
        shorter = model_.suffix(shorter);
      }
      float& next = below != nullptr ? slots_[static_cast<std::size_t>(below - slots.data())]
                                     : unigrams_[slot.word];
      next = std::max(next, bound);
    }
  }
  for (std::size_t word = 0; word < unigrams_.size(); ++word) {
    const float own = sign_ * unsigned_score(model_.unigrams()[word].score) + nodes_[0];
    unigrams_[word] = std::max(unigrams_[word], own);
  }
}

bool ContextBounds::is_open(State state, unsigned known) const {
  // A longer context that ends in the known words ends in the state's; if the state has fewer words
  // than are known, then without a node of a length between.
  const auto& longest = model_.length(state) == known ? longest_ : longest_apart_;
  return longest[state.node] > known;
}

float ContextBounds::raised(float score) const { return score + kSlack * (1 + std::fabs(score)); }

float ContextBounds::bound(State state, WordId word) const {
  if (word >= unigrams_.size()) word = kUnknownWord;
  if (state.node == 0) return raised(unigrams_[word]);
  if (const Slot* slot = model_.slot(state, word)) {
    return raised(slots_[static_cast<std::size_t>(slot - model_.slots().data())]);
  }
  State out;
  const float below = model_.backoff(state) + model_.score(model_.suffix(state), word, out);
  return raised(nodes_[state.node] + sign_ * below);
}

}  // namespace manyways::lm
