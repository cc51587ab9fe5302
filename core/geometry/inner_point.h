// The point of a cone that is nearest to a given one, or the proof that the cone is empty.
//
// A cone is all weights w that score some rows above zero: row . w >= margin for every row, rows
// of length 1. The nearest point is the answer of a small quadratic program, solved here by a dual
// active-set method: begin at the given point, put the worst row right, then the next, keeping the
// point optimal for the rows met so far. The distance only grows, so that a search within a radius
// stops early; rows may be added at any time, so that of thousands only the few that matter are
// ever added.
//
//   InnerPoint inner(dimensions);
//   inner.begin(start, 1.0, 1e8);         // margin, radius
//   inner.add(row);
//   while (inner.solve() && add_more_rows()) {}
//   inner.point();       // after solve() == true
//   inner.conflict();    // after solve() == false: rows of which no weights satisfy all
//
// With start 0 and margin 1 the point is the direction of the widest margin, 1 / margin long: a
// radius of 1e8 gives up on cones narrower than 1e-8.
//
// Cost of a step: O(rows * dimensions + dimensions^3), and about one step for each row that is
// active in the end. Goldfarb and Idnani (1983).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace manyways::geometry {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

class InnerPoint {
 public:
  explicit InnerPoint(std::size_t dimensions);

  // Forgets all rows. `start` has one number per dimension; empty: the origin.
  void begin(std::span<const double> start, double margin, double radius);
  // A row of length 1.
  void add(const double* row);
  std::size_t rows() const { return rows_.size() / dimensions_; }
  // Whether some weights within the radius satisfy all rows.
  bool solve();

  std::span<const double> point() const { return point_; }
  // How far the point lies from the start.
  double distance() const;
  // Which rows exclude each other, ascending; empty if only the radius stood in the way.
  std::span<const std::uint32_t> conflict() const { return conflict_; }

 private:
  const double* row(std::size_t index) const { return rows_.data() + index * dimensions_; }
  std::size_t worst(double& slack) const;
  bool satisfy(std::uint32_t index, double slack);
  void split(const double* row);
  void activate(std::uint32_t index);
  void drop(std::size_t position);
  void blame(std::uint32_t index);

  std::size_t dimensions_;
  double margin_ = 1, radius_ = 1e8;
  std::vector<double> start_, point_, rows_;
  std::vector<std::uint32_t> active_, later_, conflict_;
  std::vector<double> pulls_;  // the multiplier of each active row
  // Active rows = basis_ * triangle_: orthonormal columns, upper triangular coordinates.
  std::vector<double> basis_, triangle_;
  std::vector<double> free_, shares_;  // what `split` finds: the part outside, and the coordinates
};

}  // namespace manyways::geometry
