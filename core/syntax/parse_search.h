// The tree of a tagged sentence by beam search over steps (transitions.h), from left to right.
//
//   ParseSearch<Weights> search(weights, transitions, beam);
//   search.run(context, 0);
//   search.best().node;                              // the part that is the whole sentence
//   search.run(other, 7);                            // another sentence that begins with the same 7 words
//
// All states of a beam have made as many steps; some of them have shifted more words than others. Of
// equal scores the one that was made first is ahead: by the rank of the state that it continues, then by
// the order of its action, shifts before reductions.
//
// A state that has shifted i words looks at the words up to i + kParseAhead and at nothing later. So a
// sentence with the same beginning goes on from the first beam in which a state looks beyond it. The
// memory of states and parts is cut back to where it was then; when it is large enough nothing is
// allocated.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "syntax/parse_features.h"
#include "syntax/stack_scores.h"
#include "syntax/transitions.h"

namespace manyways::syntax {

struct ParseState {
  std::int64_t score = 0;
  std::int32_t node = -1;    // the topmost part
  std::int32_t below = -1;   // the state whose topmost part lies under it
  std::int32_t before = -1;  // the state that it continues
  ActionId action = 0;
  std::uint32_t words = 0, steps = 0;
  bool gold = true;  // all its actions are those of the gold tree
};

template <typename Table>
class ParseSearch {
 public:
  ParseSearch(const Table& table, const Transitions& transitions, std::size_t beam)
      : table_(table),
        transitions_(transitions),
        beam_(beam),
        stack_scores_(table, transitions.size()),
        scores_(transitions.size()) {
    states_.emplace_back();
  }

  // `common`: how many words the sentence before began with that this one begins with too; what was
  // found for them stands. With gold actions states know if they are on the way to the gold tree.
  void run(const ParseContext& context, std::size_t common, std::span<const ActionId> gold = {}) {
    context_ = &context;
    gold_ = gold;
    make_room(context.size());
    const std::size_t first = first_new_step(common);
    states_.resize(marks_[first].states);
    nodes_.resize(marks_[first].nodes);
    ahead_known_ = std::min(ahead_known_, common > kParseAhead ? common - kParseAhead : 0);
    for (std::size_t t = first; t < steps(); ++t) advance(t);
  }

  std::size_t steps() const { return 2 * context_->size() - 1; }
  // States after so many steps, the best first.
  std::span<const std::int32_t> beam(std::size_t step) const {
    return {beams_.data() + step * beam_, counts_[step]};
  }
  const ParseState& state(std::int32_t id) const { return states_[static_cast<std::size_t>(id)]; }
  std::span<const ParseNode> nodes() const { return nodes_; }
  // The state with the best tree; its part is the whole sentence.
  const ParseState& best() const { return state(beam(steps())[0]); }

  StackView stack(const ParseState& state) const {
    StackView view;
    const ParseState* at = &state;
    for (const ParseNode*& part : view.parts) {
      if (at->node < 0) break;
      part = &nodes_[static_cast<std::size_t>(at->node)];
      at = &states_[static_cast<std::size_t>(at->below)];
    }
    return view;
  }
  // One step from a state; for whoever follows a given sequence.
  std::int32_t follow(std::int32_t from, ActionId action) {
    return make({state(from).score, from, action});
  }

 private:
  struct Mark {
    std::size_t states = 1, nodes = 0;
    std::size_t needed = 0;  // words that were looked at to go on from here
  };
  struct Candidate {
    std::int64_t score;
    std::int32_t from;
    ActionId action;
  };

  void make_room(std::size_t words) {
    if (marks_.size() < 2 * words) {
      marks_.resize(2 * words);
      beams_.resize(2 * words * beam_);
      counts_.resize(2 * words);
    }
    if (ahead_.size() < (words + 1) * transitions_.size()) {
      ahead_.resize((words + 1) * transitions_.size());
    }
    beams_[0] = 0;
    counts_[0] = 1;
  }

  // The first step that the words in common do not tell everything about.
  std::size_t first_new_step(std::size_t common) {
    std::size_t t = 0;
    while (t < known_steps_ && t < steps() && marks_[t].needed <= common) ++t;
    if (t == 0) marks_[0] = {};
    known_steps_ = t;
    return t;
  }

  void advance(std::size_t step) {
    marks_[step] = {states_.size(), nodes_.size(), 0};
    best_.clear();
    for (const std::int32_t from : beam(step)) {
      const std::size_t words = state(from).words;
      marks_[step].needed = std::max(marks_[step].needed, words + kParseAhead + 1);
      while (ahead_known_ <= words) score_ahead(ahead_known_++);
      expand(from, words);
    }
    counts_[step + 1] = static_cast<std::uint32_t>(best_.size());
    for (std::size_t k = 0; k < best_.size(); ++k) {
      beams_[(step + 1) * beam_ + k] = make(best_[k]);
    }
    known_steps_ = step + 1;
  }

  std::int32_t* ahead(std::size_t words) { return ahead_.data() + words * transitions_.size(); }

  void score_ahead(std::size_t words) {
    std::fill_n(ahead(words), transitions_.size(), 0);
    ahead_features(*context_, words, ahead_keys_);
    table_.add(ahead_keys_.view(), ahead(words));
  }

  void expand(std::int32_t from, std::size_t words) {
    const ParseState& at = state(from);
    const StackView view = stack(at);
    const bool last = words == context_->size();
    std::copy_n(ahead(words), transitions_.size(), scores_.begin());
    stack_scores_.add(stack_facts(*context_, nodes_, view, words), scores_.data());
    if (!last) {
      for (const ActionId action : transitions_.shifts(context_->tags[words])) {
        put({at.score + scores_[action], from, action});
      }
    }
    if (view.parts[1] == nullptr) return;
    for (const ActionId action :
         transitions_.reductions(part(*view.parts[1]), part(*view.parts[0]), last)) {
      put({at.score + scores_[action], from, action});
    }
  }

  static Transitions::Part part(const ParseNode& node) {
    return {node.partial, static_cast<Label>(node.label & ~kPartialLabel)};
  }

  // Puts a candidate where it belongs, if it is among the best.
  void put(const Candidate& candidate) {
    if (best_.size() == beam_) {
      if (best_.back().score >= candidate.score) return;
      best_.pop_back();
    }
    auto at = best_.end();
    while (at != best_.begin() && (at - 1)->score < candidate.score) --at;
    best_.insert(at, candidate);
  }

  std::int32_t make(const Candidate& chosen) {
    const ParseState from = state(chosen.from);
    const Action action = transitions_.action(chosen.action);
    ParseState next{chosen.score,   static_cast<std::int32_t>(nodes_.size()),
                    chosen.from,    chosen.from,
                    chosen.action,  from.words,
                    from.steps + 1, false};
    next.gold = from.gold && from.steps < gold_.size() && gold_[from.steps] == chosen.action;
    if (action.step == Step::kShift) {
      nodes_.push_back(shifted(from.words, action));
      ++next.words;
    } else {
      next.below = state(from.below).below;
      nodes_.push_back(joined(state(from.below).node, from.node, action));
    }
    states_.push_back(next);
    return static_cast<std::int32_t>(states_.size() - 1);
  }

  ParseNode shifted(std::uint32_t word, Action action) const {
    ParseNode node;
    node.symbol = action.symbol;
    node.label = action.symbol == 0 ? static_cast<std::uint16_t>(kTagLabel | context_->tags[word])
                                    : transitions_.top(action.symbol);
    node.begin = node.head = word;
    node.end = word + 1;
    return node;
  }

  ParseNode joined(std::int32_t left, std::int32_t right, Action action) const {
    const ParseNode &one = nodes_[static_cast<std::size_t>(left)],
                    &other = nodes_[static_cast<std::size_t>(right)];
    ParseNode node;
    node.symbol = action.symbol;
    node.partial = action.partial != 0;
    node.label = transitions_.top(action.symbol);
    if (node.partial) node.label |= kPartialLabel;
    node.begin = one.begin;
    node.end = other.end;
    node.head = action.step == Step::kHeadLeft ? one.head : other.head;
    node.left = left;
    node.right = right;
    return node;
  }

  const Table& table_;
  const Transitions& transitions_;
  std::size_t beam_;
  const ParseContext* context_ = nullptr;
  std::span<const ActionId> gold_;
  std::vector<ParseState> states_;  // the first one has an empty stack
  std::vector<ParseNode> nodes_;
  std::vector<Mark> marks_;  // by step: what there was before it
  std::vector<std::int32_t> beams_;
  std::vector<std::uint32_t> counts_;
  std::size_t known_steps_ = 0;
  std::vector<Candidate> best_;
  std::vector<std::int32_t> ahead_;  // what the words ahead say, by number of words and action
  std::size_t ahead_known_ = 0;
  StackScores<Table> stack_scores_;
  std::vector<std::int32_t> scores_;
  AheadKeys ahead_keys_;
};

}  // namespace manyways::syntax
