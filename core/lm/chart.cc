#include "lm/chart.h"

namespace manyways::lm {

void PieceScorer::reset() {
  out_ = Piece{};
  gain_ = 0;
}

void PieceScorer::begin_sentence() {
  out_.right = model_.begin_state();
  out_.closed = 1;
}

void PieceScorer::word(WordId word) {
  const unsigned before = out_.left_length;
  const WordScore found = model_.full_score(out_.right, word, out_.right);
  gain_ += static_cast<double>(found.score);
  if (out_.closed) return;
  // The word is in the left edge if all words so far with it are one n-gram that extends left.
  if (found.length == before + 1 && found.extends_left && before < out_.left.size()) {
    out_.left[out_.left_length++] = word;
  } else {
    out_.closed = 1;
  }
}

void PieceScorer::piece(const Piece& piece) {
  // The child counted its left words from an empty context: count them again from this one.
  State alone = Model::null_state();
  for (unsigned i = 0; i < piece.left_length; ++i) {
    gain_ -= static_cast<double>(model_.score(alone, piece.left[i], alone));
    word(piece.left[i]);
  }
  if (!piece.closed) return;
  // What followed the left edge had its n-gram in full; a longer context adds its back-off weights.
  for (State state = out_.right; state != alone; state = model_.suffix(state)) {
    gain_ += static_cast<double>(model_.backoff(state));
  }
  out_.closed = 1;
  out_.right = piece.right;
}

double PieceScorer::finish(Piece& out) {
  out = out_;
  const double gain = gain_;
  reset();
  return gain;
}

}  // namespace manyways::lm
