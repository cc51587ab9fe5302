#include "features/word_pairs.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/hash_table.h"
#include "features/rows.h"

namespace manyways::features {
namespace {

constexpr double kNull = 0.2;  // the share of NULL
constexpr double kNullPrior = 0.1;

// 1 / sum of the counts of each word.
std::vector<double> scales(std::span<const WordId> words, std::span<const float> counts,
                           std::size_t size) {
  std::vector<double> found(size, 0.0);
  for (std::size_t i = 0; i != words.size(); ++i) found[words[i]] += static_cast<double>(counts[i]);
  for (double& each : found) each = each > 0 ? 1 / each : 0;
  return found;
}

std::vector<double> null_shares(const std::vector<float>& counts, std::size_t size) {
  std::vector<double> found(size, kNullPrior);
  for (std::size_t i = 0; i != std::min(size, counts.size()); ++i)
    found[i] += static_cast<double>(counts[i]);
  const double sum = std::accumulate(found.begin(), found.end(), 0.0);
  for (double& each : found) each /= sum;
  return found;
}

// Model 1 of one word: what explains it, and whether a partner does so better than NULL.
struct Explained {
  double probability;
  bool partner;
};

Explained explained(double sum, double best, double null, std::size_t others) {
  const double each = others == 0 ? 0.0 : (1 - kNull) / static_cast<double>(others);
  return {each * sum + kNull * null, each * best > kNull * null};
}

// The lists of one thread, one after the other.
class List {
 public:
  explicit List(const WordPairs& pairs) : pairs_(pairs) {}

  void open(std::span<const WordId> source) {
    source_ = source;
    kinds_.clear();
    places_.clear();
    sums_.clear();
    bests_.clear();
    counts_.clear();
  }

  void score(std::span<const WordId> words, double* row) {
    columns_.clear();
    for (const WordId word : words) columns_.push_back(place(word));
    std::fill_n(row, kPairColumns, 0.0);
    for (const std::uint32_t kind : columns_) {
      const Explained word =
          explained(sums_[kind], bests_[kind], pairs_.null_target(kinds_[kind]), source_.size());
      row[kForward] += std::log(word.probability);
      row[kLinked] += word.partner;
    }
    for (std::size_t i = 0; i != source_.size(); ++i) {
      double sum = 0, best = 0;
      for (const std::uint32_t kind : columns_) {
        const double value = counts_[kind * source_.size() + i] * pairs_.target_scale(kinds_[kind]);
        sum += value;
        best = std::max(best, value);
      }
      const Explained word = explained(sum, best, pairs_.null_source(source_[i]), columns_.size());
      row[kReverse] += std::log(word.probability);
      row[kCovered] += word.partner;
    }
    if (!words.empty()) row[kLinked] /= static_cast<double>(words.size());
    if (!source_.empty()) row[kCovered] /= static_cast<double>(source_.size());
  }

 private:
  // The number of a kind of word, whose pairs with the source are looked up when it is new.
  std::uint32_t place(WordId word) {
    const auto next = static_cast<std::uint32_t>(kinds_.size());
    const auto [found, fresh] = places_.insert(word, next);
    const std::uint32_t kind = *found;
    if (!fresh) return kind;
    kinds_.push_back(word);
    double sum = 0, best = 0;
    for (const WordId source : source_) {
      const double count = static_cast<double>(pairs_.count(source, word));
      counts_.push_back(count);
      const double value = count * pairs_.source_scale(source);
      sum += value;
      best = std::max(best, value);
    }
    sums_.push_back(sum);
    bests_.push_back(best);
    return kind;
  }

  const WordPairs& pairs_;
  std::span<const WordId> source_;
  HashMap<std::uint64_t, std::uint32_t> places_;
  std::vector<WordId> kinds_;
  std::vector<double> sums_, bests_, counts_;
  std::vector<std::uint32_t> columns_;
};

}  // namespace

WordPairs::WordPairs(const align::Model& model)
    : rows_(model.source.size() + 1, 0),
      targets_(model.pairs.target.size()),
      counts_(model.pairs.target.size()),
      source_scale_(scales(model.pairs.source, model.pairs.count, model.source.size())),
      target_scale_(scales(model.pairs.target, model.pairs.count, model.target.size())),
      null_source_(null_shares(model.null_source, model.source.size())),
      null_target_(null_shares(model.null_target, model.target.size())) {
  for (const WordId source : model.pairs.source) ++rows_[source + 1];
  std::partial_sum(rows_.begin(), rows_.end(), rows_.begin());
  std::vector<std::size_t> order(targets_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const auto key = [&](std::size_t i) {
      return std::pair(model.pairs.source[i], model.pairs.target[i]);
    };
    return key(a) < key(b);
  });
  for (std::size_t i = 0; i != order.size(); ++i) {
    targets_[i] = model.pairs.target[order[i]];
    counts_[i] = model.pairs.count[order[i]];
  }
}

float WordPairs::count(WordId source, WordId target) const {
  const auto begin = targets_.begin() + static_cast<std::ptrdiff_t>(rows_[source]);
  const auto end = targets_.begin() + static_cast<std::ptrdiff_t>(rows_[source + 1]);
  const auto found = std::lower_bound(begin, end, target);
  if (found == end || *found != target) return 0;
  return counts_[static_cast<std::size_t>(found - targets_.begin())];
}

std::vector<double> score_pairs(const WordPairs& pairs, const RaggedView<WordId>& sources,
                                const RaggedView<WordId>& candidates,
                                std::span<const std::int64_t> sentence_offsets, unsigned threads) {
  return score_lists(sources, candidates, sentence_offsets, kPairColumns, threads,
                     [&] { return List(pairs); });
}

}  // namespace manyways::features
