// Which words can stand before which, in what is left of a sentence's choices, and what runs of
// words say after them.
//
// Words of one rule that stand together are a run. What stands before a run is the last word of a
// piece (a set for each cell: last()) or, at the beginning of a rule, a word before its cell
// (before()). The first words of a run, as far as words before the run matter, are a row; a row and
// a set are a slot, with one score for each word of the set: the most that the words of the row can
// say together after it, rounded upward. The other words of a run count in fixed().
//
//   Neighbours neighbours(problem);
//   neighbours.find(choices, left, most, watch); // of the choices that are left, by cell
//   neighbours.last(cell);                       // sorted
//   for (const Part& part : neighbours.parts(i)) // of the i-th choice: runs and gaps, as they stand
//
// What a row says depends on the states that language models are in after the word before it, and
// of these only the last word is known: see States, which lets them agree.
//
//   neighbours.multipliers()[i] -= ...;  neighbours.rescore();
//
// A cell that can be without words ends in whatever stands before it. Nothing stands before S and
// the goal; <s> is named there, so that no set is empty.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/hash_table.h"
#include "base/interner.h"
#include "chart_exact/problem.h"
#include "chart_exact/states.h"
#include "exact/clock.h"

namespace manyways::chart_exact {

// A row of bits, a word each.
using Bits = std::vector<std::uint64_t>;

// A run: its slot and its last word. Or a gap: a cell.
struct Part {
  std::uint32_t slot;  // kNothing: a gap
  std::uint32_t what;
  std::uint32_t first, last;  // the run's symbols

  bool is_gap() const { return slot == kNothing; }
  Token word() const { return what; }
  CellId cell() const { return what; }
};

struct Slot {
  ContextId row;
  std::uint32_t set;
  bool paid;          // whether the row is the run: what it leaves behind is paid with it
  std::size_t first;  // of its scores
};

// What a sweep has left, in the numbering of the neighbours it was made with.
struct Survivors {
  std::vector<Bits> last, before;  // words of each cell's sets
  // The most that a derivation with it can score, if that is enough, or kNone: of each score of each
  // slot, and of each choice.
  std::vector<float> meetings, choices;
  bool empty() const { return last.empty(); }
};

class Neighbours {
 public:
  explicit Neighbours(Problem& problem);

  // False: given up, by the watch or beyond `most` scores.
  // `depth`: how many words words at the ends of cells know at most; never less than before.
  // `left`: if not empty, what a sweep has left of what was found before.
  bool find(std::span<const std::uint32_t> choices, unsigned depth, const Survivors& left,
            std::size_t most, exact::Watch& watch);
  // A token as it stands at the end of a cell.
  Token end(Token token) const { return language_.cut(token, depth_); }

  // Scores with the multipliers as they are.
  void rescore();
  std::vector<float>& multipliers() { return states_.multipliers(); }
  // A direction for multipliers by what sweeps have left: for each state, how much more the best
  // derivation that leaves it behind scores than the best that names it. Both are `least` at least.
  void balance(const Survivors& left, float least, std::vector<float>& direction);
  // What has been paid for a context and not been given back. kNever: it cannot be.
  double potential(ContextId context) {
    return context == Language::kNothing ? 0 : states_.potential(context);
  }
  double largest() const { return largest_; }  // of all numbers that scores were made of

  std::size_t tokens() const { return tokens_; }
  std::span<const Token> before(CellId cell) const { return sets_[cells_ + cell]; }
  std::span<const Token> last(CellId cell) const { return sets_[cell]; }
  std::span<const Part> parts(std::size_t i) const {
    return std::span(parts_).subspan(first_part_[i], first_part_[i + 1] - first_part_[i]);
  }
  double fixed(std::size_t i) const { return fixed_now_[i]; }  // of a choice, the slots apart
  std::size_t slots() const { return slots_.size(); }
  std::uint32_t row_size(std::uint32_t slot) const {
    return static_cast<std::uint32_t>(language_.words(slots_[slot].row).size());
  }
  bool is_paid(std::uint32_t slot) const { return slots_[slot].paid; }
  std::size_t first_score(std::uint32_t slot) const { return slots_[slot].first; }
  std::size_t all_scores() const { return scores_.size(); }
  std::span<const Token> set(std::uint32_t slot) const { return sets_[slots_[slot].set]; }
  std::span<const float> scores(std::uint32_t slot) const {
    return std::span(scores_).subspan(slots_[slot].first, set(slot).size());
  }

 private:
  static constexpr std::size_t kQuestionsPerLook = 4096;  // between looks at the clock

  void find_sets(std::span<const std::uint32_t> choices, const Survivors& left);
  void find_ends(std::span<const std::uint32_t> choices, const Survivors& left);
  void find_before(std::span<const std::uint32_t> choices, const Survivors& left);
  void find_meetings(const Slot& slot, const Survivors& left);
  std::vector<Tokens> pairs(std::span<const std::uint32_t> choices, const Survivors& left) const;
  void add_parts(const Choice& choice);
  std::uint32_t set_before(const Choice& choice, std::size_t at) const;
  bool score_slots(const Survivors& left, std::size_t most, exact::Watch& watch);
  std::uint32_t meeting(Token before, const Slot& slot);
  void set_largest();
  std::uint64_t key(const Slot& slot);
  static void set_bits(Bits& into, const Bits& from);
  void keep_bits(Bits& into, const Bits& from) const;
  static void set_bit(Bits& into, Token word);
  template <typename Visit>
  static void each(const Bits& bits, Visit&& visit);

  Problem& problem_;
  Language& language_;
  std::size_t tokens_, cells_;
  std::vector<Bits> first_, last_, before_;  // words, by cell
  std::vector<bool> nullable_;               // cells without words
  std::vector<Tokens> sets_;                 // last words of each cell, then words before each
  std::vector<Part> parts_;
  std::vector<std::size_t> first_part_;
  std::vector<double> fixed_, fixed_now_;  // of choices: without and with multipliers
  std::vector<States::Id> inner_;          // what runs longer than their rows leave behind
  std::vector<std::size_t> first_inner_;   // by choice
  unsigned depth_ = 1, old_depth_ = 1;
  Numbering<std::uint64_t> row_ids_;  // row << 32 | whether it is paid; of all rounds
  std::vector<Slot> slots_;
  std::vector<float> scores_;  // of slots: after each word of their sets
  States states_;
  Numbering<std::uint64_t> meeting_ids_;      // word before << 32 | row and whether it is paid
  std::vector<States::Entry> entries_;        // of meetings
  std::vector<std::size_t> ends_;             // by meeting, then model
  std::vector<float> meetings_;               // scores of rows after a word
  std::vector<std::uint32_t> entry_meeting_;  // by score
  std::vector<bool> left_here_;
  Tokens words_;
  std::vector<Slot> old_slots_;  // of the last time
  std::vector<Tokens> old_sets_;
  HashMap<std::uint64_t, std::uint32_t> slot_ids_, old_slot_ids_;
  double largest_ = 0;
};

}  // namespace manyways::chart_exact
