#include "tune/envelope.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace manyways::tune {
namespace {

constexpr double kEndless = std::numeric_limits<double>::infinity();

}  // namespace

void Envelope::find(std::span<const double> intercepts, std::span<const double> slopes, double low,
                    double high) {
  const std::size_t n = intercepts.size();
  if (n == 0 || slopes.size() != n)
    throw std::invalid_argument("an envelope needs at least one line");
  count_ = n;
  intercepts_ = intercepts.data();
  slopes_ = slopes.data();
  segments_.clear();
  const std::uint32_t left = winner(low, 1), right = winner(high, -1);
  segments_.push_back({-kEndless, left});
  if (!(slopes_[left] < slopes_[right])) return;
  // The first look reads the arrays straight, with no list of indices.
  stack_.clear();
  const double x = crossing(left, right);
  const std::uint32_t middle = highest(left, right, x, n, [](std::size_t k) { return k; });
  if (middle == left) {
    emit(x, right);
    return;
  }
  const std::size_t last = stack_.size();
  split(left, middle, 0, last);
  split(middle, right, 0, last);
}

// The line that is highest where `left` and `right` cross, of those between them; `left` if none is
// above. All above go on the stack.
template <typename Line>
std::uint32_t Envelope::highest(std::uint32_t left, std::uint32_t right, double x,
                                std::size_t count, Line line) {
  const double m_left = slopes_[left], m_right = slopes_[right];
  const double y = std::max(intercepts_[left] + m_left * x, intercepts_[right] + m_right * x);
  std::uint32_t middle = left;
  double best = y;
  for (std::size_t k = 0; k < count; ++k) {
    const auto i = static_cast<std::uint32_t>(line(k));
    const double value = intercepts_[i] + slopes_[i] * x;
    if (value > y && i != left && i != right && slopes_[i] > m_left && slopes_[i] < m_right) {
      stack_.push_back(i);
      if (value > best) {
        best = value;
        middle = i;
      }
    }
  }
  return middle;
}

// The line that is best a little way to the right (side 1) or left (-1) of x.
std::uint32_t Envelope::winner(double x, double side) const {
  const bool endless = x == kEndless || x == -kEndless;
  std::uint32_t best = 0;
  double first = -kEndless, second = -kEndless;
  for (std::uint32_t i = 0; i < count_; ++i) {
    const double a = intercepts_[i], m = slopes_[i];
    const double value = endless ? -side * m : a + m * x;
    if (value < first) continue;
    const double next = endless ? a : side * m;
    if (value == first && next <= second) continue;
    best = i;
    first = value;
    second = next;
  }
  return best;
}

// Finds what is best between `left` and `right`, both on the envelope, among stack_[first, last).
void Envelope::split(std::uint32_t left, std::uint32_t right, std::size_t first, std::size_t last) {
  if (!(slopes_[left] < slopes_[right])) return;
  const double x = crossing(left, right);
  const std::size_t top = stack_.size();
  const std::uint32_t middle =
      highest(left, right, x, last - first, [&](std::size_t k) { return stack_[first + k]; });
  if (middle == left) {
    emit(x, right);
  } else {
    const std::size_t end = stack_.size();
    split(left, middle, top, end);
    split(middle, right, top, end);
  }
  stack_.resize(top);
}

double Envelope::crossing(std::uint32_t left, std::uint32_t right) const {
  return (intercepts_[left] - intercepts_[right]) / (slopes_[right] - slopes_[left]);
}

// Rounding may put three lines that meet in a point into the wrong order by one unit in the last
// place; a segment of no width is dropped.
void Envelope::emit(double start, std::uint32_t line) {
  while (segments_.size() > 1 && start <= segments_.back().start) {
    start = segments_.back().start;
    segments_.pop_back();
  }
  segments_.push_back({start, line});
}

}  // namespace manyways::tune
