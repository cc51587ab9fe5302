// Exact line search: the best step along one direction, for any metric of additive statistics.
//
// The envelopes of all sentences cut the line into intervals on which every 1-best, and so the
// score of the corpus, is constant. The search visits all of them from left to right, updating the
// sum of the statistics at each crossing:
//
//   LineSearch search(lists, score);
//   Step step = search.find(intercepts, slopes);     // weights . features and direction . features
//
// Cost: about two passes over the candidates, plus sorting the crossings.
// Och (ACL 2003); the window is the regularisation of Cer, Jurafsky and Manning (WMT 2008).
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "tune/envelope.h"
#include "tune/lists.h"

namespace manyways::tune {

struct Step {
  double length = 0;  // how far to go
  double score = 0;   // of the corpus there (without a window: exact)
  double width = 0;   // of the interval that was chosen
};

// Where a step may end, and how intervals are compared.
struct LineSettings {
  double lowest = -std::numeric_limits<double>::infinity();
  double highest = std::numeric_limits<double>::infinity();
  int window = 0;  // an interval counts as the mean of itself and this many neighbours on each side
};

// The score on one interval of the line.
struct Interval {
  double start, end;
  double score;
};

class LineSearch {
 public:
  LineSearch(const Lists& lists, const CorpusScore& score);

  // The middle of the best interval. Among equals the one that holds 0 wins, then the widest, then
  // the leftmost. The step 0 is returned if nothing is better than staying.
  Step find(std::span<const double> intercepts, std::span<const double> slopes,
            const LineSettings& settings = {});
  // Every interval that reaches between `low` and `high`, left to right: the picture of the line.
  // The first and the last are given as endless.
  const std::vector<Interval>& intervals(std::span<const double> intercepts,
                                         std::span<const double> slopes,
                                         double low = -std::numeric_limits<double>::infinity(),
                                         double high = std::numeric_limits<double>::infinity());

 private:
  struct Crossing {
    double x;
    std::uint32_t from, to;
  };

  const Lists& lists_;
  const CorpusScore& score_;
  Envelope envelope_;
  std::vector<Crossing> crossings_;
  std::vector<double> sums_;
  std::vector<Interval> intervals_;
};

// The candidates that win somewhere on a line through the weights along one of the directions (rows
// of one number per feature), or at the weights; ascending. Along an axis a column is read as it
// is. Cost: about three passes over the candidates for each direction.
std::vector<std::uint32_t> line_winners(const Lists& lists, std::span<const double> weights,
                                        std::span<const double> directions, unsigned threads);

}  // namespace manyways::tune
