// Candidates as tuners see them: features and statistics, by sentence.
//
// Features are kept by column, because a line search along an axis reads one column and nothing
// else. A row of statistics is whatever the metric adds up (matches, totals, reference length,
// ...).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "metrics/metric.h"

namespace manyways::tune {

// The score of a corpus from the sum of the statistics of the chosen candidates. Higher is better,
// so that a metric of errors (TER) counts negative.
class CorpusScore {
 public:
  explicit CorpusScore(const metrics::Metric& metric)
      : metric_(&metric), direction_(metric.direction()), unit_(metric.size_unit()) {}
  double operator()(const double* sums) const { return direction_ * metric_->score(sums); }
  // How many words of reference the sums are about.
  double size(const double* sums) const { return sums[1] / unit_; }

 private:
  const metrics::Metric* metric_;
  double direction_, unit_;
};

class Lists {
 public:
  // features: one row of `dimensions` numbers per candidate; statistics: one row of `width` numbers
  // per candidate; offsets: the candidates of sentence s are offsets[s] .. offsets[s + 1] - 1.
  // Throws std::invalid_argument if the sizes disagree, a list is empty or a feature is not finite.
  Lists(std::span<const double> features, std::size_t dimensions,
        std::span<const std::int64_t> statistics, std::size_t width,
        std::span<const std::int64_t> offsets);

  std::size_t sentences() const { return offsets_.size() - 1; }
  std::size_t candidates() const { return candidates_; }
  std::size_t dimensions() const { return dimensions_; }
  std::size_t width() const { return width_; }
  std::size_t begin(std::size_t sentence) const { return offsets_[sentence]; }
  std::size_t end(std::size_t sentence) const { return offsets_[sentence + 1]; }
  // Feature d of every candidate.
  std::span<const double> column(std::size_t d) const {
    return {columns_.data() + d * candidates_, candidates_};
  }
  std::span<const double> statistics(std::size_t candidate) const {
    return {statistics_.data() + candidate * width_, width_};
  }

  // The lists of these candidates alone: ascending indices, at least one of each sentence.
  Lists subset(std::span<const std::uint32_t> chosen) const;

  // scores[c] = weights . features of c.
  void project(std::span<const double> weights, std::span<double> scores) const;
  // The best candidate of each sentence; of equal scores the lowest index.
  std::vector<std::uint32_t> best(std::span<const double> scores) const;
  // The sum of the statistics of a choice.
  std::vector<double> sum(std::span<const std::uint32_t> choice) const;

 private:
  Lists() = default;

  std::size_t candidates_ = 0, dimensions_ = 0, width_ = 0;
  std::vector<std::size_t> offsets_;
  std::vector<double> columns_;
  std::vector<double> statistics_;
};

// The score of the candidates that the weights like best.
double corpus_score(const Lists& lists, const CorpusScore& score, std::span<const double> weights);

// How much a unit of each weight moves scores within a list: the inverse of the standard deviation
// of the feature inside lists, 0 where it never differs. In these units all features are alike.
std::vector<double> unit_steps(const Lists& lists);

}  // namespace manyways::tune
