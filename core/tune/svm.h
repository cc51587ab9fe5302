// A structured support vector machine on lists: weights whose best candidates lose little.
//
//   SlackLists lists(tune_lists, quality, units, threads);    // candidates beside the best of their list
//   SvmResult found = lists.solve(sentences, score, settings, threads);
//
// With L(y) the quality that candidate y lacks to the best one y* of its list, and d(y) the difference
// of their features (y* less y, each feature in its unit), it finds
//
//   min over w of  1/2 |w|^2 + c * mean over lists of  max over y of  L(y) (1 - w.d(y))
//
// (slack rescaling; a list whose maximum is below 0 adds nothing). One tangent for all lists together
// is added after the other (cuts.h). For each list the worst candidate is found by looking at all of
// them, which threads share; between such scans the worst is looked for among those that ever were
// the worst of their list (they are remembered, also for the next problem on these lists), which
// costs next to nothing. It ends when the gap between the value of the weights and a lower bound of
// all values, after a whole scan, is small enough.
//
// Of equally bad candidates the first counts; sums are made in the order of lists: any number of
// threads gives the same. Differences are kept in single precision. Memory: 4 bytes per feature and
// candidate. Yadollahpour, Batra and Shakhnarovich (2013); Joachims, Finley and Yu (2009).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tune/cuts.h"
#include "tune/lists.h"

namespace manyways::tune {

struct SvmSettings {
  double c = 1;
  double gap = 1e-4;  // of the value, at which it ends
  int scans = 200;    // at most
};

struct SvmResult {
  std::vector<double> weights;  // the best by value, and
  std::vector<double> scoring;  // of those whose lists were all looked at, the best by the metric
  std::vector<double> history;  // the metric after each scan
  double value = 0, bound = 0;  // the bound is below all values
  std::size_t cuts = 0;
};

class SlackLists {
 public:
  // quality: of each candidate, higher is better, in [0, 1] or near it. units: by feature, above 0, or
  // 0 for one that is left out (its weight is 0). Throws std::invalid_argument for other sizes.
  SlackLists(const Lists& lists, std::span<const double> quality, std::span<const double> units,
             unsigned threads);

  // sentences: at least one, each below the number of lists. Weights are those of features in their units.
  SvmResult solve(std::span<const std::uint32_t> sentences, const CorpusScore& score,
                  const SvmSettings& settings, unsigned threads);
  // The candidates of these sentences that weights (of features in their units) like best; of equal
  // ones the first.
  std::vector<std::uint32_t> best(std::span<const std::uint32_t> sentences,
                                  std::span<const double> weights, unsigned threads) const;

  const Lists& lists() const { return lists_; }

 private:
  struct Found {
    double loss = 0;  // the worst candidate's: 0 if none is bad
    std::uint32_t worst = 0;
    std::uint32_t best = 0;  // by the weights
  };
  struct Cut {
    std::vector<double> slope;
    double intercept = 0;
    double value = 0;  // at the weights it was made for
  };
  // Differences of the candidates that were once the worst of their list, side by side.
  struct Known {
    std::vector<std::uint32_t> candidates;
    std::vector<float> differences;
  };

  double product(const float* difference, std::span<const double> weights) const;
  Found look(std::uint32_t sentence, std::span<const double> weights) const;
  Found look_at_known(std::uint32_t sentence, std::span<const double> weights) const;
  void remember(std::uint32_t sentence, std::uint32_t candidate);
  Cut cut_of(std::span<const std::uint32_t> sentences, std::span<const Found> found,
             std::span<const double> weights) const;
  double corpus_score(std::span<const Found> found, const CorpusScore& score) const;
  void settle(Cuts& cuts, std::span<const std::uint32_t> sentences, double enough,
              unsigned threads);

  const Lists& lists_;
  std::size_t used_;                   // features that count
  std::vector<std::size_t> features_;  // which
  std::vector<float> differences_;     // candidates x used
  std::vector<double> lacks_;          // L by candidate
  std::vector<Known> known_;           // by sentence
};

}  // namespace manyways::tune
