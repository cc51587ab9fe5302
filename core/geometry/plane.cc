#include "geometry/plane.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/threads.h"
#include "geometry/inner_point.h"
#include "tune/line_search.h"

namespace manyways::geometry {
namespace {

constexpr double kBeside = 1e-9;  // how far from an edge one walks
constexpr double kTie = 1e-13;    // heights that differ less, as a share of the largest, are equal
constexpr double kHighest = 1e100;  // squares of heights are finite
constexpr std::uint32_t kBorder = ~0u;
constexpr std::size_t kSentencesPerBlock = 16, kEdgesPerBlock = 256;

struct Corner {
  PlanePoint point;
  std::uint32_t rival;  // across the side that begins here
};

std::vector<Corner> whole_window() {
  return {{{-1, -1}, kBorder}, {{1, -1}, kBorder}, {{1, 1}, kBorder}, {{-1, 1}, kBorder}};
}

// Keeps the part of the polygon where `lead` is positive.
void clip(std::vector<Corner>& polygon, const PlaneHeight& lead, std::uint32_t rival,
          std::vector<Corner>& scratch) {
  scratch.clear();
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Corner &here = polygon[k], &next = polygon[(k + 1) % polygon.size()];
    const double d = lead.at(here.point), e = lead.at(next.point);
    if (d >= 0) scratch.push_back(here);
    if ((d >= 0) == (e >= 0)) continue;
    const double t = d / (d - e);
    const PlanePoint cross{here.point.u + t * (next.point.u - here.point.u),
                           here.point.v + t * (next.point.v - here.point.v)};
    scratch.push_back({cross, d >= 0 ? rival : here.rival});
  }
  polygon.swap(scratch);
}

// The regions of one list, found one after another.
class Regions {
 public:
  std::vector<std::uint32_t> winners;  // ascending
  std::vector<PlaneEdge> edges;        // each once, as the upper side of a region

  void find(std::span<const PlaneHeight> heights) {
    heights_ = heights;
    double largest = 0;
    for (const PlaneHeight& h : heights)
      largest = std::max(largest, std::fabs(h.a) + std::fabs(h.b) + std::fabs(h.c));
    tie_ = kTie * largest;
    known_.assign(heights.size(), 0);
    winners.clear();
    edges.clear();
    for (const Corner& corner : whole_window()) add(highest(corner.point));
    while (!queue_.empty()) {
      const std::uint32_t own = queue_.back();
      queue_.pop_back();
      if (!cut_out(own)) continue;
      winners.push_back(own);
      keep_sides();
    }
    std::sort(winners.begin(), winners.end());
  }

 private:
  void add(std::uint32_t candidate) {
    if (known_[candidate]) return;
    known_[candidate] = 1;
    queue_.push_back(candidate);
  }

  // The highest at a point; within rounding the lowest index.
  std::uint32_t highest(PlanePoint at) const {
    double best = -kInfinity;
    for (const PlaneHeight& h : heights_) best = std::max(best, h.at(at));
    std::uint32_t i = 0;
    while (heights_[i].at(at) < best - tie_) ++i;
    return i;
  }

  // The polygon becomes the region of `own`; false if it has none.
  bool cut_out(std::uint32_t own) {
    polygon_ = whole_window();
    for (std::size_t k = 0; k < polygon_.size();) {
      const std::uint32_t rival = highest(polygon_[k].point);
      const PlaneHeight lead = heights_[own] - heights_[rival];
      if (rival == own || lead.at(polygon_[k].point) >= -4 * tie_) {
        ++k;
        continue;
      }
      clip(polygon_, lead, rival, scratch_);
      if (polygon_.size() < 3) return false;
      k = 0;
    }
    return true;
  }

  void keep_sides() {
    for (std::size_t k = 0; k < polygon_.size(); ++k) {
      if (polygon_[k].rival == kBorder) continue;
      add(polygon_[k].rival);
      const PlanePoint from = polygon_[k].point, to = polygon_[(k + 1) % polygon_.size()].point;
      // A polygon runs against the clock: the sides above it run to the left.
      if (to.u < from.u || (to.u == from.u && to.v > from.v)) edges.push_back({from, to});
    }
  }

  std::span<const PlaneHeight> heights_;
  double tie_ = 0;
  std::vector<Corner> polygon_, scratch_;
  std::vector<std::uint32_t> queue_;
  std::vector<std::uint8_t> known_;
};

}  // namespace

struct PlaneSearch::Found {
  double score = -kInfinity, length = 0;
  PlanePoint point{0, 0};
  std::uint64_t pieces = 0;

  void add(const Found& other) {
    const bool better = other.score != score ? other.score > score : other.length > length;
    const std::uint64_t sum = pieces + other.pieces;
    if (better) *this = other;
    pieces = sum;
  }
};

// Where lists change their winner along an edge, and what the walk needs.
struct PlaneSearch::Walk {
  struct Crossing {
    double t;
    std::uint32_t from, to;
  };
  tune::Envelope envelope;
  std::vector<Crossing> crossings;
  std::vector<double> starts, slopes, sums;

  void add(const double* row, double sign) {
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += sign * row[k];
  }

  // The crossings of list candidates first .. first + n - 1 between t = 0 and 1; the first winner.
  std::uint32_t cross(std::span<const PlaneHeight> heights, std::uint32_t first, PlanePoint from,
                      PlanePoint to) {
    starts.clear();
    slopes.clear();
    for (const PlaneHeight& h : heights) {
      starts.push_back(h.at(from));
      slopes.push_back(h.b * (to.u - from.u) + h.c * (to.v - from.v));
    }
    envelope.find(starts, slopes);
    std::uint32_t own = envelope.segments()[0].line, begin = own;
    for (const tune::Segment& each : envelope.segments()) {
      if (each.start <= 0) {
        begin = each.line;
      } else if (each.start < 1) {
        crossings.push_back({each.start, first + own, first + each.line});
      }
      own = each.line;
    }
    return first + begin;
  }
};

PlaneSearch::PlaneSearch(const tune::Lists& lists, const tune::CorpusScore& score,
                         const Plane& plane, const Window& window, unsigned threads)
    : score_(score), window_(window), threads_(threads), winners_(lists.subset({})) {
  if (!(window.left < window.right) || !(window.bottom < window.top))
    throw std::invalid_argument("the window of a plane is empty");
  std::vector<double> a(lists.candidates()), b(a.size()), c(a.size());
  lists.project(plane.origin, a);
  lists.project(plane.first, b);
  lists.project(plane.second, c);
  std::vector<PlaneHeight> heights;
  heights.reserve(a.size());
  for (std::size_t s = 0; s < lists.sentences(); ++s) {
    const std::size_t o = lists.begin(s);
    for (std::size_t i = o; i < lists.end(s); ++i) {
      const double base = a[i] - a[o], first = b[i] - b[o], second = c[i] - c[o];
      const PlaneHeight& h =
          heights.emplace_back(PlaneHeight{base + first * x_of(0) + second * y_of(0),
                                           0.5 * first * width(), 0.5 * second * height()});
      if (!(std::fabs(h.a) + std::fabs(h.b) + std::fabs(h.c) < kHighest)) {
        throw std::invalid_argument("the numbers of a plane are too large");
      }
    }
  }
  find_regions(lists, heights);
}

void PlaneSearch::find_regions(const tune::Lists& lists, const std::vector<PlaneHeight>& heights) {
  const std::size_t blocks = (lists.sentences() + kSentencesPerBlock - 1) / kSentencesPerBlock;
  std::vector<std::vector<std::uint32_t>> chosen(blocks);
  std::vector<std::vector<PlaneEdge>> edges(blocks);
  parallel_for(blocks, threads_, [&](std::size_t block) {
    Regions regions;
    const std::size_t last = std::min(lists.sentences(), (block + 1) * kSentencesPerBlock);
    for (std::size_t s = block * kSentencesPerBlock; s < last; ++s) {
      regions.find(std::span(heights).subspan(lists.begin(s), lists.end(s) - lists.begin(s)));
      for (const std::uint32_t w : regions.winners)
        chosen[block].push_back(static_cast<std::uint32_t>(lists.begin(s) + w));
      edges[block].insert(edges[block].end(), regions.edges.begin(), regions.edges.end());
    }
  });
  edges_.push_back({{1, 1}, {-1, 1}});  // the top of the window
  std::vector<std::uint32_t> all;
  for (std::size_t block = 0; block < blocks; ++block) {
    all.insert(all.end(), chosen[block].begin(), chosen[block].end());
    edges_.insert(edges_.end(), edges[block].begin(), edges[block].end());
  }
  winners_ = lists.subset(all);
  for (std::size_t s = 0; s < winners_.sentences(); ++s) {
    // Rounding in a window of extreme size can leave a list without a region.
    if (winners_.begin(s) == winners_.end(s)) {
      throw std::invalid_argument(
          "the window of a plane is too large or too small for its numbers");
    }
  }
  for (const std::uint32_t i : all) heights_.push_back(heights[i]);
}

// Looks at every face that has a piece of the edge as its upper side.
void PlaneSearch::walk(const PlaneEdge& edge, Walk& scratch, Found& found) const {
  const double du = edge.to.u - edge.from.u, dv = edge.to.v - edge.from.v;
  const double length = std::sqrt(du * du + dv * dv);
  if (length < kBeside) return;
  const double nu = -dv / length * kBeside, nv = du / length * kBeside;
  const PlanePoint from{edge.from.u + nu, edge.from.v + nv}, to{edge.to.u + nu, edge.to.v + nv};
  scratch.crossings.clear();
  scratch.sums.assign(winners_.width(), 0.0);
  for (std::size_t s = 0; s < winners_.sentences(); ++s) {
    const std::size_t first = winners_.begin(s), last = winners_.end(s);
    std::size_t here = first, there = first;
    double high_here = -kInfinity, high_there = -kInfinity;
    for (std::size_t i = first; i < last; ++i) {
      const double a = heights_[i].at(from), b = heights_[i].at(to);
      if (a > high_here) high_here = a, here = i;
      if (b > high_there) high_there = b, there = i;
    }
    if (here != there) {
      here = scratch.cross(std::span(heights_).subspan(first, last - first),
                           static_cast<std::uint32_t>(first), from, to);
    }
    scratch.add(winners_.statistics(here).data(), 1);
  }
  auto& crossings = scratch.crossings;
  std::sort(crossings.begin(), crossings.end(),
            [](const auto& a, const auto& b) { return a.t != b.t ? a.t < b.t : a.from < b.from; });
  double t = 0;
  for (std::size_t k = 0; k <= crossings.size(); ++k) {
    const double end = k < crossings.size() ? crossings[k].t : 1.0;
    if ((end - t) * length > kBeside) {
      const double middle = 0.5 * (t + end);
      const PlanePoint point{from.u + middle * du, from.v + middle * dv};
      found.add({score_(scratch.sums.data()), (end - t) * length, point, 1});
    }
    if (k == crossings.size()) break;
    scratch.add(winners_.statistics(crossings[k].from).data(), -1);
    scratch.add(winners_.statistics(crossings[k].to).data(), 1);
    t = end;
  }
}

std::vector<std::uint32_t> PlaneSearch::choice(PlanePoint at) const {
  std::vector<double> values;
  values.reserve(heights_.size());
  for (const PlaneHeight& h : heights_) values.push_back(h.at(at));
  return winners_.best(values);
}

PlaneBest PlaneSearch::best() const {
  std::vector<Found> founds((edges_.size() + kEdgesPerBlock - 1) / kEdgesPerBlock);
  parallel_for(founds.size(), threads_, [&](std::size_t block) {
    Walk scratch;
    const std::size_t last = std::min(edges_.size(), (block + 1) * kEdgesPerBlock);
    for (std::size_t e = block * kEdgesPerBlock; e < last; ++e)
      walk(edges_[e], scratch, founds[block]);
  });
  Found found;
  for (const Found& each : founds) found.add(each);

  const std::vector<std::uint32_t> chosen = choice(found.point);
  std::vector<Corner> face = whole_window(), scratch;
  for (std::size_t s = 0; s < chosen.size(); ++s) {
    for (std::size_t i = winners_.begin(s); i < winners_.end(s); ++i) {
      if (i != chosen[s]) clip(face, heights_[chosen[s]] - heights_[i], 0, scratch);
    }
  }
  PlaneBest best;
  best.pieces = found.pieces;
  PlanePoint middle{0, 0};
  for (const Corner& each : face) {
    middle.u += each.point.u / static_cast<double>(face.size());
    middle.v += each.point.v / static_cast<double>(face.size());
    best.corners.push_back(x_of(each.point.u));
    best.corners.push_back(y_of(each.point.v));
  }
  if (face.size() < 3) middle = found.point;
  best.x = x_of(middle.u);
  best.y = y_of(middle.v);
  best.score = score_(winners_.sum(choice(middle)).data());
  return best;
}

std::vector<double> PlaneSearch::raster(std::size_t columns, std::size_t rows) const {
  std::vector<double> picture(columns * rows);
  parallel_for(rows, threads_, [&](std::size_t row) {
    const double v = 1 - (2 * static_cast<double>(row) + 1) / static_cast<double>(rows);
    std::vector<double> intercepts, slopes;
    for (const PlaneHeight& h : heights_) {
      intercepts.push_back(h.a + h.c * v);
      slopes.push_back(h.b);
    }
    tune::LineSearch search(winners_, score_);
    const auto& intervals = search.intervals(intercepts, slopes);
    std::size_t k = 0;
    for (std::size_t column = 0; column < columns; ++column) {
      const double u = (2 * static_cast<double>(column) + 1) / static_cast<double>(columns) - 1;
      while (intervals[k].end < u) ++k;
      picture[row * columns + column] = intervals[k].score;
    }
  });
  return picture;
}

}  // namespace manyways::geometry
