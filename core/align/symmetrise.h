// One set of links out of two directions.
//
//   Links links =
//       symmetrise(forward, backward, Symmetry::kGrowDiagFinalAnd, Visits::kMoses, threads);
//
// intersection: links that both have; union: that either has. grow-diag starts with the
// intersection and takes in, pass after pass until nothing changes, links of the union that stand
// beside a chosen one (eight neighbours) and join a word so far without a link. final then adds
// links of the first direction, then of the second, that join a word without a link on at least one
// side; final-and, on both sides.
//
// What comes out of growing depends on the order of visits, and the two programs everybody uses
// differ; we have both. Moses's symal visits the chosen links by target, then source position (new
// ones too, when they lie ahead) and takes in their neighbours. fast_align's atools visits the
// other links of the union by source, then target position, and takes in those with a chosen
// neighbour.
//
// The result is sorted. Time and memory per sentence are its two lengths' product.
// Koehn, Och & Marcu (2003).
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "align/links.h"

namespace manyways::align {

enum class Symmetry {
  kForward,  // each target word's partner
  kBackward,
  kIntersection,
  kUnion,
  kGrowDiag,
  kGrowDiagFinal,
  kGrowDiagFinalAnd,
  kPosterior,  // not from two sets of links, but by an aligner's probabilities (aligner.h)
};

enum class Visits { kMoses, kAtools };

// One sentence's links as a grid, rows being source positions; kept for reuse.
class Grid {
 public:
  void resize(std::size_t rows, std::size_t columns) {
    rows_ = rows;
    columns_ = columns;
    cells_.assign(rows * columns, 0);
    source_linked_.assign(rows, 0);
    target_linked_.assign(columns, 0);
  }
  void mark_forward(std::size_t i, std::size_t j) { cells_[i * columns_ + j] |= kForward; }
  void mark_backward(std::size_t i, std::size_t j) { cells_[i * columns_ + j] |= kBackward; }
  // Chooses out of what was marked.
  void combine(Symmetry symmetry, Visits visits);
  // Chooses by a rule of (source position, target position).
  template <typename Rule>
  void choose_if(Rule rule) {
    for (std::size_t i = 0; i < rows_; ++i) {
      for (std::size_t j = 0; j < columns_; ++j) {
        if (rule(i, j)) choose(i, j);
      }
    }
  }

  void collect(Links& links) const;  // appends the chosen ones as a sentence

 private:
  static constexpr std::uint8_t kForward = 1, kBackward = 2, kChosen = 4;

  std::uint8_t at(std::size_t i, std::size_t j) const { return cells_[i * columns_ + j]; }
  void choose(std::size_t i, std::size_t j) {
    cells_[i * columns_ + j] |= kChosen;
    source_linked_[i] = target_linked_[j] = 1;
  }
  // In the union, not chosen, and a word of it is free.
  bool may_join(std::size_t i, std::size_t j) const {
    const std::uint8_t cell = at(i, j);
    return cell != 0 && (cell & kChosen) == 0 && !(source_linked_[i] && target_linked_[j]);
  }
  void grow_from_links();
  void grow_from_union();
  void finish(std::uint8_t direction, bool need_both_free);
  bool take_neighbours(std::size_t i, std::size_t j);
  bool has_chosen_neighbour(std::size_t i, std::size_t j) const;

  std::size_t rows_ = 0, columns_ = 0;
  std::vector<std::uint8_t> cells_;
  std::vector<std::uint8_t> source_linked_, target_linked_;
};

// Both must have the same number of sentences, else std::invalid_argument.
Links symmetrise(const LinksView& forward, const LinksView& backward, Symmetry symmetry,
                 Visits visits, unsigned threads);

}  // namespace manyways::align
