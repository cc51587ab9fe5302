#include "tune/line_search.h"

#include <algorithm>
#include <cmath>

namespace manyways::tune {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A point inside the interval: its middle, or a little way into an endless one.
double inside(const Interval& interval) {
  if (interval.start == -kInfinity && interval.end == kInfinity) return 0;
  if (interval.start == -kInfinity) return interval.end - 0.1 * (1 + std::fabs(interval.end));
  if (interval.end == kInfinity) return interval.start + 0.1 * (1 + std::fabs(interval.start));
  return interval.start + 0.5 * (interval.end - interval.start);
}

double smoothed(const std::vector<Interval>& intervals, std::size_t index, int window) {
  if (window == 0) return intervals[index].score;
  const auto reach = static_cast<std::size_t>(window);
  const std::size_t first = index < reach ? 0 : index - reach;
  const std::size_t last = std::min(index + reach, intervals.size() - 1);
  double sum = 0;
  for (std::size_t k = first; k <= last; ++k) sum += intervals[k].score;
  return sum / static_cast<double>(last - first + 1);
}

}  // namespace

LineSearch::LineSearch(const Lists& lists, const CorpusScore& score)
    : lists_(lists), score_(score) {}

const std::vector<Interval>& LineSearch::intervals(std::span<const double> intercepts,
                                                   std::span<const double> slopes) {
  crossings_.clear();
  sums_.assign(lists_.width(), 0.0);
  for (std::size_t s = 0; s < lists_.sentences(); ++s) {
    const std::size_t first = lists_.begin(s), count = lists_.end(s) - first;
    envelope_.find(intercepts.subspan(first, count), slopes.subspan(first, count));
    const auto segments = envelope_.segments();
    const auto row = lists_.statistics(first + segments[0].line);
    for (std::size_t k = 0; k < row.size(); ++k) sums_[k] += row[k];
    for (std::size_t k = 1; k < segments.size(); ++k) {
      crossings_.push_back({segments[k].start,
                            static_cast<std::uint32_t>(first + segments[k - 1].line),
                            static_cast<std::uint32_t>(first + segments[k].line)});
    }
  }
  std::sort(crossings_.begin(), crossings_.end(), [](const Crossing& a, const Crossing& b) {
    return a.x != b.x ? a.x < b.x : a.to < b.to;
  });
  intervals_.clear();
  intervals_.push_back({-kInfinity, kInfinity, score_(sums_.data())});
  for (std::size_t i = 0; i < crossings_.size();) {
    const double x = crossings_[i].x;
    for (; i < crossings_.size() && crossings_[i].x == x; ++i) {
      const double* from = lists_.statistics(crossings_[i].from).data();
      const double* to = lists_.statistics(crossings_[i].to).data();
      for (std::size_t k = 0; k < sums_.size(); ++k) sums_[k] += to[k] - from[k];
    }
    intervals_.back().end = x;
    intervals_.push_back({x, kInfinity, score_(sums_.data())});
  }
  return intervals_;
}

Step LineSearch::find(std::span<const double> intercepts, std::span<const double> slopes,
                      const LineSettings& settings) {
  intervals(intercepts, slopes);
  Step best;
  double best_value = -kInfinity;
  bool best_holds_zero = false;
  for (std::size_t k = 0; k < intervals_.size(); ++k) {
    Interval piece = intervals_[k];
    piece.start = std::max(piece.start, settings.lowest);
    piece.end = std::min(piece.end, settings.highest);
    if (!(piece.start < piece.end)) continue;
    const double value = smoothed(intervals_, k, settings.window);
    const bool holds_zero = piece.start < 0 && piece.end > 0;
    const double width = piece.end - piece.start;
    const bool better = value != best_value             ? value > best_value
                        : holds_zero != best_holds_zero ? holds_zero
                                                        : !best_holds_zero && width > best.width;
    if (!better) continue;
    best_value = value;
    best_holds_zero = holds_zero;
    best = {holds_zero ? 0.0 : inside(piece), piece.score, width};
  }
  return best;
}

}  // namespace manyways::tune
