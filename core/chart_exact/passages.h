// The first bound: every word knows the word before it, and at most the one before that.
//
// A passage leads through a cell from the word that stands before it to its last word. For each cell
// there are two tables by these two words: the best score of a passage (inside), and the best that
// all the rest of a derivation can add to it (outside), where words count with what longer n-grams
// can say at most (Neighbours). Derivations are thus split by all pairs of neighbours; a bigram
// model's scores are exact.
//
//   Passages passages(problem, neighbours);
//   passages.begin(choices);
//   passages.sweep_inside(watch);
//   passages.bound();                              // no derivation scores more
//   passages.sweep_outside(threshold, watch);
//   passages.kept();                               // those of the choices that can reach it
//   passages.outside(cell, before, last)           // tokens; kNever: nothing reaches the threshold
//
// The part of a choice from its first run on does not depend on the word before the cell, so a
// choice is a sum of a column (what comes before and the first run) and a row (the rest). Choices
// with one column are a group, and a table is the maximum over groups of column + row: plain loops
// over floats. O(sum over groups of the size of their tables); the memory of the tables twice.
//
// Sums are floats: `slack` is added wherever values are compared, and in the bound; it is more than
// what rounding can lose in one derivation.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "chart_exact/neighbours.h"

namespace manyways::chart_exact {

// The largest a[i] + b[i].
float best_sum(const float* a, const float* b, std::size_t size);
// into[i] = max(into[i], value + from[i])
void raise(float* __restrict into, const float* __restrict from, float value, std::size_t size);

class Passages {
 public:
  Passages(Problem& problem, Neighbours& neighbours) : problem_(problem), neighbours_(neighbours) {}

  // How many entries the tables will have.
  std::size_t size() const;
  // `choices` as they were given to neighbours, which must stay.
  void begin(std::span<const std::uint32_t> choices);
  // False: stopped by the watch.
  bool sweep_inside(exact::Watch& watch);
  double bound() const {
    return inside_.empty() ? kNever : static_cast<double>(inside_.back()) + slack_;
  }
  bool sweep_outside(double threshold, exact::Watch& watch);
  std::vector<std::uint32_t> kept() const;
  // Words and meetings that can reach it.
  const Survivors& left() const { return left_; }
  float least() const { return least_; }  // of these
  // How many entries tables of these words would have.
  std::size_t left_size() const;
  Derivation best();  // after sweep_inside()

  // What the rest can add to a passage, rounded upward.
  double outside(CellId cell, std::uint32_t before, std::uint32_t last) const {
    return static_cast<double>(outside_[at(cell, before) + last]) + slack_;
  }
  // The number of a token among those before a cell, and among its last ones; kNothing: not there.
  std::uint32_t before(CellId cell, Token word) const {
    return find(neighbours_.before(cell), word);
  }
  std::uint32_t last(CellId cell, Token word) const { return find(neighbours_.last(cell), word); }

  // A choice that can reach the threshold after a word, and how much the rest of a derivation and
  // of the choice, from behind its first run, can add at most (a choice without runs: all of it).
  struct Open {
    std::uint32_t choice, group;
    double rest;
  };
  // Of a cell after a word; the choices of a group stand together, those with most first.
  void open(CellId cell, std::uint32_t before, double threshold, std::vector<Open>& out);
  // By the number it has among all that were given.
  std::span<const Part> parts(const Open& open) const { return neighbours_.parts(open.choice); }
  // What passages count for the words known; see Neighbours.
  double potential(ContextId context) { return neighbours_.potential(context); }
  bool is_paid(std::uint32_t slot) const { return neighbours_.is_paid(slot); }
  std::uint32_t row_size(std::uint32_t slot) const { return neighbours_.row_size(slot); }
  std::uint32_t choice(const Open& open) const { return choices_[open.choice]; }

 private:
  struct Group {
    std::uint32_t slot;         // of the first run
    CellId front, gap;          // the gaps before it, or kNothing; `gap` stands next to it
    std::size_t column, row;    // in columns_ and rows_
    std::uint32_t first, last;  // in grouped_
    bool dead;                  // no word before it can reach the threshold
  };
  // A choice from behind its first run on: what is known at each of its gaps.
  struct Walk {
    struct Place {
      const Part* part;
      double before;            // after a run: the score so far
      std::uint32_t row;        // the word before the gap; kNothing: it stands after a gap
      std::vector<float> sums;  // behind the gap, by last word
    };
    std::array<Place, 2> gaps;
    std::size_t count = 0;
    double score = 0;  // the end, if it is a run
    Token word = 0;
    bool ends_in_run = true;
    bool can_be = true;
  };

  static std::uint32_t find(std::span<const Token> words, Token word);
  std::size_t at(CellId cell, std::uint32_t before) const {
    return first_[cell] + std::size_t{before} * neighbours_.last(cell).size();
  }
  std::span<const float> row(CellId cell, std::uint32_t before) const {
    return std::span(inside_).subspan(at(cell, before), neighbours_.last(cell).size());
  }
  std::span<float> outer_row(CellId cell, std::uint32_t before) {
    return std::span(outside_).subspan(at(cell, before), neighbours_.last(cell).size());
  }
  void make_groups();
  void add_group(CellId cell, std::size_t i);
  void map(std::span<const Token> from, std::span<const Token> to, std::vector<std::uint32_t>& out);
  void raise_mapped(float* into, std::span<const float> from) const;
  void walk(std::size_t i, std::size_t from, double score, Token word);
  void pass_gap(const Part& gap, std::span<const float> sums, std::span<const Token> words,
                std::vector<float>& out);
  void end_walk(std::span<const Token> last, float* into);
  void fill(CellId cell);
  void fill_column(CellId cell, const Group& group);
  void compose(CellId cell, std::size_t i, std::uint32_t before);
  void spread(CellId cell, float threshold);
  void spread_column(CellId cell, const Group& group, std::span<const float> outer, float least);
  float spread_walk(CellId cell, std::span<const float> outer, float least);
  void keep(std::size_t i, float most, float least) {
    if (most >= least) left_.choices[i] = std::max(left_.choices[i], most);
  }
  void set_slack();
  void mark(CellId cell, float least);
  struct Step {
    CellId cell;
    std::uint32_t before, last;
  };
  std::size_t explain(const Step& step);
  void explain_column(const Step& step, const Group& group);
  void explain_walk(Token last);
  float walk_value(Token last) const;
  std::size_t first_run(std::size_t i) const;

  Problem& problem_;
  Neighbours& neighbours_;
  std::span<const std::uint32_t> choices_;
  std::vector<std::size_t> first_;       // of each cell's table, and the end
  std::vector<float> inside_, outside_;  // rows of last words, by word before
  std::vector<Group> groups_;
  std::vector<std::uint32_t> first_group_, first_choice_, first_runless_;  // of each cell
  std::vector<std::uint32_t> grouped_, runless_;                           // choices
  std::vector<float> columns_, rows_, column_, outer_, other_;
  std::vector<std::uint32_t> map_, map_before_;
  std::vector<std::uint8_t> alive_;  // as columns_: whether the threshold can be reached, so far
  float least_ = 0;
  Survivors left_;
  Walk walk_;
  std::vector<Step> steps_;
  double slack_ = 0;
};

}  // namespace manyways::chart_exact
