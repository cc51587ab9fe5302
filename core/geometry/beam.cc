#include "geometry/beam.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/random.h"
#include "base/threads.h"
#include "geometry/choices.h"

namespace manyways::geometry {
namespace {

// The candidates that some point within the radius prefers to the best one at the centre.
std::vector<std::uint32_t> contenders(const Points& points, const std::vector<double>& centre,
                                      double radius) {
  std::vector<std::uint32_t> kept;
  std::vector<double> scores, squares;
  for (std::size_t s = 0; s < points.sentences(); ++s) {
    const std::size_t best = points.best(s, centre.data(), scores) - points.begin(s);
    const std::size_t n = points.size(s);
    squares.assign(n, 0.0);
    const double* column = points.block(s);
    for (std::size_t d = 0; d < points.dimensions(); ++d, column += n) {
      const double origin = column[best];
      for (std::size_t j = 0; j < n; ++j) squares[j] += (column[j] - origin) * (column[j] - origin);
    }
    for (std::size_t j = 0; j < n; ++j) {
      // The best itself always: where scores are infinite, no difference is a number.
      if (j == best || scores[best] - scores[j] <= radius * std::sqrt(squares[j]))
        kept.push_back(static_cast<std::uint32_t>(points.begin(s) + j));
    }
  }
  return kept;
}

// The slope of the score by each statistic, at these sums: by how much one more changes it.
std::vector<double> slopes(const tune::CorpusScore& score, std::vector<double> sums) {
  std::vector<double> found(sums.size());
  for (std::size_t k = 0; k < sums.size(); ++k) {
    const double value = sums[k], step = std::max(1.0, 1e-4 * std::fabs(value));
    sums[k] = value + step;
    const double above = score(sums.data());
    sums[k] = std::max(0.0, value - step);
    found[k] = (above - score(sums.data())) / (value + step - sums[k]);
    sums[k] = value;
  }
  return found;
}

// One pass within a ball around the centre.
class Pass {
 public:
  struct Choice {
    double gain;  // over the choice at the centre, by the slopes
    std::vector<std::uint32_t> chosen;
    std::vector<double> point;
  };
  struct Part {
    std::vector<std::uint32_t> sentences;
    std::vector<Choice> beam;  // best first
    std::uint64_t tests = 0;
    double score = -1e300;  // of the corpus, with the best point met in this part
    std::vector<double> point;
  };

  Pass(const tune::Lists& lists, const tune::CorpusScore& score, std::span<const double> units,
       const std::vector<double>& centre, double radius, const BeamSettings& settings,
       unsigned threads)
      : lists_(lists),
        score_(score),
        points_(lists, units),
        centre_(centre),
        radius_(radius),
        settings_(settings),
        threads_(threads) {
    std::vector<double> scores;
    for (std::size_t s = 0; s < points_.sentences(); ++s)
      present_.push_back(points_.best(s, centre.data(), scores));
    gains_ = linear_gains(lists, score, present_);
  }

  // The best part that is left when all are joined; its score is the best that was met anywhere.
  Part run(Random& random) {
    std::vector<std::uint32_t> order(points_.sentences());
    std::iota(order.begin(), order.end(), 0u);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    std::vector<Part> parts(order.size());
    in_blocks(parts.size(), [&](std::size_t i, WinTest& test) { parts[i] = leaf(order[i], test); });
    while (parts.size() > 1) {
      std::vector<Part> joined((parts.size() + 1) / 2);
      in_blocks(joined.size(), [&](std::size_t i, WinTest& test) {
        joined[i] = 2 * i + 1 < parts.size() ? join(parts[2 * i], parts[2 * i + 1], test)
                                             : std::move(parts[2 * i]);
      });
      parts = std::move(joined);
    }
    return std::move(parts[0]);
  }

 private:
  template <typename Work>
  void in_blocks(std::size_t count, Work work) {
    constexpr std::size_t kBlock = 16;
    parallel_for((count + kBlock - 1) / kBlock, threads_, [&](std::size_t block) {
      WinTest test(points_);
      for (std::size_t i = block * kBlock; i < std::min(count, (block + 1) * kBlock); ++i)
        work(i, test);
    });
  }

  // A choice that can win joins the beam; its point is tried on the whole corpus.
  void keep(Part& part, double gain, std::vector<std::uint32_t> chosen,
            std::span<const double> point) const {
    for (const Choice& each : part.beam) {
      if (each.chosen == chosen) return;
    }
    part.beam.push_back({gain, std::move(chosen), {point.begin(), point.end()}});
    std::vector<double> scores, sums(lists_.width(), 0.0);
    for (std::size_t s = 0; s < points_.sentences(); ++s) {
      const auto row = lists_.statistics(points_.best(s, point.data(), scores));
      for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += row[k];
    }
    const double value = score_(sums.data());
    if (value > part.score) {
      part.score = value;
      part.point.assign(point.begin(), point.end());
    }
  }

  void cut(Part& part) const {
    std::stable_sort(part.beam.begin(), part.beam.end(),
                     [](const Choice& a, const Choice& b) { return a.gain > b.gain; });
    if (part.beam.size() > settings_.beam) part.beam.resize(settings_.beam);
  }

  Part leaf(std::uint32_t sentence, WinTest& test) const {
    Part part;
    part.sentences = {sentence};
    keep(part, 0.0, {present_[sentence]}, centre_);
    for (std::size_t j = 0; j < points_.size(sentence); ++j) {
      const auto c = static_cast<std::uint32_t>(points_.begin(sentence) + j);
      if (c == present_[sentence]) continue;
      ++part.tests;
      if (test.run({&c, 1}, {centre_, radius_})) keep(part, gains_[c], {c}, test.point());
    }
    cut(part);
    return part;
  }

  // What a point chooses in a part.
  Choice chosen_by(const Choice& from, const Part& part) const {
    Choice choice{from.gain, {}, from.point};
    std::vector<double> scores;
    for (const std::uint32_t s : part.sentences) {
      choice.chosen.push_back(points_.best(s, from.point.data(), scores));
      choice.gain += gains_[choice.chosen.back()];
    }
    return choice;
  }

  Part join(const Part& left, const Part& right, WinTest& test) const {
    Part part;
    part.sentences = left.sentences;
    part.sentences.insert(part.sentences.end(), right.sentences.begin(), right.sentences.end());
    const Part& better = right.score > left.score ? right : left;
    part.score = better.score;
    part.point = better.point;
    part.tests = left.tests + right.tests;
    for (const Choice& each : left.beam) {
      const Choice other = chosen_by(each, right);
      keep(part, other.gain, concatenated(each.chosen, other.chosen), each.point);
    }
    for (const Choice& each : right.beam) {
      const Choice other = chosen_by(each, left);
      keep(part, other.gain, concatenated(other.chosen, each.chosen), each.point);
    }
    test_pairs(part, left, right, test);
    cut(part);
    return part;
  }

  // Pairs by decreasing gain, as long as they could enter the beam.
  void test_pairs(Part& part, const Part& left, const Part& right, WinTest& test) const {
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t i = 0; i < left.beam.size(); ++i)
      for (std::size_t j = 0; j < right.beam.size(); ++j) pairs.emplace_back(i, j);
    auto gain = [&](const auto& pair) {
      return left.beam[pair.first].gain + right.beam[pair.second].gain;
    };
    std::stable_sort(pairs.begin(), pairs.end(),
                     [&](const auto& a, const auto& b) { return gain(a) > gain(b); });
    if (pairs.size() > settings_.tests) pairs.resize(settings_.tests);
    for (const auto& pair : pairs) {
      std::vector<std::uint32_t> chosen =
          concatenated(left.beam[pair.first].chosen, right.beam[pair.second].chosen);
      ++part.tests;
      if (test.run(chosen, {centre_, radius_}))
        keep(part, gain(pair), std::move(chosen), test.point());
    }
  }

  static std::vector<std::uint32_t> concatenated(const std::vector<std::uint32_t>& first,
                                                 const std::vector<std::uint32_t>& second) {
    std::vector<std::uint32_t> both = first;
    both.insert(both.end(), second.begin(), second.end());
    return both;
  }

  const tune::Lists& lists_;
  const tune::CorpusScore& score_;
  Points points_;
  const std::vector<double>& centre_;
  double radius_;
  const BeamSettings& settings_;
  unsigned threads_;
  std::vector<double> gains_;
  std::vector<std::uint32_t> present_;
};

// The middle of the cone that holds the point, or the point itself if it lies on a boundary.
std::vector<double> middle(const Points& points, std::span<const double> point) {
  std::vector<std::uint32_t> chosen;
  std::vector<double> scores;
  for (std::size_t s = 0; s < points.sentences(); ++s)
    chosen.push_back(points.best(s, point.data(), scores));
  WinTest test(points);
  return points.to_weights(test.run(chosen) ? test.point() : point);
}

}  // namespace

std::vector<double> linear_gains(const tune::Lists& lists, const tune::CorpusScore& score,
                                 std::span<const std::uint32_t> choice) {
  const std::vector<double> rates = slopes(score, lists.sum(choice));
  std::vector<double> gains(lists.candidates(), 0.0);
  for (std::size_t s = 0; s < lists.sentences(); ++s) {
    const auto chosen = lists.statistics(choice[s]);
    for (std::size_t c = lists.begin(s); c < lists.end(s); ++c) {
      const auto own = lists.statistics(c);
      for (std::size_t k = 0; k < rates.size(); ++k) gains[c] += rates[k] * (own[k] - chosen[k]);
    }
  }
  return gains;
}

BeamResult beam_search(const tune::Lists& lists, const tune::CorpusScore& score,
                       std::span<const double> start, const BeamSettings& settings,
                       unsigned threads) {
  const Points points(lists);
  BeamResult result;
  result.weights.assign(start.begin(), start.end());
  result.start_score = result.score = tune::corpus_score(lists, score, start);
  Random random(settings.seed);
  constexpr double kShares[] = {1.0, 0.3, 0.1, 0.03};
  for (int pass = 0, idle = 0; pass < settings.passes && idle < settings.patience; ++pass, ++idle) {
    const std::vector<double> centre = points.to_point(result.weights);
    const double radius = settings.radius * kShares[idle % 4];
    const tune::Lists near = lists.subset(contenders(points, centre, radius));
    Pass work(near, score, points.units(), centre, radius, settings, threads);
    const Pass::Part best = work.run(random);
    result.tests += best.tests;
    if (best.score > result.score) {
      for (const auto& weights : {middle(points, best.point), points.to_weights(best.point)}) {
        const double value = tune::corpus_score(lists, score, weights);
        if (!(value > result.score)) continue;
        result.score = value;
        result.weights = weights;
        idle = -1;
      }
    }
    result.history.push_back(result.score);
  }
  double sum = 0;
  for (const double w : result.weights) sum += std::fabs(w);
  if (sum > 0) {
    for (double& w : result.weights) w /= sum;
  }
  return result;
}

}  // namespace manyways::geometry
