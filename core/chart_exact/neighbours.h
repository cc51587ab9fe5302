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
//   neighbours.find(choices, most, watch);       // of the choices that are left, by cell
//   neighbours.last(cell);                       // sorted
//   for (const Part& part : neighbours.parts(i)) // of the i-th choice: runs and gaps, as they stand
//
// A cell that can be without words ends in whatever stands before it. Nothing stands before S and
// the goal; <s> is named there, so that no set is empty.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/interner.h"
#include "chart_exact/problem.h"
#include "exact/clock.h"

namespace manyways::chart_exact {

constexpr float kNone = -std::numeric_limits<float>::infinity();  // scores of what cannot be

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
  std::size_t first;  // of its scores
};

// Pairs of words, one before the other.
class PairBits {
 public:
  void reset(std::size_t words) {
    size_ = words;
    bits_.assign((words * words + 63) / 64, 0);
  }
  bool empty() const { return size_ == 0; }
  void set(Token before, Token word) {
    const std::size_t at = before * size_ + word;
    bits_[at / 64] |= std::uint64_t{1} << (at % 64);
  }
  bool get(Token before, Token word) const {
    const std::size_t at = before * size_ + word;
    return (bits_[at / 64] >> (at % 64) & 1) != 0;
  }

 private:
  std::size_t size_ = 0;
  std::vector<std::uint64_t> bits_;
};

class Neighbours {
 public:
  explicit Neighbours(Problem& problem);

  // Also makes the language models' bounds those of what is left (Language::may_precede). False:
  // given up, by the watch or beyond `most` scores.
  // `met`: if not empty, only these words can meet where a run begins.
  bool find(std::span<const std::uint32_t> choices, const PairBits& met, std::size_t most,
            exact::Watch& watch);

  std::size_t tokens() const { return tokens_; }
  std::span<const Token> before(CellId cell) const { return sets_[cells_ + cell]; }
  std::span<const Token> last(CellId cell) const { return sets_[cell]; }
  std::span<const Part> parts(std::size_t i) const {
    return std::span(parts_).subspan(first_part_[i], first_part_[i + 1] - first_part_[i]);
  }
  double fixed(std::size_t i) const { return fixed_[i]; }  // of a choice, the slots apart
  std::size_t slots() const { return slots_.size(); }
  std::uint32_t row_size(std::uint32_t slot) const {
    return static_cast<std::uint32_t>(language_.words(slots_[slot].row).size());
  }
  Token first_word(std::uint32_t slot) const { return language_.words(slots_[slot].row)[0]; }
  std::span<const Token> set(std::uint32_t slot) const { return sets_[slots_[slot].set]; }
  std::span<const float> scores(std::uint32_t slot) const {
    return std::span(scores_).subspan(slots_[slot].first, set(slot).size());
  }

 private:
  static constexpr std::size_t kDepth = 3;  // words of a run that choose together
  using Bits = std::vector<std::uint64_t>;

  void find_ends(std::span<const std::uint32_t> choices);
  void find_before(std::span<const std::uint32_t> choices);
  std::vector<Tokens> pairs(std::span<const std::uint32_t> choices, const PairBits& met) const;
  void add_parts(const Choice& choice);
  std::uint32_t set_before(const Choice& choice, std::size_t at) const;
  bool score_slots(const PairBits& met, std::size_t most, exact::Watch& watch);
  float meeting(Token before, ContextId row);
  static void set_bits(Bits& into, const Bits& from);
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
  std::vector<double> fixed_;
  std::vector<Slot> slots_;
  std::vector<float> scores_;     // of slots: after each word of their sets
  std::vector<ContextId> after_;  // by token
  Numbering<std::uint64_t> slot_ids_, meeting_ids_;
  std::vector<float> meetings_;  // scores of rows after a word
};

}  // namespace manyways::chart_exact
