#include "tune/expected.h"

#include <algorithm>
#include <cmath>

#include "base/threads.h"

namespace manyways::tune {
namespace {

constexpr std::size_t kBlock = 64;  // sentences

// d score / d sums by central differences: metrics of a few statistics cost a few evaluations.
std::vector<double> slope_of(const CorpusScore& score, std::vector<double> sums) {
  std::vector<double> slopes(sums.size());
  for (std::size_t k = 0; k < sums.size(); ++k) {
    const double at = sums[k], step = 1e-4 * std::max(1.0, std::fabs(at));
    sums[k] = at + step;
    const double above = score(sums.data());
    sums[k] = at - step;
    const double below = score(sums.data());
    sums[k] = at;
    slopes[k] = (above - below) / (2 * step);
  }
  return slopes;
}

// Turns the scores of one list into probabilities; returns the entropy.
double to_probabilities(double* values, std::size_t count, double sharpness) {
  const double highest = *std::max_element(values, values + count);
  double total = 0, weighted = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double exponent = sharpness * (values[i] - highest);
    values[i] = std::exp(exponent);
    total += values[i];
    weighted += values[i] * exponent;
  }
  for (std::size_t i = 0; i < count; ++i) values[i] /= total;
  return std::log(total) - weighted / total;
}

}  // namespace

Expectation expected_score(const Lists& lists, const CorpusScore& score,
                           std::span<const double> weights, double sharpness, unsigned threads) {
  std::vector<double> p(lists.candidates());
  lists.project(weights, p);
  const std::size_t sentences = lists.sentences(), width = lists.width();
  const std::size_t blocks = (sentences + kBlock - 1) / kBlock;
  std::vector<double> block_sums(blocks * (width + 1), 0.0);
  parallel_for(blocks, threads, [&](std::size_t block) {
    double* sums = block_sums.data() + block * (width + 1);
    for (std::size_t s = block * kBlock; s < std::min(sentences, (block + 1) * kBlock); ++s) {
      const std::size_t first = lists.begin(s), last = lists.end(s);
      sums[width] += to_probabilities(p.data() + first, last - first, sharpness);
      for (std::size_t c = first; c < last; ++c) {
        const auto row = lists.statistics(c);
        for (std::size_t k = 0; k < width; ++k) sums[k] += p[c] * row[k];
      }
    }
  });
  std::vector<double> sums(width + 1, 0.0);
  for (std::size_t i = 0; i < block_sums.size(); ++i) sums[i % (width + 1)] += block_sums[i];
  Expectation result;
  result.entropy = sums[width] / static_cast<double>(sentences);
  sums.resize(width);
  result.score = score(sums.data());
  const std::vector<double> slopes = slope_of(score, sums);
  // p_i becomes sharpness * p_i * (gain_i - mean gain of the list), the pull on each candidate.
  parallel_for(blocks, threads, [&](std::size_t block) {
    std::vector<double> gains;
    for (std::size_t s = block * kBlock; s < std::min(sentences, (block + 1) * kBlock); ++s) {
      const std::size_t first = lists.begin(s), count = lists.end(s) - first;
      gains.assign(count, 0.0);
      double mean = 0;
      for (std::size_t i = 0; i < count; ++i) {
        const auto row = lists.statistics(first + i);
        for (std::size_t k = 0; k < width; ++k) gains[i] += slopes[k] * row[k];
        mean += p[first + i] * gains[i];
      }
      for (std::size_t i = 0; i < count; ++i) p[first + i] *= sharpness * (gains[i] - mean);
    }
  });
  result.gradient.assign(lists.dimensions(), 0.0);
  parallel_for(lists.dimensions(), threads, [&](std::size_t d) {
    const auto column = lists.column(d);
    double sum = 0;
    for (std::size_t c = 0; c < p.size(); ++c) sum += p[c] * column[c];
    result.gradient[d] = sum;
  });
  return result;
}

}  // namespace manyways::tune
