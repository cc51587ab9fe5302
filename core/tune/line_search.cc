#include "tune/line_search.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/threads.h"

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
                                                   std::span<const double> slopes, double low,
                                                   double high) {
  crossings_.clear();
  sums_.assign(lists_.width(), 0.0);
  for (std::size_t s = 0; s < lists_.sentences(); ++s) {
    const std::size_t first = lists_.begin(s), count = lists_.end(s) - first;
    envelope_.find(intercepts.subspan(first, count), slopes.subspan(first, count), low, high);
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
    do {
      const double* from = lists_.statistics(crossings_[i].from).data();
      const double* to = lists_.statistics(crossings_[i].to).data();
      for (std::size_t k = 0; k < sums_.size(); ++k) sums_[k] += to[k] - from[k];
      ++i;
    } while (i < crossings_.size() && crossings_[i].x == x);
    intervals_.back().end = x;
    intervals_.push_back({x, kInfinity, score_(sums_.data())});
  }
  return intervals_;
}

Step LineSearch::find(std::span<const double> intercepts, std::span<const double> slopes,
                      const LineSettings& settings) {
  // A window may look beyond the limits.
  if (settings.window > 0) {
    intervals(intercepts, slopes);
  } else {
    intervals(intercepts, slopes, settings.lowest, settings.highest);
  }
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

std::vector<std::uint32_t> line_winners(const Lists& lists, std::span<const double> weights,
                                        std::span<const double> directions, unsigned threads) {
  const std::size_t dimensions = lists.dimensions();
  if (directions.size() % dimensions != 0)
    throw std::invalid_argument("directions have one number per feature");
  std::vector<double> scores(lists.candidates());
  lists.project(weights, scores);
  std::vector<std::vector<std::uint32_t>> found(directions.size() / dimensions);
  parallel_for(found.size(), threads, [&](std::size_t row) {
    const auto direction = directions.subspan(row * dimensions, dimensions);
    const std::size_t axis = static_cast<std::size_t>(
        std::find_if(direction.begin(), direction.end(), [](double d) { return d != 0; }) -
        direction.begin());
    const bool one = std::count(direction.begin(), direction.end(), 0.0) + 1 ==
                     static_cast<std::ptrdiff_t>(dimensions);
    std::vector<double> projected(one ? 0 : lists.candidates());
    if (!one) lists.project(direction, projected);
    const std::span<const double> slopes = one ? lists.column(axis) : projected;
    Envelope envelope;
    for (std::size_t s = 0; s < lists.sentences(); ++s) {
      const std::size_t first = lists.begin(s), count = lists.end(s) - first;
      envelope.find(std::span<const double>(scores).subspan(first, count),
                    slopes.subspan(first, count));
      for (const Segment& each : envelope.segments())
        found[row].push_back(static_cast<std::uint32_t>(first + each.line));
    }
  });
  std::vector<std::uint32_t> all = lists.best(scores);
  for (const auto& each : found) all.insert(all.end(), each.begin(), each.end());
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

}  // namespace manyways::tune
