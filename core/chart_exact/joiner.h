// Puts pieces together: what a choice is worth when something is known of the pieces in its gaps.
//
//   Joiner joiner(problem, relaxation);
//   joiner.remember(2);                              // two words on each side of a piece
//   PieceState made;
//   double weight = joiner.join(choice, tails, made);
//
// Words count with all that is known before them (Language). The first words of a piece, as far as
// words before the piece can change their score, are its left side: they count as the relaxation
// has it (Relaxation::pending), and again, never more, when the piece is joined to what stands
// before it. Multipliers are the relaxation's: they cancel out where it is known which words meet.
// With reach() words remembered a weight is exact.
#pragma once

#include <array>
#include <span>

#include "chart_exact/relaxation.h"

namespace manyways::chart_exact {

class Joiner {
 public:
  Joiner(Problem& problem, Relaxation& relaxation)
      : problem_(problem),
        language_(problem.language()),
        relaxation_(relaxation),
        u_(relaxation.multipliers()) {}

  void remember(unsigned words) { most_ = words; }
  double join(const Choice& choice, std::array<const PieceState*, 2> tails, PieceState& out);

 private:
  struct Under {  // the piece under way
    double score;
    ContextId known;  // the words so far, or their end
    unsigned count;   // of the left side
    bool open;        // whether the next word belongs to it
    std::array<Token, Language::kMostWords> left;
  };
  void meet(Token word);
  void take(Token word);
  void add_piece(CellId cell, const PieceState& state);

  Problem& problem_;
  Language& language_;
  Relaxation& relaxation_;
  std::span<const double> u_;
  unsigned most_ = 1;
  Under under_{};
};

}  // namespace manyways::chart_exact
