#include "tune/elite.h"

#include <algorithm>
#include <cmath>

namespace manyways::tune {
namespace {

constexpr std::size_t kElite = 6;
constexpr double kAlike = 0.1;    // the distance of directions of length 1
constexpr double kTop = 0.5;      // the share of points near the best
constexpr double kBetween = 0.3;  // the share of points on the way to another

}  // namespace

void Elite::add(double score, std::span<const double> weights) {
  Member added{score, {weights.begin(), weights.end()}};
  const auto twin = std::find_if(members_.begin(), members_.end(),
                                 [&](const Member& each) { return alike(each.weights, weights); });
  if (twin == members_.end()) {
    members_.push_back(std::move(added));
  } else if (score > twin->score) {
    *twin = std::move(added);
  }
  std::stable_sort(members_.begin(), members_.end(),
                   [](const Member& a, const Member& b) { return a.score > b.score; });
  if (members_.size() > kElite) members_.pop_back();
}

std::vector<double> Elite::pick(Random& random) const {
  const std::size_t chosen = random.uniform() < kTop ? 0 : random.below(members_.size());
  std::vector<double> point = members_[chosen].weights;
  if (members_.size() == 1 || random.uniform() >= kBetween) return point;
  std::size_t other = random.below(members_.size() - 1);
  if (other >= chosen) ++other;
  const double share = random.uniform();
  for (std::size_t d = 0; d < point.size(); ++d)
    point[d] += share * (members_[other].weights[d] - point[d]);
  return point;
}

bool Elite::alike(std::span<const double> one, std::span<const double> other) const {
  double product = 0, squares = 0, other_squares = 0;
  for (std::size_t d = 0; d < units_.size(); ++d) {
    if (units_[d] == 0) continue;
    const double a = one[d] / units_[d], b = other[d] / units_[d];
    product += a * b;
    squares += a * a;
    other_squares += b * b;
  }
  return 2 - 2 * product / std::sqrt(squares * other_squares) < kAlike * kAlike;
}

}  // namespace manyways::tune
