#include "tune/mira.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "base/meter.h"
#include "base/random.h"

namespace manyways::tune {
namespace {

class Mira {
 public:
  Mira(const Lists& lists, const CorpusScore& score, std::span<const double> start,
       const MiraSettings& settings)
      : lists_(lists),
        score_(score),
        settings_(settings),
        random_(settings.seed),
        weights_(start.begin(), start.end()),
        total_(start.size(), 0.0),
        background_(lists.width(), 1.0),
        sums_(lists.width()),
        order_(lists.sentences()) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
  }

  void epoch() {
    for (std::size_t i = order_.size(); i > 1; --i)
      std::swap(order_[i - 1], order_[random_.below(i)]);
    for (const std::size_t sentence : order_) visit(sentence);
  }

  // Of the weights after every update; the weights themselves while there is none.
  std::vector<double> average() const {
    if (updates_ == 0) return weights_;
    std::vector<double> mean = total_;
    for (double& each : mean) each /= static_cast<double>(updates_);
    return mean;
  }

 private:
  struct Choice {
    std::size_t candidate = 0;
    double value = -std::numeric_limits<double>::infinity();
    double score = 0, gain = 0;
    void offer(std::size_t other, double its_value, double its_score, double its_gain) {
      if (its_value > value) *this = {other, its_value, its_score, its_gain};
    }
  };

  double score_with_background(std::size_t candidate) {
    const auto row = lists_.statistics(candidate);
    for (std::size_t k = 0; k < sums_.size(); ++k) sums_[k] = background_[k] + row[k];
    return score_(sums_.data()) / 100;
  }

  // Words of reference of the background and the list. One number for all candidates: the reference
  // closest in length to a longer candidate is longer, and would make it worth more for no match.
  double size_with_background(std::size_t first, std::size_t count) const {
    double size = 0;
    for (std::size_t i = 0; i < count; ++i)
      size += score_.size(lists_.statistics(first + i).data());
    return score_.size(background_.data()) + size / static_cast<double>(count);
  }

  void visit(std::size_t sentence) {
    const std::size_t first = lists_.begin(sentence), count = lists_.end(sentence) - first;
    scores_.assign(count, 0.0);
    for (std::size_t d = 0; d < weights_.size(); ++d) {
      const double* column = lists_.column(d).data() + first;
      for (std::size_t i = 0; i < count; ++i) scores_[i] += weights_[d] * column[i];
    }
    Choice hope, fear;
    const double size = size_with_background(first, count);
    for (std::size_t i = 0; i < count; ++i) {
      const double gain = size * score_with_background(first + i);
      hope.offer(first + i, scores_[i] + gain, scores_[i], gain);
      fear.offer(first + i, scores_[i] - gain, scores_[i], gain);
    }
    if (hope.candidate == fear.candidate || !(hope.gain > fear.gain)) return;
    update(hope, fear);
    const auto row = lists_.statistics(hope.candidate);
    for (std::size_t k = 0; k < background_.size(); ++k)
      background_[k] = settings_.decay * background_[k] + row[k];
  }

  void update(const Choice& hope, const Choice& fear) {
    const double loss = hope.gain - fear.gain - (hope.score - fear.score);
    if (!(loss > 0)) return;
    double square = 0;
    for (std::size_t d = 0; d < weights_.size(); ++d) {
      const double gap = lists_.column(d)[hope.candidate] - lists_.column(d)[fear.candidate];
      square += gap * gap;
    }
    if (square == 0) return;
    const double step = std::min(settings_.rate, loss / square);
    for (std::size_t d = 0; d < weights_.size(); ++d) {
      const auto column = lists_.column(d);
      weights_[d] += step * (column[hope.candidate] - column[fear.candidate]);
      total_[d] += weights_[d];
    }
    ++updates_;
  }

  const Lists& lists_;
  const CorpusScore& score_;
  const MiraSettings& settings_;
  Random random_;
  std::vector<double> weights_, total_, background_, sums_, scores_;
  std::vector<std::size_t> order_;
  std::size_t updates_ = 0;
};

}  // namespace

MiraResult mira(const Lists& lists, const CorpusScore& score, std::span<const double> start,
                const MiraSettings& settings) {
  if (start.size() != lists.dimensions() || lists.width() < 2)
    throw std::invalid_argument("one start weight per feature, and statistics with a size");
  Mira state(lists, score, start, settings);
  MiraResult result;
  result.weights.assign(start.begin(), start.end());
  result.score = -std::numeric_limits<double>::infinity();
  for (int epoch = 0; epoch < settings.epochs; ++epoch) {
    const Stretch stretch(1.0 / settings.epochs, 0);
    state.epoch();
    std::vector<double> average = state.average();
    result.history.push_back(corpus_score(lists, score, average));
    if (result.history.back() > result.score) {
      result.score = result.history.back();
      result.weights = std::move(average);
    }
  }
  return result;
}

}  // namespace manyways::tune
