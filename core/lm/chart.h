// Language model states of pieces of a sentence, for chart decoding.
//
// A piece (a constituent) has words at its left edge whose score depends on what comes before it,
// and words at its right edge that what follows can see. Both are kept minimal: the left edge ends
// at the first word that no longer context can change, except by back-off weights that are known
// when the context is (Heafield, IWSLT 2011).
//
//   PieceScorer scorer(model);
//   scorer.begin_sentence();          // only for the piece that starts the sentence
//   scorer.word(id);                  // terminals
//   scorer.piece(child);              // non-terminals, already scored
//   double gain = scorer.finish(out);  // to be added to the children's scores
//
// The sum of the gains over a derivation is the score of its words, in whatever order pieces meet.
// Each word at a left edge costs one query when its piece is joined to something before it.
#pragma once

#include <array>
#include <cstdint>

#include "lm/model.h"

namespace manyways::lm {

// Equal, byte by byte and by hash_value, for pieces that no sentence can tell apart by edges kept.
struct Piece {
  std::array<WordId, kMaxOrder - 1> left{};  // words at the left edge; unused ones are 0
  std::uint32_t left_length = 0;
  std::uint32_t closed = 0;  // 1: the left edge is done; 0: the whole piece is in it
  State right;

  friend bool operator==(const Piece&, const Piece&) = default;
};
static_assert(sizeof(Piece) == sizeof(std::uint32_t) * (kMaxOrder + 2));

inline std::uint64_t hash_value(const Piece& piece) { return hash_bytes(&piece, sizeof piece); }

class PieceScorer {
 public:
  explicit PieceScorer(const Model& model) : model_(model.ready()) {}

  void reset();
  void begin_sentence();
  void word(WordId word);
  void piece(const Piece& piece);
  // The score of what was added, less what the pieces had counted themselves.
  double finish(Piece& out);

 private:
  const Model& model_;
  Piece out_;
  double gain_ = 0;
};

}  // namespace manyways::lm
