// The score on a whole plane of weights: its global optimum, proven, and its picture.
//
// On the plane  weights = origin + x * first + y * second  each candidate is a plane of heights. A
// list cuts the window of the (x, y) plane into convex regions, one for each candidate that is the
// highest somewhere; the regions of all lists together cut it into faces on which every 1-best,
// and so the score, is constant. The search visits every face:
//
//   PlaneSearch search(lists, score, {origin, first, second}, window);
//   PlaneBest best = search.best();            // no face of the window scores higher
//   search.raster(400, 300);                   // the score at the middle of each pixel
//
// Regions are found by clipping, each against the rivals that pass it at its own corners, and from
// region to neighbouring region, so that candidates that never win cost one look each. A face has
// an upper side, which is a piece of an edge of one list's regions or of the window; walking just
// below every such edge therefore meets every face. Along an edge only lists whose winner differs
// between its ends have crossings, because regions are convex.
//
// Cost: about (edges of all lists) x (candidates that win somewhere). Faces narrower than 1e-9 of
// the window are not looked at. The projected MERT of Waite and Byrne (NAACL 2015) in two
// dimensions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tune/lists.h"

namespace manyways::geometry {

struct Plane {
  std::span<const double> origin, first, second;  // one number per feature each
};

struct Window {
  double left, right, bottom, top;
};

struct PlaneBest {
  double x = 0, y = 0;          // the middle of the best face
  double score = 0;             // there
  std::vector<double> corners;  // of the face: x, y, x, y, ...
  std::uint64_t pieces = 0;     // of edges that were looked at; each face has one or more
};

// A point of the window, which is -1 .. 1 in both.
struct PlanePoint {
  double u, v;
};

// The height a + b u + c v.
struct PlaneHeight {
  double a, b, c;
  double at(PlanePoint p) const { return a + b * p.u + c * p.v; }
  PlaneHeight operator-(const PlaneHeight& o) const { return {a - o.a, b - o.b, c - o.c}; }
};

// With the region that it bounds on its left, which is below.
struct PlaneEdge {
  PlanePoint from, to;
};

class PlaneSearch {
 public:
  // `score` must outlive this. Throws std::invalid_argument if the window is empty.
  PlaneSearch(const tune::Lists& lists, const tune::CorpusScore& score, const Plane& plane,
              const Window& window, unsigned threads = 1);

  // Of equal scores the one below the longest piece of an edge, then the first.
  PlaneBest best() const;
  // rows x columns scores, the top row first.
  std::vector<double> raster(std::size_t columns, std::size_t rows) const;
  std::size_t edges() const { return edges_.size(); }
  std::size_t winners() const { return heights_.size(); }

 private:
  struct Found;
  struct Walk;

  void find_regions(const tune::Lists& lists, const std::vector<PlaneHeight>& heights);
  void walk(const PlaneEdge& edge, Walk& scratch, Found& found) const;
  std::vector<std::uint32_t> choice(PlanePoint at) const;
  double x_of(double u) const { return 0.5 * (window_.right + window_.left + u * width()); }
  double y_of(double v) const { return 0.5 * (window_.top + window_.bottom + v * height()); }
  double width() const { return window_.right - window_.left; }
  double height() const { return window_.top - window_.bottom; }

  const tune::CorpusScore& score_;
  Window window_;
  unsigned threads_;
  tune::Lists winners_;               // the candidates that win somewhere in the window
  std::vector<PlaneHeight> heights_;  // of each of these
  std::vector<PlaneEdge> edges_;
};

}  // namespace manyways::geometry
