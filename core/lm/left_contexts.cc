#include "lm/left_contexts.h"

#include <algorithm>

#include "lm/model.h"

namespace manyways::lm {

LeftContexts::LeftContexts(const Model& model) : model_(model) {
  const auto count = static_cast<std::uint32_t>(model_.nodes());
  longest_.assign(count, 0);
  longest_apart_.assign(count, 0);
  first_.assign(count + 1u, 0);
  for (std::uint32_t node = count; --node > 0;) {
    const State below = model_.suffix({node});
    const auto length = static_cast<std::uint8_t>(model_.length({node}));
    longest_[node] = std::max(longest_[node], length);
    longest_[below.node] = std::max(longest_[below.node], longest_[node]);
    if (length > model_.length(below) + 1) {
      longest_apart_[below.node] = std::max(longest_apart_[below.node], longest_[node]);
    }
    ++first_[below.node + 1];
  }
  for (std::uint32_t node = 0; node < count; ++node) first_[node + 1] += first_[node];
  children_.resize(first_[count]);
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (std::uint32_t node = 1; node < count; ++node) {
    children_[next[model_.suffix({node}).node]++] = node;
  }
  find_continuations();
  find_oldest();
}

void LeftContexts::find_continuations() {
  const auto slots = model_.slots();
  const auto is_taken = [&](const Slot& slot) {
    return slot.word != Slot::kFree && slot.node < model_.nodes();
  };
  first_slot_.assign(model_.nodes() + 1u, 0);
  for (const Slot& slot : slots) {
    if (is_taken(slot)) ++first_slot_[slot.node + 1u];
  }
  for (std::size_t node = 0; node < model_.nodes(); ++node) {
    first_slot_[node + 1] += first_slot_[node];
  }
  slots_.resize(first_slot_.back());
  std::vector<std::uint32_t> next(first_slot_.begin(), first_slot_.end() - 1);
  for (std::uint32_t i = 0; i < slots.size(); ++i) {
    if (is_taken(slots[i])) slots_[next[slots[i].node]++] = i;
  }
}

std::span<const std::uint32_t> LeftContexts::continuations(State state) const {
  return std::span(slots_).subspan(first_slot_[state.node],
                                   first_slot_[state.node + 1u] - first_slot_[state.node]);
}

// A node of n words follows from one of n - 1 and its last word.
void LeftContexts::find_oldest() {
  oldest_.assign(model_.nodes(), kUnknownWord);
  const auto unigrams = model_.unigrams();
  for (std::size_t word = 0; word < unigrams.size(); ++word) {
    const std::uint32_t node = unigrams[word].next;
    if (node < oldest_.size() && model_.length({node}) == 1) {
      oldest_[node] = static_cast<WordId>(word);
    }
  }
  std::vector<std::vector<std::uint32_t>> by_length(model_.order() + 1);
  const auto slots = model_.slots();
  for (std::size_t i = 0; i < slots.size(); ++i) {
    if (slots[i].word == Slot::kFree || slots[i].next >= oldest_.size()) continue;
    by_length[model_.length({slots[i].node})].push_back(static_cast<std::uint32_t>(i));
  }
  for (std::size_t length = 1; length < by_length.size(); ++length) {
    for (const std::uint32_t i : by_length[length]) {
      if (slots[i].node >= oldest_.size()) continue;
      if (model_.length({slots[i].next}) == length + 1) {
        oldest_[slots[i].next] = oldest_[slots[i].node];
      }
    }
  }
}

bool LeftContexts::is_open(State state, unsigned known) const {
  // A longer context that ends in the known words ends in the state's; if the state has fewer words
  // than are known, then without a node of a length between.
  const auto& longest = model_.length(state) == known ? longest_ : longest_apart_;
  return longest[state.node] > known;
}

void LeftContexts::longer(State state, unsigned known, WordId oldest, const MayPrecede& may_precede,
                          std::vector<State>& out) const {
  const unsigned length = model_.length(state);
  for (std::uint32_t i = first_[state.node]; i < first_[state.node + 1]; ++i) {
    const State child{children_[i]};
    const unsigned words = model_.length(child);
    const bool next = words == length + 1;
    if (longest_[child.node] <= known) continue;
    if (length >= known && next && !may_precede(oldest_[child.node], oldest)) continue;
    if (length < known && next) continue;  // a node of a length between: not of the known words
    if (words > known) out.push_back(child);
    longer(child, known, oldest_[child.node], may_precede, out);
  }
}

}  // namespace manyways::lm
