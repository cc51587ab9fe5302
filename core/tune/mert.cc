#include "tune/mert.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "base/random.h"
#include "base/threads.h"
#include "tune/elite.h"
#include "tune/expected.h"
#include "tune/line_search.h"

namespace manyways::tune {
namespace {

constexpr std::size_t kRunsPerRound = 4;  // independent of the number of threads
constexpr std::size_t kMostAxes = 128;    // of a round; of more, so many are drawn
constexpr double kLeastOfRound = 1e-3;    // what a round of drawn axes must bring, in points

void normalise(std::vector<double>& weights) {
  double sum = 0;
  for (const double w : weights) sum += std::fabs(w);
  if (sum > 0) {
    for (double& w : weights) w /= sum;
  }
}

// One run. The first round may go anywhere; later rounds stay in a box around the point where they
// began, and look only at the candidates that can win somewhere in that box (typically one in ten),
// which is exact there and many times faster.
class Climber {
 public:
  Climber(const Lists& lists, const CorpusScore& score, const MertSettings& settings,
          const std::vector<double>& units, std::uint64_t run)
      : all_(lists),
        score_(score),
        settings_(settings),
        units_(units),
        random_(settings.seed, run) {}

  MertRun climb(std::vector<double> weights, bool anywhere) {
    weights_ = std::move(weights);
    for (std::size_t d = 0; d < weights_.size(); ++d) {
      if (is_positive(d)) weights_[d] = std::max(weights_[d], 0.0);
    }
    normalise(weights_);
    MertRun run;
    run.start_score = run.score = evaluate();
    run.weights = weights_;
    if (anywhere) {
      box_.assign(weights_.size(), kInfinity);
      round(all_);
      normalise(weights_);
    }
    const double least = weights_.size() > kMostAxes ? kLeastOfRound : settings_.least_gain;
    for (double before = -kInfinity; evaluate() > before + least;) {
      before = current_;
      if (current_ >= run.score) {
        run.score = current_;
        run.weights = weights_;
      }
      draw_box();
      round(all_.subset(contenders()));
      normalise(weights_);
    }
    run.line_searches = searches_;
    return run;
  }

  std::vector<double> random_start() {
    std::vector<double> weights(all_.dimensions());
    for (std::size_t d = 0; d < weights.size(); ++d) {
      weights[d] = random_.normal() * units_[d];
      if (is_positive(d)) weights[d] = std::fabs(weights[d]);
    }
    return weights;
  }

  // A point of the elite with each weight moved by a share of the typical size of a weight.
  std::vector<double> disturbed(const Elite& elite) {
    std::vector<double> weights = elite.pick(random_);
    const double share = kLeastShare * std::pow(10.0, random_.uniform());
    const double size = share * typical_size(weights);
    for (std::size_t d = 0; d < weights.size(); ++d) {
      weights[d] += size * units_[d] * random_.normal();
      if (is_positive(d)) weights[d] = std::fabs(weights[d]);
    }
    return weights;
  }

 private:
  static constexpr double kInfinity = std::numeric_limits<double>::infinity();
  static constexpr double kLeastShare = 0.06;
  static constexpr double kBox = 0.2;  // half the side of the box, in typical weights

  bool is_positive(std::size_t d) const {
    return !settings_.positive.empty() && settings_.positive[d] != 0;
  }

  // The mean absolute weight, in units that make features comparable.
  double typical_size(const std::vector<double>& weights) const {
    double size = 0;
    for (std::size_t d = 0; d < weights.size(); ++d) {
      if (units_[d] > 0) size += std::fabs(weights[d]) / units_[d];
    }
    return size / static_cast<double>(weights.size());
  }

  // The score of the weights themselves, from all candidates: no error of many small steps
  // survives.
  double evaluate() {
    scores_.resize(all_.candidates());
    all_.project(weights_, scores_);
    best_ = all_.best(scores_);
    return current_ = score_(all_.sum(best_).data());
  }

  void draw_box() {
    const double size = kBox * typical_size(weights_);
    box_.resize(weights_.size());
    for (std::size_t d = 0; d < box_.size(); ++d) box_[d] = size * units_[d];
    centre_ = weights_;
  }

  // The candidates that some weights in the box prefer to the best one at its centre.
  std::vector<std::uint32_t> contenders() const {
    std::vector<double> reach(all_.candidates(), 0.0);
    for (std::size_t d = 0; d < box_.size(); ++d) {
      const auto column = all_.column(d);
      for (std::size_t s = 0; s < all_.sentences(); ++s) {
        const double origin = column[best_[s]];
        for (std::size_t c = all_.begin(s); c < all_.end(s); ++c) {
          reach[c] += box_[d] * std::fabs(column[c] - origin);
        }
      }
    }
    std::vector<std::uint32_t> chosen;
    for (std::size_t s = 0; s < all_.sentences(); ++s) {
      const double top = scores_[best_[s]];
      for (std::size_t c = all_.begin(s); c < all_.end(s); ++c) {
        if (scores_[c] + reach[c] >= top) chosen.push_back(static_cast<std::uint32_t>(c));
      }
    }
    return chosen;
  }

  void round(const Lists& lists) {
    LineSearch search(lists, score_);
    scores_.resize(lists.candidates());
    slopes_.resize(lists.candidates());
    lists.project(weights_, scores_);
    std::vector<std::size_t> axes(lists.dimensions());
    for (std::size_t d = 0; d < axes.size(); ++d) axes[d] = d;
    for (std::size_t i = axes.size(); i > 1; --i) std::swap(axes[i - 1], axes[random_.below(i)]);
    axes.resize(std::min(axes.size(), kMostAxes));
    std::vector<double> direction(lists.dimensions(), 0.0);
    for (const std::size_t axis : axes) {
      if (units_[axis] == 0) continue;
      direction[axis] = 1;
      step(search, direction, lists.column(axis));
      direction[axis] = 0;
    }
    if (settings_.gradient) {
      if (auto gradient = gradient_direction(lists); !gradient.empty()) {
        lists.project(gradient, slopes_);
        step(search, gradient, slopes_);
      }
    }
    for (int i = 0; i < settings_.random_directions; ++i) {
      const std::vector<double> random = random_direction();
      lists.project(random, slopes_);
      step(search, random, slopes_);
    }
  }

  // How far one may go along a direction: to the edge of the box, and not below zero where
  // weights must be positive.
  LineSettings limits(const std::vector<double>& direction) const {
    LineSettings line;
    line.window = settings_.window;
    for (std::size_t d = 0; d < direction.size(); ++d) {
      if (direction[d] == 0) continue;
      double low = -kInfinity, high = kInfinity;
      if (box_[d] < kInfinity) {
        low = centre_[d] - box_[d] - weights_[d];
        high = centre_[d] + box_[d] - weights_[d];
      }
      if (is_positive(d)) low = std::max(low, -weights_[d]);
      if (direction[d] < 0) std::swap(low, high);
      line.lowest = std::max(line.lowest, low / direction[d]);
      line.highest = std::min(line.highest, high / direction[d]);
    }
    return line;
  }

  void step(LineSearch& search, const std::vector<double>& direction,
            std::span<const double> slopes) {
    ++searches_;
    const Step step = search.find(scores_, slopes, limits(direction));
    if (step.length == 0 || !(step.score > current_ + settings_.least_gain)) return;
    for (std::size_t d = 0; d < direction.size(); ++d) weights_[d] += step.length * direction[d];
    for (std::size_t c = 0; c < scores_.size(); ++c) scores_[c] += step.length * slopes[c];
    current_ = step.score;
  }

  // Half of the directions change few weights, half all of them.
  std::vector<double> random_direction() {
    const std::size_t n = weights_.size();
    std::vector<double> direction(n, 0.0);
    if (random_.below(2) == 0) {
      for (int i = 0; i < 3; ++i) {
        const std::size_t d = random_.below(n);
        direction[d] = random_.normal() * units_[d];
      }
    } else {
      for (std::size_t d = 0; d < n; ++d) direction[d] = random_.normal() * units_[d];
    }
    normalise(direction);
    return direction;
  }

  // The gradient of the expected score, drawn at a sharpness at which lists are neither flat nor
  // decided.
  std::vector<double> gradient_direction(const Lists& lists) {
    double deviation = 0;
    for (std::size_t d = 0; d < units_.size(); ++d) {
      if (units_[d] > 0) deviation += weights_[d] * weights_[d] / (units_[d] * units_[d]);
    }
    if (deviation <= 0) return {};
    const double sharpness = std::pow(10.0, random_.uniform() * 2 - 0.5) / std::sqrt(deviation);
    std::vector<double> gradient = expected_score(lists, score_, weights_, sharpness).gradient;
    for (std::size_t d = 0; d < units_.size(); ++d) gradient[d] *= units_[d] * units_[d];
    normalise(gradient);
    // Where nothing matches the references the score has no gradient.
    const bool known = std::all_of(gradient.begin(), gradient.end(),
                                   [](double each) { return std::isfinite(each); });
    return known ? gradient : std::vector<double>{};
  }

  const Lists& all_;
  const CorpusScore& score_;
  const MertSettings& settings_;
  const std::vector<double>& units_;
  Random random_;
  std::vector<double> weights_, centre_, box_, scores_, slopes_;
  std::vector<std::uint32_t> best_;
  double current_ = 0;
  int searches_ = 0;
};

}  // namespace

MertResult mert(const Lists& lists, const CorpusScore& score, std::span<const double> starts,
                const MertSettings& settings, unsigned threads,
                const std::function<void(double)>& after_round) {
  const std::size_t dimensions = lists.dimensions();
  if (starts.empty() || starts.size() % dimensions != 0)
    throw std::invalid_argument("one start weight per feature");
  const std::vector<double> units = unit_steps(lists);
  MertResult result;
  result.runs.resize(starts.size() / dimensions);
  parallel_for(result.runs.size(), threads, [&](std::size_t i) {
    const auto start = starts.subspan(i * dimensions, dimensions);
    Climber climber(lists, score, settings, units, i);
    result.runs[i] = climber.climb({start.begin(), start.end()}, true);
  });
  result.start_score = result.runs[0].start_score;
  Elite elite(units);
  std::size_t best = 0;
  for (std::size_t i = 0; i < result.runs.size(); ++i) {
    elite.add(result.runs[i].score, result.runs[i].weights);
    if (result.runs[i].score > result.runs[best].score) best = i;
  }
  for (int restart = 0; restart < settings.restarts; ++restart) {
    const std::size_t first = result.runs.size();
    std::vector<MertRun> round(kRunsPerRound);
    parallel_for(kRunsPerRound, threads, [&](std::size_t i) {
      Climber climber(lists, score, settings, units, first + i);
      const bool fresh = (first + i) % 8 == 0;
      round[i] = fresh ? climber.climb(climber.random_start(), true)
                       : climber.climb(climber.disturbed(elite), false);
    });
    for (MertRun& run : round) {
      elite.add(run.score, run.weights);
      result.runs.push_back(std::move(run));
      if (result.runs.back().score > result.runs[best].score) best = result.runs.size() - 1;
    }
    if (after_round) after_round(result.runs[best].score);
  }
  result.weights = result.runs[best].weights;
  result.score = result.runs[best].score;
  return result;
}

}  // namespace manyways::tune
