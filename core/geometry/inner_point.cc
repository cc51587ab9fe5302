#include "geometry/inner_point.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/dot.h"

namespace manyways::geometry {
namespace {

constexpr double kDependent = 1e-10;  // a unit row with less outside the active ones lies in them
constexpr double kEnough = 0.999;     // of the margin: rounding never decides
constexpr int kMostSteps = 10000;

}  // namespace

InnerPoint::InnerPoint(std::size_t dimensions)
    : dimensions_(dimensions),
      start_(dimensions),
      point_(dimensions),
      basis_(dimensions * dimensions),
      triangle_(dimensions * dimensions),
      free_(dimensions),
      shares_(dimensions) {
  if (dimensions == 0) throw std::invalid_argument("a cone needs at least one dimension");
}

void InnerPoint::begin(std::span<const double> start, double margin, double radius) {
  if (start.empty()) {
    std::fill(start_.begin(), start_.end(), 0.0);
  } else {
    start_.assign(start.begin(), start.end());
  }
  point_ = start_;
  margin_ = margin;
  radius_ = radius;
  rows_.clear();
  active_.clear();
  pulls_.clear();
  conflict_.clear();
}

void InnerPoint::add(const double* row) { rows_.insert(rows_.end(), row, row + dimensions_); }

double InnerPoint::distance() const {
  double sum = 0;
  for (std::size_t d = 0; d < dimensions_; ++d)
    sum += (point_[d] - start_[d]) * (point_[d] - start_[d]);
  return std::sqrt(sum);
}

bool InnerPoint::solve() {
  for (int step = 0; step < kMostSteps; ++step) {
    double slack;
    const std::size_t index = worst(slack);
    if (slack >= (kEnough - 1) * margin_) return true;
    if (!satisfy(static_cast<std::uint32_t>(index), slack)) return false;
    if (distance() > radius_) return false;
  }
  return false;
}

// The row that the point misses most, and by how much (negative).
std::size_t InnerPoint::worst(double& slack) const {
  std::size_t found = 0;
  slack = kInfinity;
  for (std::size_t i = 0, n = rows(); i < n; ++i) {
    const double value = dot(row(i), point_.data(), dimensions_) - margin_;
    if (value < slack) {
      slack = value;
      found = i;
    }
  }
  return found;
}

// Moves until the row is met, dropping active rows that begin to push the wrong way.
bool InnerPoint::satisfy(std::uint32_t index, double slack) {
  double pull = 0;
  for (;;) {
    split(row(index));
    std::size_t blocking = active_.size();
    double partial = kInfinity;
    for (std::size_t k = 0; k < active_.size(); ++k) {
      if (shares_[k] > 1e-14 && pulls_[k] / shares_[k] < partial) {
        partial = pulls_[k] / shares_[k];
        blocking = k;
      }
    }
    const double outside = dot(free_.data(), free_.data(), dimensions_);
    const bool inside = outside < kDependent * kDependent;
    const double full = inside ? kInfinity : -slack / outside;
    const double length = std::min(partial, full);
    if (length == kInfinity) {
      blame(index);
      return false;
    }
    for (std::size_t k = 0; k < active_.size(); ++k) pulls_[k] -= length * shares_[k];
    pull += length;
    if (!inside) {
      for (std::size_t d = 0; d < dimensions_; ++d) point_[d] += length * free_[d];
      slack += length * outside;
    }
    if (full <= partial) {
      activate(index);
      pulls_.push_back(pull);
      return true;
    }
    drop(blocking);
  }
}

// row = basis * triangle * shares + free. Twice, because once loses digits.
void InnerPoint::split(const double* row) {
  const std::size_t count = active_.size();
  std::copy(row, row + dimensions_, free_.begin());
  std::fill(shares_.begin(), shares_.end(), 0.0);
  for (int pass = 0; pass < 2; ++pass) {
    for (std::size_t k = 0; k < count; ++k) {
      const double* column = basis_.data() + k * dimensions_;
      const double along = dot(column, free_.data(), dimensions_);
      shares_[k] += along;
      for (std::size_t d = 0; d < dimensions_; ++d) free_[d] -= along * column[d];
    }
  }
  for (std::size_t k = count; k-- > 0;) {
    for (std::size_t j = k + 1; j < count; ++j)
      shares_[k] -= triangle_[j * dimensions_ + k] * shares_[j];
    shares_[k] /= triangle_[k * dimensions_ + k];
  }
}

// Appends a row that `split` has just found to be independent.
void InnerPoint::activate(std::uint32_t index) {
  const std::size_t k = active_.size();
  double* column = basis_.data() + k * dimensions_;
  const double length = std::sqrt(dot(free_.data(), free_.data(), dimensions_));
  for (std::size_t d = 0; d < dimensions_; ++d) column[d] = free_[d] / length;
  for (std::size_t j = 0; j < k; ++j)
    triangle_[k * dimensions_ + j] = dot(basis_.data() + j * dimensions_, row(index), dimensions_);
  triangle_[k * dimensions_ + k] = length;
  active_.push_back(index);
}

void InnerPoint::drop(std::size_t position) {
  later_.assign(active_.begin() + static_cast<std::ptrdiff_t>(position) + 1, active_.end());
  pulls_.erase(pulls_.begin() + static_cast<std::ptrdiff_t>(position));
  active_.resize(position);
  for (const std::uint32_t index : later_) {
    split(row(index));
    activate(index);
  }
}

// The row is a sum of active rows with shares <= 0: together they sum to nothing.
void InnerPoint::blame(std::uint32_t index) {
  for (std::size_t k = 0; k < active_.size(); ++k) {
    if (shares_[k] < -1e-12) conflict_.push_back(active_[k]);
  }
  conflict_.push_back(index);
  std::sort(conflict_.begin(), conflict_.end());
}

}  // namespace manyways::geometry
