// Which candidates can win, alone and together: the linear program of LP-MERT as a test.
//
// Candidate c of a list wins under weights w if no other scores higher. It can win under some
// weights exactly if it is a corner of the convex hull of its list; a choice of one candidate in
// each of several lists can win if the sum of the chosen is a corner of the Minkowski sum of the
// hulls. The weights for which it does form its normal cone, and the score of the corpus is the
// same on all of it.
//
//   Points points(lists);               // shared by threads
//   WinTest test(points);               // one per thread
//   if (test.run(chosen)) use(test.weights());      // inside the cone, off its boundary
//   else test.conflict();               // candidates, chosen and others, that exclude each other
//
// Each test sweeps the lists for the candidates that beat the chosen ones most, adds these alone to
// a small program (inner_point.h), and sweeps again with the new weights: some 20 sweeps at 14
// features, each reading the features of the lists in question once. Of candidates with equal
// features the lowest index wins, so the others cannot. Galley and Quirk (EMNLP 2011).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "geometry/inner_point.h"
#include "tune/lists.h"

namespace manyways::geometry {

// Features in units that make them alike, by list and column: feature d of candidate c of list s
// is at block(s)[d * size(s) + c - begin(s)].
class Points {
 public:
  // `units`: what a feature is multiplied with; empty: so that each deviates by 1 within lists.
  explicit Points(const tune::Lists& lists, std::span<const double> units = {});

  std::span<const double> units() const { return units_; }
  std::size_t dimensions() const { return units_.size(); }
  std::size_t sentences() const { return offsets_.size() - 1; }
  std::size_t candidates() const { return offsets_.back(); }
  std::size_t begin(std::size_t sentence) const { return offsets_[sentence]; }
  std::size_t size(std::size_t sentence) const {
    return offsets_[sentence + 1] - offsets_[sentence];
  }
  std::uint32_t sentence_of(std::uint32_t candidate) const { return sentence_of_[candidate]; }
  const double* block(std::size_t sentence) const {
    return values_.data() + offsets_[sentence] * dimensions();
  }
  // scores[c - begin(s)] = point . candidate c.
  void project(std::size_t sentence, const double* point, double* scores) const;
  // The candidate that the point likes best; of equals the lowest index.
  std::uint32_t best(std::size_t sentence, const double* point, std::vector<double>& scores) const;

  // Between weights of features and points in these units.
  std::vector<double> to_weights(std::span<const double> point) const;
  std::vector<double> to_point(std::span<const double> weights) const;

 private:
  std::vector<double> units_;
  std::vector<std::size_t> offsets_;
  std::vector<std::uint32_t> sentence_of_;
  std::vector<double> values_;
};

// Where to look for weights: anywhere, or within a radius of a point of length 1.
struct Region {
  std::span<const double> centre = {};
  double radius = 1e8;
};

class WinTest {
 public:
  explicit WinTest(const Points& points);

  // Whether some weights in the region make every chosen candidate win, strictly. One candidate
  // each of any lists.
  bool run(std::span<const std::uint32_t> chosen, const Region& region = {});
  // Where they do, after a test that succeeded: near the centre, or with the widest margin.
  std::span<const double> point() const { return inner_.point(); }
  std::vector<double> weights() const { return points_.to_weights(inner_.point()); }
  // After a test that failed, (chosen, rival) pairs: no weights prefer every one of these chosen to
  // its rival. Empty if only the region stood in the way.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> conflict() const;

 private:
  bool measure(std::span<const std::uint32_t> chosen);
  bool sweep(std::span<const std::uint32_t> chosen);
  void add(std::uint32_t chosen, std::uint32_t rival, double distance);

  const Points& points_;
  InnerPoint inner_;
  double least_ = 1;
  std::vector<double> distances_, scores_, row_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> rows_;  // what each row compares
};

}  // namespace manyways::geometry
