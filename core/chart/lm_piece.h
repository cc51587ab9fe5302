// What a language model must know of a piece of a sentence, for searches that join many of them.
//
// As lm::Piece (lm/chart.h), with what joining would otherwise look up again: the score of each
// word of the left edge as the piece itself counted it. The right edge is a node of the model's own
// n-gram table, and so is every part of it: the last n words of a piece are its ancestor by suffix
// links. So pieces can be joined that are known in part only: the first words of the left edge, the
// last words of the right one.
//
//   LmJoin join(model);
//   join.words(segment);          // what a rule has between gaps: a piece, made once
//   join.piece(child);            // what stands in a gap
//   double gain = join.finish(out);
//
//   double gain = LmGain(model).piece(...)   // the same for estimates, with nothing made
//
// Each word of a left edge costs one look-up when its piece is joined to something before it, and
// none if the context before it is not longer than what the piece knew.
#pragma once

#include <array>
#include <cstdint>

#include "base/hash.h"
#include "lm/model.h"

namespace manyways::chart {

struct LmPiece {
  static constexpr std::size_t kLongest = lm::kMaxOrder - 1;
  std::array<WordId, kLongest> left;  // unused ones are not set
  std::array<float, kLongest> alone;  // the scores of these words after each other
  lm::State right;
  std::uint8_t left_length = 0;
  std::uint8_t closed = 0;  // 1: the left edge is done; 0: the whole piece is in it

  bool is_empty() const { return left_length == 0 && closed == 0; }
  friend bool operator==(const LmPiece& a, const LmPiece& b) {
    if (a.right != b.right || a.left_length != b.left_length || a.closed != b.closed) return false;
    for (std::size_t i = 0; i < a.left_length; ++i) {
      if (a.left[i] != b.left[i]) return false;
    }
    return true;
  }
  std::uint64_t hash() const {
    std::uint64_t all = hash_combine(right.node, left_length * 2u + closed);
    for (std::size_t i = 0; i < left_length; ++i) all = hash_combine(all, left[i]);
    return all;
  }
};

// A piece as far as it is known.
struct LmView {
  const LmPiece* piece;
  unsigned left;    // how many words of the left edge; at least left_length: all
  lm::State right;  // the end, or a suffix of it
};

// What joining pieces adds to what they counted themselves.
class LmGain {
 public:
  explicit LmGain(const lm::Model& model) : model_(model) {}

  void add(const LmView& view) {
    const LmPiece& piece = *view.piece;
    if (context_.node == 0 || piece.is_empty()) {  // nothing before it is known, or nothing is new
      if (!piece.is_empty()) context_ = view.right;
      return;
    }
    lm::State state = context_;
    const unsigned length = view.left < piece.left_length ? view.left : piece.left_length;
    for (unsigned i = 0; i < length; ++i) {
      gain_ += model_.score(state, piece.left[i], state) - piece.alone[i];
      if (model_.length(state) <= i + 1) {  // the context before the piece is forgotten
        context_ = view.right;
        return;
      }
    }
    if (length < piece.left_length) {
      context_ = view.right;
    } else if (piece.closed) {
      for (; model_.length(state) > length; state = model_.suffix(state)) {
        gain_ += model_.backoff(state);
      }
      context_ = view.right;
    } else {
      context_ = state;
    }
  }
  float gain() const { return gain_; }

 private:
  const lm::Model& model_;
  lm::State context_;
  float gain_ = 0;
};

// The same, exactly, with the piece that is made.
class LmJoin {
 public:
  explicit LmJoin(const lm::Model& model) : model_(model) { out_.right = {}; }

  void begin_sentence() {
    out_.right = model_.begin_state();
    out_.closed = 1;
  }
  void word(WordId word) {
    if (out_.closed) {
      gain_ += static_cast<double>(model_.score(out_.right, word, out_.right));
      return;
    }
    const lm::WordScore found = model_.full_score(out_.right, word, out_.right);
    gain_ += static_cast<double>(found.score);
    // In the left edge if all words so far with it are one n-gram that extends left.
    if (found.length == out_.left_length + 1u && found.extends_left &&
        out_.left_length < LmPiece::kLongest) {
      out_.left[out_.left_length] = word;
      out_.alone[out_.left_length++] = found.score;
    } else {
      out_.closed = 1;
    }
  }
  void piece(const LmPiece& piece);
  double gain() const { return gain_; }
  const LmPiece& made() const { return out_; }

 private:
  const lm::Model& model_;
  LmPiece out_;
  double gain_ = 0;
};

inline void LmJoin::piece(const LmPiece& piece) {
  if (piece.is_empty()) return;
  if (out_.is_empty()) {
    out_ = piece;
    return;
  }
  for (unsigned i = 0; i < piece.left_length; ++i) {
    gain_ -= static_cast<double>(piece.alone[i]);
    word(piece.left[i]);
    if (out_.closed && model_.length(out_.right) <= i + 1) {
      out_.right = piece.right;
      return;
    }
  }
  if (!piece.closed) return;
  for (lm::State state = out_.right; model_.length(state) > piece.left_length;
       state = model_.suffix(state)) {
    gain_ += static_cast<double>(model_.backoff(state));
  }
  out_.closed = 1;
  out_.right = piece.right;
}

}  // namespace manyways::chart
