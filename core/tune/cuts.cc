#include "tune/cuts.h"

#include <algorithm>
#include <cmath>

#include "base/dot.h"

namespace manyways::tune {

namespace {

constexpr int kPatience = 50;
constexpr double kTiny = 1e-13;  // of the largest number beside it

// Solves A x = b for a symmetric, positive matrix of n rows, in place; x replaces b. Directions in which
// A is flat get a slope too small to matter, so that a step along them is long.
void solve_positive(std::vector<double>& a, std::vector<double>& b, std::size_t n) {
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i) largest = std::max(largest, a[i * n + i]);
  const double least = std::max(largest, 1e-300) * kTiny;
  for (std::size_t j = 0; j < n; ++j) {
    a[j * n + j] -= dot(&a[j * n], &a[j * n], j);
    a[j * n + j] = std::sqrt(std::max(a[j * n + j], least));
    for (std::size_t i = j + 1; i < n; ++i) {
      a[i * n + j] = (a[i * n + j] - dot(&a[i * n], &a[j * n], j)) / a[j * n + j];
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    b[i] = (b[i] - dot(&a[i * n], b.data(), i)) / a[i * n + i];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) b[i] -= a[k * n + i] * b[k];
    b[i] /= a[i * n + i];
  }
}

}  // namespace

Cuts::Cuts(std::size_t dimensions, double c)
    : dimensions_(dimensions),
      c_(c),
      slopes_(dimensions, 0.0),
      intercepts_(1, 0.0),
      shares_(1, c),
      idle_(1, 0),
      face_(1, 0),
      weights_(dimensions, 0.0) {}

void Cuts::add(std::span<const double> slope, double intercept) {
  slopes_.insert(slopes_.end(), slope.begin(), slope.end());
  intercepts_.push_back(intercept);
  shares_.push_back(0);
  idle_.push_back(0);
}

double Cuts::product(std::size_t i, std::size_t j) const {
  return dot(slopes_.data() + i * dimensions_, slopes_.data() + j * dimensions_, dimensions_);
}

double Cuts::height(std::size_t cut) const {
  return intercepts_[cut] - dot(slopes_.data() + cut * dimensions_, weights_.data(), dimensions_);
}

void Cuts::solve() {
  std::vector<double> target;
  // The value rises with every step, so that no face comes twice; rounding could only make it stall.
  const std::size_t most = 100 * (size() + dimensions_);
  for (std::size_t i = 0; i < most; ++i) {
    if (face_.size() > 1 && !lowest_of_face(target)) {
      if (!step(target)) break;
      continue;
    }
    if (face_.size() > 1) {
      for (std::size_t k = 0; k < face_.size(); ++k) shares_[face_[k]] = target[k];
    }
    update_weights();
    const std::size_t next = highest_;
    double level = height(face_[0]);
    for (const std::size_t each : face_) level = std::max(level, height(each));
    const double unit = std::abs(intercepts_[next]) + std::abs(level) + 1e-12;
    if (slack_ <= level + 1e-12 * unit ||
        std::find(face_.begin(), face_.end(), next) != face_.end())
      break;
    face_.push_back(next);
  }
  update_weights();
  forget();
}

// Where the dual is highest if only the sum of the shares is kept; whether all shares are positive there.
bool Cuts::lowest_of_face(std::vector<double>& target) const {
  const std::size_t n = face_.size() - 1,
                    r = face_[0];  // the share of the first follows from the others'
  std::vector<double> with_r(n), matrix(n * n), right(n);
  const double rr = product(r, r);
  for (std::size_t i = 0; i < n; ++i) with_r[i] = product(face_[i + 1], r);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      matrix[i * n + j] = product(face_[i + 1], face_[j + 1]) - with_r[i] - with_r[j] + rr;
    }
    right[i] = intercepts_[face_[i + 1]] - intercepts_[r] - c_ * (with_r[i] - rr);
  }
  solve_positive(matrix, right, n);
  target.assign(1, c_);
  for (const double each : right) {
    target.push_back(each);
    target[0] -= each;
  }
  return std::all_of(target.begin(), target.end(), [&](double each) { return each > 0; });
}

// As far towards the target as shares stay positive; whether anything moved or left the face.
bool Cuts::step(const std::vector<double>& target) {
  double length = 1;
  std::size_t first = face_.size();
  for (std::size_t k = 0; k < face_.size(); ++k) {
    const double share = shares_[face_[k]];
    if (target[k] > 0) continue;
    const double reach = share / (share - target[k]);
    if (first == face_.size() || reach < length) {
      length = share > 0 || target[k] < 0 ? reach : 0;
      first = k;
    }
  }
  if (first == face_.size()) return false;
  const bool newest_is_stuck = length == 0 && first + 1 == face_.size();
  std::vector<std::size_t> left;
  for (std::size_t k = 0; k < face_.size(); ++k) {
    double& share = shares_[face_[k]];
    share += length * (target[k] - share);
    if (k == first || share <= 0)
      share = 0;
    else
      left.push_back(face_[k]);
  }
  face_ = std::move(left);
  return !newest_is_stuck;
}

void Cuts::update_weights() {
  std::fill(weights_.begin(), weights_.end(), 0.0);
  dual_ = 0;
  for (const std::size_t each : face_) {
    const double* slope = slopes_.data() + each * dimensions_;
    for (std::size_t d = 0; d < dimensions_; ++d) weights_[d] += shares_[each] * slope[d];
    dual_ += shares_[each] * intercepts_[each];
  }
  for (const double each : weights_) dual_ -= each * each / 2;
  highest_ = 0;
  slack_ = 0;  // the height of the first
  for (std::size_t cut = 1; cut < size(); ++cut) {
    const double here = height(cut);
    if (here > slack_) {
      slack_ = here;
      highest_ = cut;
    }
  }
}

void Cuts::forget() {
  for (int& each : idle_) ++each;
  idle_[0] = 0;
  for (const std::size_t each : face_) idle_[each] = 0;
  if (std::none_of(idle_.begin(), idle_.end(), [](int each) { return each > kPatience; })) return;
  std::vector<std::size_t> place(size());
  std::size_t next = 0;
  for (std::size_t cut = 0; cut < size(); ++cut) {
    if (idle_[cut] > kPatience) continue;
    place[cut] = next;
    std::copy_n(slopes_.begin() + static_cast<std::ptrdiff_t>(cut * dimensions_), dimensions_,
                slopes_.begin() + static_cast<std::ptrdiff_t>(next * dimensions_));
    intercepts_[next] = intercepts_[cut];
    shares_[next] = shares_[cut];
    idle_[next++] = idle_[cut];
  }
  slopes_.resize(next * dimensions_);
  intercepts_.resize(next);
  shares_.resize(next);
  idle_.resize(next);
  for (std::size_t& each : face_) each = place[each];
}

}  // namespace manyways::tune
