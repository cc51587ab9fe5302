// Puts pieces together: what a choice is worth when something is known of the pieces in its gaps.
//
//   Joiner joiner(problem, relaxation);              // after relaxation.keep_pending()
//   joiner.remember(2);                              // two words on each side of a piece
//   PieceState made;
//   double weight = joiner.join(choice, tails, made);
//
// Words count with all that is known before them (Language). The first words of a piece, as far as
// words before the piece can change their score, are its left side: they count with what is known
// inside the piece, and again, never more, when the piece is joined to what stands before it; the
// very first as the relaxation counts it there (pending). Multipliers are the relaxation's: they
// cancel out where it is known which words meet. So a weight is never above that of the same choice
// under fewer remembered words, and with reach() words it is exact.
#pragma once

#include <array>
#include <span>

#include "chart_exact/relaxation.h"

namespace manyways::chart_exact {

class Joiner {
 public:
  Joiner(Problem& problem, const Relaxation& relaxation, std::span<const double> multipliers)
      : problem_(problem),
        language_(problem.language()),
        relaxation_(relaxation),
        u_(multipliers) {}

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
  void meet(const Choice& choice, Token word);
  void take(Token word);
  void add_piece(const Choice& choice, CellId tail, const PieceState& state);

  Problem& problem_;
  Language& language_;
  const Relaxation& relaxation_;
  std::span<const double> u_;
  unsigned most_ = 1;
  Under under_{};
};

}  // namespace manyways::chart_exact
