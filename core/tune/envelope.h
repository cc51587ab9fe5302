// Upper envelope of lines: the geometry inside an exact line search.
//
// Along a search direction each candidate is a line  y = intercept + slope * x, x being the step
// length. The best candidate changes only where two lines cross, so the envelope lists every 1-best
// that a step of any length can reach:
//
//   Envelope envelope;
//   envelope.find(intercepts, slopes);       // of one sentence
//   for (Segment s : envelope.segments())    // left to right; the first starts at -infinity
//     s.line is best from s.start to the start of the next
//
// The method is quickhull: take the lines that win far left and far right; a line that is below
// both where they cross never wins between them; the highest there splits the work in two. Most
// lines fall at the first look, so that a long list costs little more than reading it: no sorting.
// O(n log n) expected. Of equal lines the lowest index wins.
// Och (ACL 2003); Macherey et al. (EMNLP 2008).
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace manyways::tune {

struct Segment {
  double start;
  std::uint32_t line;
};

class Envelope {
 public:
  // Both spans have one number per line, at least one; all finite. Lines that win nowhere between
  // `low` and `high` are left out; on a short stretch most lists have one winner, found in one
  // look.
  void find(std::span<const double> intercepts, std::span<const double> slopes,
            double low = -std::numeric_limits<double>::infinity(),
            double high = std::numeric_limits<double>::infinity());
  std::span<const Segment> segments() const { return segments_; }

 private:
  std::uint32_t winner(double x, double side) const;
  template <typename Line>
  std::uint32_t highest(std::uint32_t left, std::uint32_t right, double x, std::size_t count,
                        Line line);
  void split(std::uint32_t left, std::uint32_t right, std::size_t first, std::size_t last);
  double crossing(std::uint32_t left, std::uint32_t right) const;
  void emit(double start, std::uint32_t line);

  std::size_t count_ = 0;
  const double* intercepts_ = nullptr;
  const double* slopes_ = nullptr;
  std::vector<std::uint32_t> stack_;  // the lines still in question, by level of the recursion
  std::vector<Segment> segments_;
};

}  // namespace manyways::tune
