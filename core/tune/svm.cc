#include "tune/svm.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <stdexcept>

#include "base/dot.h"
#include "base/threads.h"

namespace manyways::tune {

namespace {

constexpr std::size_t kListsAtOnce = 16;         // sentences that a thread takes at once
constexpr std::size_t kManyNumbers = 1'000'000;  // numbers to multiply
constexpr int kMostInner = 1000;

void by_lists(std::size_t count, unsigned threads, const std::function<void(std::size_t)>& work) {
  parallel_for((count + kListsAtOnce - 1) / kListsAtOnce, threads, [&](std::size_t block) {
    for (std::size_t i = block * kListsAtOnce; i < std::min(count, (block + 1) * kListsAtOnce); ++i)
      work(i);
  });
}

}  // namespace

SlackLists::SlackLists(const Lists& lists, std::span<const double> quality,
                       std::span<const double> units, unsigned threads)
    : lists_(lists), lacks_(lists.candidates()), known_(lists.sentences()) {
  if (quality.size() != lists.candidates() || units.size() != lists.dimensions())
    throw std::invalid_argument("one quality per candidate and one unit per feature are needed");
  for (std::size_t d = 0; d < units.size(); ++d) {
    if (units[d] > 0) features_.push_back(d);
  }
  used_ = features_.size();
  differences_.resize(lists.candidates() * used_);
  by_lists(lists.sentences(), threads, [&](std::size_t s) {
    const std::size_t begin = lists.begin(s), end = lists.end(s);
    std::size_t oracle = begin;
    for (std::size_t c = begin; c < end; ++c) {
      if (quality[c] > quality[oracle]) oracle = c;
    }
    for (std::size_t c = begin; c < end; ++c) lacks_[c] = quality[oracle] - quality[c];
    for (std::size_t f = 0; f < used_; ++f) {
      const auto column = lists.column(features_[f]);
      const double unit = units[features_[f]];
      for (std::size_t c = begin; c < end; ++c)
        differences_[c * used_ + f] = static_cast<float>((column[oracle] - column[c]) / unit);
    }
  });
}

double SlackLists::product(const float* difference, std::span<const double> weights) const {
  return dot(difference, weights.data(), used_);
}

SlackLists::Found SlackLists::look(std::uint32_t sentence, std::span<const double> weights) const {
  Found found;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t c = lists_.begin(sentence); c < lists_.end(sentence); ++c) {
    const double ahead = product(differences_.data() + c * used_, weights);
    if (ahead < least) {
      least = ahead;
      found.best = static_cast<std::uint32_t>(c);
    }
    const double loss = lacks_[c] * (1 - ahead);
    if (loss > found.loss) {
      found.loss = loss;
      found.worst = static_cast<std::uint32_t>(c);
    }
  }
  return found;
}

SlackLists::Found SlackLists::look_at_known(std::uint32_t sentence,
                                            std::span<const double> weights) const {
  Found found;
  const Known& known = known_[sentence];
  for (std::size_t i = 0; i < known.candidates.size(); ++i) {
    const double ahead = product(known.differences.data() + i * used_, weights);
    const double loss = lacks_[known.candidates[i]] * (1 - ahead);
    if (loss > found.loss ||
        (loss == found.loss && loss > 0 && known.candidates[i] < found.worst)) {
      found.loss = loss;
      found.worst = known.candidates[i];
    }
  }
  return found;
}

void SlackLists::remember(std::uint32_t sentence, std::uint32_t candidate) {
  Known& known = known_[sentence];
  if (std::find(known.candidates.begin(), known.candidates.end(), candidate) !=
      known.candidates.end())
    return;
  known.candidates.push_back(candidate);
  const float* difference = differences_.data() + candidate * used_;
  known.differences.insert(known.differences.end(), difference, difference + used_);
}

SlackLists::Cut SlackLists::cut_of(std::span<const std::uint32_t> sentences,
                                   std::span<const Found> found,
                                   std::span<const double> weights) const {
  Cut cut{std::vector<double>(used_, 0.0)};
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    if (found[i].loss <= 0) continue;
    const double lacks = lacks_[found[i].worst];
    const float* difference = differences_.data() + found[i].worst * used_;
    for (std::size_t f = 0; f < used_; ++f) cut.slope[f] += lacks * difference[f];
    cut.intercept += lacks;
  }
  const double n = static_cast<double>(sentences.size());
  for (double& each : cut.slope) each /= n;
  cut.intercept /= n;
  cut.value = cut.intercept;
  for (std::size_t f = 0; f < used_; ++f) cut.value -= cut.slope[f] * weights[f];
  return cut;
}

double SlackLists::corpus_score(std::span<const Found> found, const CorpusScore& score) const {
  std::vector<double> sums(lists_.width(), 0.0);
  for (const Found& each : found) {
    const auto statistics = lists_.statistics(each.best);
    for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += statistics[k];
  }
  return score(sums.data());
}

// Tangents from remembered candidates until they say nothing new. The weights that the tangents so far
// like best swing far out; a tangent half way between them and the best weights that were seen cuts deeper.
void SlackLists::settle(Cuts& cuts, std::span<const std::uint32_t> sentences, double enough,
                        unsigned threads) {
  std::size_t numbers = 0;
  for (const std::uint32_t s : sentences) numbers += known_[s].differences.size();
  std::vector<Found> found(sentences.size());
  std::vector<double> inside, between(used_);
  double least = std::numeric_limits<double>::infinity();
  const auto cut_at = [&](std::span<const double> weights) {
    by_lists(sentences.size(), numbers > kManyNumbers ? threads : 1,
             [&](std::size_t k) { found[k] = look_at_known(sentences[k], weights); });
    Cut cut = cut_of(sentences, found, weights);
    double value = cuts.price() * cut.value;
    for (const double each : weights) value += each * each / 2;
    if (value < least) {
      least = value;
      inside.assign(weights.begin(), weights.end());
    }
    return cut;
  };
  for (int i = 0; i < kMostInner; ++i) {
    cuts.solve();
    const std::span<const double> outside = cuts.weights();
    if (!inside.empty()) {
      for (std::size_t f = 0; f < used_; ++f) between[f] = (inside[f] + outside[f]) / 2;
      const Cut cut = cut_at(between);
      double there = cut.intercept;
      for (std::size_t f = 0; f < used_; ++f) there -= cut.slope[f] * outside[f];
      if (there > cuts.slack() + enough) {
        cuts.add(cut.slope, cut.intercept);
        continue;
      }
    }
    const Cut cut = cut_at(outside);
    if (cut.value <= cuts.slack() + enough) return;
    cuts.add(cut.slope, cut.intercept);
  }
  cuts.solve();
}

SvmResult SlackLists::solve(std::span<const std::uint32_t> sentences, const CorpusScore& score,
                            const SvmSettings& settings, unsigned threads) {
  if (sentences.empty() || settings.scans < 1 || !(settings.c > 0))
    throw std::invalid_argument("a sentence, a scan and a price above 0 are needed");
  Cuts cuts(used_, settings.c);
  SvmResult result;
  result.value = std::numeric_limits<double>::infinity();
  std::vector<double> best, scoring;
  std::vector<Found> found(sentences.size());
  double most = -std::numeric_limits<double>::infinity();
  double enough = 1e-3;  // of the mean loss; less as the gap closes
  for (int scan = 0; scan < settings.scans; ++scan) {
    settle(cuts, sentences, enough, threads);
    const std::vector<double> weights(cuts.weights().begin(), cuts.weights().end());
    by_lists(sentences.size(), threads,
             [&](std::size_t k) { found[k] = look(sentences[k], weights); });
    for (std::size_t k = 0; k < sentences.size(); ++k) {
      if (found[k].loss > 0) remember(sentences[k], found[k].worst);
    }
    const Cut cut = cut_of(sentences, found, weights);
    double value = settings.c * cut.value;
    for (const double each : weights) value += each * each / 2;
    if (value < result.value) {
      result.value = value;
      best = weights;
    }
    result.history.push_back(corpus_score(found, score));
    const bool says_something =
        std::any_of(weights.begin(), weights.end(), [](double each) { return each != 0; });
    if (says_something && result.history.back() > most) {
      most = result.history.back();
      scoring = weights;
    }
    result.bound = std::max(scan == 0 ? 0.0 : result.bound, cuts.dual());
    const double gap = result.value - result.bound;
    if (gap <= settings.gap * result.value) break;
    cuts.add(cut.slope, cut.intercept);
    enough = std::min(enough, gap / settings.c / 4);
  }
  result.cuts = cuts.size();
  const auto spread = [&](const std::vector<double>& weights) {
    std::vector<double> all(lists_.dimensions(), 0.0);
    for (std::size_t f = 0; f < used_; ++f) all[features_[f]] = weights[f];
    return all;
  };
  result.weights = spread(best);
  result.scoring = scoring.empty() ? result.weights : spread(scoring);
  return result;
}

std::vector<std::uint32_t> SlackLists::best(std::span<const std::uint32_t> sentences,
                                            std::span<const double> weights,
                                            unsigned threads) const {
  std::vector<double> of_used;
  for (const std::size_t each : features_) of_used.push_back(weights[each]);
  std::vector<std::uint32_t> rows(sentences.size());
  by_lists(sentences.size(), threads,
           [&](std::size_t k) { rows[k] = look(sentences[k], of_used).best; });
  return rows;
}

}  // namespace manyways::tune
