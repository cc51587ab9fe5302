#include "geometry/choices.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace manyways::geometry {
namespace {

constexpr double kSame = 1e-9;  // candidates nearer to each other than this have equal features

}  // namespace

Points::Points(const tune::Lists& lists, std::span<const double> units)
    : units_(units.empty() ? tune::unit_steps(lists)
                           : std::vector<double>(units.begin(), units.end())),
      sentence_of_(lists.candidates()),
      values_(lists.candidates() * lists.dimensions()) {
  for (std::size_t s = 0; s < lists.sentences(); ++s) {
    offsets_.push_back(lists.begin(s));
    double* to = values_.data() + lists.begin(s) * dimensions();
    for (std::size_t d = 0; d < dimensions(); ++d) {
      const auto column = lists.column(d);
      const double origin = column[lists.begin(s)];
      for (std::size_t c = lists.begin(s); c < lists.end(s); ++c)
        *to++ = (column[c] - origin) * units_[d];
    }
    for (std::size_t c = lists.begin(s); c < lists.end(s); ++c)
      sentence_of_[c] = static_cast<std::uint32_t>(s);
  }
  offsets_.push_back(lists.candidates());
}

void Points::project(std::size_t sentence, const double* point, double* scores) const {
  const std::size_t n = size(sentence);
  const double* column = block(sentence);
  std::fill(scores, scores + n, 0.0);
  for (std::size_t d = 0; d < dimensions(); ++d, column += n) {
    for (std::size_t c = 0; c < n; ++c) scores[c] += point[d] * column[c];
  }
}

std::uint32_t Points::best(std::size_t sentence, const double* point,
                           std::vector<double>& scores) const {
  scores.resize(std::max(scores.size(), size(sentence)));
  project(sentence, point, scores.data());
  const auto first = scores.begin();
  const auto last = first + static_cast<std::ptrdiff_t>(size(sentence));
  return static_cast<std::uint32_t>(
      begin(sentence) + static_cast<std::size_t>(std::max_element(first, last) - first));
}

std::vector<double> Points::to_weights(std::span<const double> point) const {
  std::vector<double> weights(point.begin(), point.end());
  for (std::size_t d = 0; d < weights.size(); ++d) weights[d] *= units_[d];
  return weights;
}

std::vector<double> Points::to_point(std::span<const double> weights) const {
  if (weights.size() != dimensions()) throw std::invalid_argument("one weight per feature");
  std::vector<double> point(weights.begin(), weights.end());
  double squares = 0;
  for (std::size_t d = 0; d < point.size(); ++d) {
    point[d] = units_[d] > 0 ? point[d] / units_[d] : 0;
    squares += point[d] * point[d];
  }
  if (squares > 0) {
    for (double& value : point) value /= std::sqrt(squares);
  }
  return point;
}

WinTest::WinTest(const Points& points)
    : points_(points), inner_(points.dimensions()), row_(points.dimensions()) {}

bool WinTest::run(std::span<const std::uint32_t> chosen, const Region& region) {
  rows_.clear();
  // Near a centre of length 1 a small margin is enough; from the origin 1 sets the scale.
  const double margin = region.centre.empty() ? 1.0 : 1e-6;
  inner_.begin(region.centre, margin, region.radius);
  least_ = 0.99 * margin;
  if (!measure(chosen)) return false;
  while (sweep(chosen)) {
    if (!inner_.solve()) return false;
  }
  return true;
}

// The distance of every candidate from the chosen one of its list; false if one of equal features
// comes before the chosen one.
bool WinTest::measure(std::span<const std::uint32_t> chosen) {
  std::size_t total = 0;
  for (const std::uint32_t c : chosen) {
    if (c >= points_.candidates()) throw std::invalid_argument("there is no such candidate");
    total += points_.size(points_.sentence_of(c));
  }
  distances_.assign(total, 0.0);
  double* distances = distances_.data();
  for (const std::uint32_t c : chosen) {
    const std::size_t s = points_.sentence_of(c), n = points_.size(s), at = c - points_.begin(s);
    const double* column = points_.block(s);
    for (std::size_t d = 0; d < points_.dimensions(); ++d, column += n) {
      const double origin = column[at];
      for (std::size_t j = 0; j < n; ++j) {
        distances[j] += (column[j] - origin) * (column[j] - origin);
      }
    }
    for (std::size_t j = 0; j < n; ++j) {
      distances[j] = std::sqrt(distances[j]);
      if (distances[j] >= kSame) continue;
      if (j < at) return false;
      distances[j] = kInfinity;
    }
    distances += n;
  }
  return true;
}

// Adds, for each list, the candidate that comes nearest to the chosen one or passes it most, if
// that is less than the margin. False if there is none.
bool WinTest::sweep(std::span<const std::uint32_t> chosen) {
  const double* distances = distances_.data();
  const std::size_t before = rows_.size();
  for (const std::uint32_t c : chosen) {
    const std::size_t s = points_.sentence_of(c), n = points_.size(s), at = c - points_.begin(s);
    scores_.resize(std::max(scores_.size(), n));
    points_.project(s, inner_.point().data(), scores_.data());
    const double own = scores_[at];
    double least = least_;
    std::size_t rival = n;
    for (std::size_t j = 0; j < n; ++j) {
      // A product, because dividing is slow: (own - score) / distance < least.
      if (own - scores_[j] < least * distances[j] && distances[j] < kInfinity) {
        least = (own - scores_[j]) / distances[j];
        rival = j;
      }
    }
    if (rival < n) add(c, static_cast<std::uint32_t>(points_.begin(s) + rival), distances[rival]);
    distances += n;
  }
  return rows_.size() > before;
}

void WinTest::add(std::uint32_t chosen, std::uint32_t rival, double distance) {
  const std::size_t s = points_.sentence_of(chosen), n = points_.size(s);
  const double* own = points_.block(s) + (chosen - points_.begin(s));
  const double* other = points_.block(s) + (rival - points_.begin(s));
  double margin = 0;
  for (std::size_t d = 0; d < row_.size(); ++d) {
    row_[d] = (own[d * n] - other[d * n]) / distance;
    margin += row_[d] * inner_.point()[d];
  }
  // The difference of two scores is less exact than the score of the difference: a row that is
  // met already would come again and again.
  if (margin >= least_) return;
  inner_.add(row_.data());
  rows_.emplace_back(chosen, rival);
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> WinTest::conflict() const {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
  for (const std::uint32_t row : inner_.conflict()) pairs.push_back(rows_[row]);
  return pairs;
}

}  // namespace manyways::geometry
