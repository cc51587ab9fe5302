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
// Agreement. A word that is a run by itself does not say what stands before it, so what follows it
// would take the best that can. After agree() it names one word, p, for the word w before it, and pays
// a multiplier u(p, w); where w meets p, u(p, w) is paid back. In a derivation all this adds up to
// nothing if every w is told the p that it met; so for all u no derivation scores less than before
// without u, and the best u makes the bound lowest. This is the relaxation of Rush and Collins
// (ACL 2011) with pairs of neighbours inside the dynamic program, and only the third word relaxed.
// Words p after which the models are in the same state share a multiplier.
//
//   neighbours.agree(most, watch);
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
#include "exact/clock.h"

namespace manyways::chart_exact {

constexpr float kNone = -std::numeric_limits<float>::infinity();  // scores of what cannot be

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
  Token run;          // the whole run, if that is the row and a token; or kNothing
  std::size_t first;  // of its scores
};

// What a sweep has left, in the numbering of the neighbours it was made with.
struct Survivors {
  std::vector<Bits> last, before;      // words of each cell's sets
  std::vector<std::uint8_t> meetings;  // of each score of each slot: whether it can be
  bool empty() const { return last.empty(); }
};

class Neighbours {
 public:
  explicit Neighbours(Problem& problem);

  // Also makes the language models' bounds those of what is left (Language::may_precede). False:
  // given up, by the watch or beyond `most` scores.
  // `depth`: how many words words at the ends of cells know at most; never less than before.
  // `left`: if not empty, what a sweep has left of what was found before.
  bool find(std::span<const std::uint32_t> choices, unsigned depth, const Survivors& left,
            std::size_t most, exact::Watch& watch);
  unsigned depth() const { return depth_; }
  // A token as it stands at the end of a cell.
  Token end(Token token) const { return language_.cut(token, depth_); }

  // From now on a word that is a run by itself names the word before it: what follows chooses one,
  // and pays the multiplier of the pair, which the pair itself is paid. False as find().
  bool agree(std::size_t most, exact::Watch& watch);
  // Scores with the multipliers as they are.
  void rescore();
  std::vector<float>& multipliers() { return multipliers_; }
  // Adds to `gradient` what a meeting (the k-th word of a slot's set) is paid and pays; and what the
  // i-th choice is paid.
  void add_gradient(std::uint32_t slot, std::size_t k, std::vector<float>& gradient) const;
  void add_gradient(std::size_t i, std::vector<float>& gradient) const;
  // What has been paid for the words known, and not been given back. kNever: they cannot be.
  double potential(ContextId context);
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
  bool is_paid(std::uint32_t slot) const { return slots_[slot].run != kNothing; }
  std::size_t first_score(std::uint32_t slot) const { return slots_[slot].first; }
  std::size_t all_scores() const { return scores_.size(); }
  std::span<const Token> set(std::uint32_t slot) const { return sets_[slots_[slot].set]; }
  std::span<const float> scores(std::uint32_t slot) const {
    return std::span(scores_).subspan(slots_[slot].first, set(slot).size());
  }

 private:
  static constexpr std::size_t kDepth = 3;  // words of a run that choose together

  void find_sets(std::span<const std::uint32_t> choices, const Survivors& left);
  void find_ends(std::span<const std::uint32_t> choices, const Survivors& left);
  void find_before(std::span<const std::uint32_t> choices, const Survivors& left);
  void find_meetings(const Slot& slot, const Survivors& left);
  std::vector<Tokens> pairs(std::span<const std::uint32_t> choices, const Survivors& left) const;
  void add_parts(const Choice& choice);
  std::uint32_t set_before(const Choice& choice, std::size_t at) const;
  bool score_slots(const Survivors& left, std::size_t most, exact::Watch& watch);
  float meeting(Token before, ContextId row);
  float score(ContextId context, ContextId row);
  void set_largest();
  bool is_open(Token word) const {
    return word != Language::kEnd && !language_.is_whole(after_[word]);
  }
  void find_options();
  std::uint32_t multiplier(Token before, Token word);
  std::uint32_t pair_multiplier(Token before, Token word) const;
  ContextId context_of(Token before, Token end);
  std::uint64_t key(const Slot& slot, unsigned depth);
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
  // Runs longer than what their last words know, by choice: the end, and the word before that.
  std::vector<std::pair<Token, Token>> inner_;
  std::vector<std::size_t> first_inner_;
  std::vector<std::uint32_t> inner_multipliers_;
  unsigned depth_ = 1, old_depth_ = 1;
  Numbering<std::uint64_t> row_ids_;  // row << 32 | run; of all rounds
  std::vector<Slot> slots_;
  std::vector<float> scores_;     // of slots: after each word of their sets
  std::vector<ContextId> after_;  // by token
  Numbering<std::uint64_t> meeting_ids_;
  std::vector<float> meetings_;  // scores of rows after a word
  std::vector<bool> left_here_;
  std::vector<Slot> old_slots_;  // of the last time
  std::vector<Tokens> old_sets_;
  HashMap<std::uint64_t, std::uint32_t> slot_ids_, old_slot_ids_;
  // Agreement. Multipliers are of pairs of words; the first is that of pairs that need none.
  struct Option {
    ContextId context;
    std::uint32_t multiplier;
  };
  bool agreed_ = false;
  double largest_ = 0;
  Numbering<std::uint64_t> multiplier_ids_;  // word before, or kNothing: any; word
  std::vector<float> multipliers_{0};
  std::vector<std::uint32_t> first_pair_, first_option_;  // by token
  std::vector<Token> pair_words_;
  std::vector<std::uint32_t> pair_multipliers_;
  std::vector<Option> options_;
  std::vector<Token> meeting_words_;      // by meeting
  std::vector<std::size_t> first_score_;  // by meeting, in option_scores_
  std::vector<float> option_scores_;
  std::vector<std::uint32_t> entry_meeting_, entry_multiplier_;  // by score
  static constexpr double kUnasked = 1e300;
  std::vector<double> potentials_;  // by context
};

}  // namespace manyways::chart_exact
