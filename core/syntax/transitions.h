// The steps by which a tree is built from left to right, and which of them may come next.
//
// A stack holds finished parts. SHIFT puts the next word on it, at once below the chain of labels that
// have this word alone (NP for a pronoun, S VP for a lone verb; mostly none). REDUCE joins the two topmost
// parts into one with a label, or a chain of labels if there are constituents with the same words above it;
// one of the two is its head. A constituent of more than two children is made step by step, first of its
// head and what stands left of it, then of what stands right of it: until it is whole it is partial.
// So n words take 2n - 1 steps, and their trees have any number of children.
//
// A partial part must go on as what it is: only as the head of another step with the same label.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/ragged.h"
#include "base/section_file.h"
#include "syntax/heads.h"
#include "syntax/lexicon.h"
#include "syntax/trees.h"

namespace manyways::syntax {

enum class Step : std::uint8_t { kShift, kHeadLeft, kHeadRight };

struct Action {
  std::uint16_t symbol = 0;  // a chain of labels, the upper one first; 0: none
  Step step = Step::kShift;
  std::uint8_t partial = 0;

  friend auto operator<=>(const Action&, const Action&) = default;
};
using ActionId = std::uint16_t;

struct TransitionParts {
  std::vector<Action> actions;
  Ragged<Label> symbols;
  Ragged<ActionId> shifts;  // by tag: those that training saw
};

class Transitions {
 public:
  Transitions() = default;
  Transitions(const TransitionParts& parts, std::size_t labels);
  // Throws InputError if sections are missing or not sound.
  Transitions(const SectionFile& file, std::size_t labels, std::size_t tags);

  std::size_t size() const { return actions_.size(); }
  Action action(ActionId id) const { return actions_[id]; }
  std::span<const Label> symbol(std::uint16_t number) const { return symbols_[number]; }
  // What a part with this action is called in features and rules: the topmost of its labels.
  Label top(std::uint16_t number) const { return symbols_[number].front(); }

  // All shifts of a word with this tag.
  std::span<const ActionId> shifts(Tag tag) const {
    const bool seen = shifts_.has(tag) && !shifts_[tag].empty();
    return seen ? shifts_[tag] : std::span<const ActionId>(all_shifts_);
  }
  // A part on the stack as far as rules ask: partial or not, and its label if it is.
  struct Part {
    bool partial;
    Label label;
  };
  // All reductions of two parts; `last`: no words are left, so that there must be one.
  std::span<const ActionId> reductions(Part below, Part top, bool last) const;

  void save(SectionWriter& writer) const;

 private:
  void index(std::size_t labels);

  std::span<const Action> actions_;
  RaggedView<Label> symbols_;
  RaggedView<ActionId> shifts_;
  std::vector<ActionId> all_shifts_, all_reductions_, whole_;
  std::vector<std::vector<ActionId>> head_left_, head_right_;  // by label of a partial head
};

// The actions that build each tree of a treebank.
struct Derivations {
  TransitionParts parts;
  Ragged<ActionId> actions;  // by tree
};
// tags: by word of all trees, one after the other.
Derivations derive(const Treebank& bank, const HeadRules& rules, std::span<const Tag> tags,
                   std::size_t tag_count);

}  // namespace manyways::syntax
