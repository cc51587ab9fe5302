// The phrase pairs of one linked sentence pair, each with its orientation to both sides.
//
//   Extractor extractor({.longest = 7, .orientation = Orientation::word});
//   for (const PhraseSpan& span : extractor.extract(links)) ...
//
// A pair of spans is consistent if it holds a link and no link leads from inside to outside. All
// consistent pairs with at most `longest` words on each side are found; unlinked words at the edges
// may belong to a pair or not, and each way is a pair of its own. Order: by target begin, target
// end, then source begin falling, then source end rising (as Moses's extract writes them).
//
// Orientation: where the phrase before (in target order) lies in the source, and the phrase after.
//   word          a link at the corner
//   phrase        or a pair within the length limit that touches the corner
//   hierarchical  or a pair of any length that touches the corner
// mono: it ends right before; swap: it begins right after; else other or, with `sides`,
// right (it lies to the left, so one jumps right) or left. The text's edges count as mono links.
// Cost: O(target words * longest^2), hierarchical O(target words^2).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "phrases/linked_text.h"

namespace manyways::phrases {

enum class Orientation : std::uint8_t { none, word, phrase, hierarchical };

// In the order of Moses's table columns.
enum Turn : std::uint8_t { kMono = 0, kSwap = 1, kOther = 2, kRight = 2, kLeft = 3 };

struct PhraseSpan {
  std::uint16_t source_begin, target_begin;
  std::uint8_t source_size, target_size;
  std::uint8_t before, after;  // Turn
};

struct ExtractSettings {
  unsigned longest = 7;
  Orientation orientation = Orientation::word;
  bool sides = false;  // tell left from right: mslr instead of msd

  std::size_t turns() const { return sides ? 4 : 3; }
};

class Extractor {
 public:
  explicit Extractor(ExtractSettings settings);
  // Valid until the next call.
  std::span<const PhraseSpan> extract(const SentenceLinks& links);

 private:
  struct Edge {
    std::uint16_t begin, end;  // of the links on the other side; begin > end without links
  };
  // Corners of consistent pairs, one bit each.
  class Corners {
   public:
    void reset(std::size_t rows, std::size_t columns);
    void set(std::size_t row, std::size_t column);
    bool has(std::ptrdiff_t row, std::ptrdiff_t column) const;

   private:
    std::size_t rows_ = 0, columns_ = 0;
    std::vector<bool> bits_;
  };
  // One side of a phrase: the row beyond it in the target, and where to look in the source.
  struct Look {
    std::ptrdiff_t row, mono, swap, step;  // step: the way from the phrase past `mono`
    const Corners *mono_corners, *swap_corners;
  };

  template <typename Visit>
  void for_each_pair(const SentenceLinks& links, std::size_t longest, Visit&& visit) const;
  bool consistent(std::size_t source_begin, std::size_t source_end, std::size_t target_begin,
                  std::size_t target_end) const;
  void find_corners(const SentenceLinks& links);
  bool at_corner(const SentenceLinks& links, std::ptrdiff_t source, std::ptrdiff_t target) const;
  Turn turn(const SentenceLinks& links, const Look& look) const;
  Turn side(const SentenceLinks& links, const Look& look, bool mono, bool swap) const;
  void orient(const SentenceLinks& links, PhraseSpan& span) const;

  ExtractSettings settings_;
  std::vector<PhraseSpan> spans_;
  std::vector<Edge> source_edges_, target_edges_;
  Corners top_left_, top_right_, bottom_left_, bottom_right_;
};

}  // namespace manyways::phrases
