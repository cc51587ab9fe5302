// Edit distance of a candidate to one reference, the many times that TER needs it.
//
//   EditDistance distance;
//   distance.set_reference(ids, symbols);      // once: 1 .. symbols, a mask of places for each
//   distance.set_candidate(ids);               // 0 is a word that the reference does not have
//   distance.value();                          // of the candidate as it is
//   distance.shifted(start, length, target);   // of the candidate with a block moved
//   distance.align(alignment);                 // which word stands against which
//
// Insertions, deletions and substitutions cost 1. Sixty-four cells are computed at once (Myers,
// 1999; blocks after Hyyrö, 2003), and a shifted candidate begins at the row where it first
// differs.
//
// sacreBLEU only looks at cells near the diagonal (25 to each side, around the line that joins the
// two corners). A path of cost d cannot leave the cells with |j - i| + |(m - j) - (n - i)| <= d, so
// if those all lie in its beam, its value and its alignment are the true ones; `trusted()` is the
// largest such d. Above it, `beam_value` and `align` fill its table cell by cell.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace manyways::metrics {

// For each reference word the candidate word it stands against (the one before, if none: -1 at the
// beginning), and for both sides how many words up to here are not matched.
struct Alignment {
  std::vector<int> candidate_of;
  std::vector<int> reference_errors;  // sums: errors in [a, b) are errors[b] - errors[a]
  std::vector<int> candidate_errors;
};

// Where a block of words goes, as sacreBLEU's shift has it: words begin .. end change places.
struct Shift {
  int begin, end, split;  // words[begin, split) and words[split, end) are exchanged
};
Shift shift_of(int start, int length, int target, int size);

class EditDistance {
 public:
  void set_reference(std::span<const std::uint32_t> ids, std::uint32_t symbols);
  void set_candidate(std::span<const std::uint32_t> ids);
  // Makes a shift lasting; only the rows that change are computed again.
  void apply(const Shift& shift);

  int reference_size() const { return static_cast<int>(reference_.size()); }
  std::span<const std::uint32_t> candidate() const { return candidate_; }
  // A bit for each place of the word in the reference, 64 to a block.
  std::span<const std::uint64_t> places(std::uint32_t word) const {
    return {places_.data() + word * blocks_, blocks_};
  }

  int trusted() const { return trusted_; }
  int value() const { return values_.back(); }
  int shifted(const Shift& shift);
  int beam_value(std::span<const std::uint32_t> candidate);
  // From the beam's table if value() exceeds trusted(). Returns the value that goes with it.
  int align(Alignment& alignment);

 private:
  struct Row {               // differences between neighbouring cells, one bit per reference word
    std::uint64_t up, down;  // along the reference: +1, -1
    std::uint64_t later, sooner;  // from the candidate's word before: +1, -1
  };
  void compute_rows(std::size_t from);
  int step(const Row* previous, std::uint32_t word, Row* next) const;
  void find_trusted();
  bool equal(int i, int j) const;
  int align_by_rows(Alignment& alignment) const;
  int align_by_beam(Alignment& alignment);
  int fill_beam(std::span<const std::uint32_t> candidate);

  std::vector<std::uint32_t> reference_, candidate_;
  std::size_t blocks_ = 0;
  std::uint64_t last_ = 0;  // the bit of the reference's last word in the last block
  std::vector<std::uint64_t> places_;
  std::vector<Row> rows_;    // (candidate words + 1) * blocks
  std::vector<int> values_;  // distance of each beginning of the candidate to the whole reference
  std::vector<Row> scratch_;
  std::vector<std::uint32_t> moved_;
  int trusted_ = 0;
  std::vector<int> beam_costs_;
  std::vector<char> beam_steps_;
};

}  // namespace manyways::metrics
