#include "tune/envelope.h"

#include <cmath>
#include <stdexcept>

#include "base/random.h"
#include "check.h"

namespace manyways::tune {
namespace {

struct Lines {
  std::vector<double> intercepts, slopes;
};

// Whole numbers from a small range: many lines are equal, parallel or meet in one point.
Lines random_lines(Random& random, std::size_t count, std::uint64_t range) {
  Lines lines;
  for (std::size_t i = 0; i < count; ++i) {
    lines.intercepts.push_back(static_cast<double>(random.below(range)));
    lines.slopes.push_back(static_cast<double>(random.below(range)));
  }
  return lines;
}

double highest(const Lines& lines, double x) {
  double best = -std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < lines.slopes.size(); ++i) {
    best = std::max(best, lines.intercepts[i] + lines.slopes[i] * x);
  }
  return best;
}

}  // namespace

TEST(the_envelope_is_the_highest_line_everywhere) {
  Random random(1);
  Envelope envelope;
  for (int round = 0; round < 3000; ++round) {
    const Lines lines = random_lines(random, 1 + random.below(12), 2 + random.below(9));
    envelope.find(lines.intercepts, lines.slopes);
    const auto segments = envelope.segments();
    CHECK(std::isinf(segments[0].start) && segments[0].start < 0);
    for (std::size_t s = 0; s < segments.size(); ++s) {
      const double from = s == 0 ? -100 : segments[s].start;
      const double to = s + 1 == segments.size() ? 100 : segments[s + 1].start;
      CHECK(from < to);
      const std::uint32_t line = segments[s].line;
      for (const double x : {from, (from + to) / 2, to}) {
        const double own = lines.intercepts[line] + lines.slopes[line] * x;
        CHECK(std::fabs(own - highest(lines, x)) < 1e-9);
      }
      if (s > 0) CHECK(lines.slopes[segments[s - 1].line] < lines.slopes[line]);
      for (std::uint32_t twin = 0; twin < line; ++twin) {  // of equal lines the first
        CHECK(lines.slopes[twin] != lines.slopes[line] ||
              lines.intercepts[twin] != lines.intercepts[line]);
      }
    }
  }
}

// Between two bounds nothing is lost, and what wins only outside is not looked at.
TEST(a_stretch_of_the_envelope_is_part_of_the_whole) {
  Random random(2);
  Envelope whole, part;
  std::size_t fewer = 0;
  for (int round = 0; round < 2000; ++round) {
    const Lines lines = random_lines(random, 1 + random.below(20), 12);
    const double low = -1 + 0.5 * static_cast<double>(random.below(4)), high = low + 0.7;
    whole.find(lines.intercepts, lines.slopes);
    part.find(lines.intercepts, lines.slopes, low, high);
    fewer += part.segments().size() < whole.segments().size();
    CHECK(part.segments().size() <= whole.segments().size());
    for (double x = low + 0.01; x < high; x += 0.05) {
      std::uint32_t line = 0;
      for (const Segment& segment : part.segments()) {
        if (segment.start <= x) line = segment.line;
      }
      const double own = lines.intercepts[line] + lines.slopes[line] * x;
      CHECK(std::fabs(own - highest(lines, x)) < 1e-9);
    }
  }
  CHECK(fewer > 500);
}

TEST(an_envelope_needs_a_line) {
  Envelope envelope;
  const std::vector<double> none, one = {1}, two = {1, 2};
  CHECK_THROWS(std::invalid_argument, (envelope.find(none, none), 0));
  CHECK_THROWS(std::invalid_argument, (envelope.find(one, two), 0));
  envelope.find(one, one);
  CHECK_EQUAL(envelope.segments().size(), std::size_t{1});
}

}  // namespace manyways::tune
