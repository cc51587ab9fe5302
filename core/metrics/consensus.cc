#include "metrics/consensus.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "base/hash.h"
#include "base/random.h"
#include "base/threads.h"
#include "metrics/ngrams.h"

namespace manyways::metrics {
namespace {

constexpr std::size_t kFirstStep = 16;
constexpr int kResamples = 200;

struct Range {
  std::size_t begin, end;
  std::size_t size() const { return end - begin; }
};

Range range_of(std::span<const std::int64_t> offsets, std::size_t s) {
  return {static_cast<std::size_t>(offsets[s]), static_cast<std::size_t>(offsets[s + 1])};
}

// Higher is better, whatever the metric.
double oriented(const Metric& metric, double score) {
  return metric.direction() > 0 ? score : 100.0 - score;
}

// The different texts of one sentence under one metric, candidates first, in a comparer.
class Compared {
 public:
  explicit Compared(const Utility& utility)
      : utility_(utility), comparer_(utility.metric->comparer()) {}

  void open(const Range& candidates, const Range& pool) {
    table_.clear();
    texts_.clear();
    candidate_ids_.clear();
    pool_ids_.clear();
    for (std::size_t c = candidates.begin; c < candidates.end; ++c)
      candidate_ids_.push_back(id_of(utility_.candidates[c]));
    distinct_ = texts_.size();
    for (std::size_t p = pool.begin; p < pool.end; ++p)
      pool_ids_.push_back(id_of(utility_.pool[p]));
    comparer_->set_texts(texts_, distinct_);
    all_.resize(distinct_);
    std::iota(all_.begin(), all_.end(), 0);
  }

  void average_pairs(std::span<const double> weights, double* values, std::size_t stride) {
    const std::vector<double>& shares = shares_of(weights);
    sums_.assign(distinct_, 0.0);
    scores_.resize(distinct_);
    for (std::size_t t = 0; t < texts_.size(); ++t) {
      if (shares[t] == 0) continue;
      comparer_->compare(t, all_, scores_.data());
      for (std::size_t c = 0; c < distinct_; ++c)
        sums_[c] += shares[t] * oriented(*utility_.metric, scores_[c]);
    }
    spread(sums_, values, stride);
  }

  void average_counts(std::span<const double> weights, double* values, std::size_t stride) {
    scores_.resize(distinct_);
    if (!comparer_->compare_average(shares_of(weights), scores_.data()))
      throw std::invalid_argument("this metric has no averaged form: compare pairs");
    for (double& each : scores_) each = oriented(*utility_.metric, each);
    spread(scores_, values, stride);
  }

  // Adds to values[i] the score of candidate wanted[i] against one text of the pool.
  void compare(std::size_t member, std::span<const std::uint32_t> wanted, double* values) {
    ids_.clear();
    for (const std::uint32_t c : wanted) ids_.push_back(candidate_ids_[c]);
    scores_.resize(wanted.size());
    comparer_->compare(pool_ids_[member], ids_, scores_.data());
    for (std::size_t i = 0; i < wanted.size(); ++i)
      values[i] = oriented(*utility_.metric, scores_[i]);
  }

  std::uint64_t hash() const {
    std::uint64_t h = texts_.size();
    for (const std::string_view text : texts_) h = hash_combine(h, hash_string(text));
    return h;
  }

 private:
  std::uint32_t id_of(std::string_view text) {
    const std::uint32_t id = table_.add(text) - 1;
    if (id == texts_.size()) texts_.push_back(text);
    return id;
  }

  // The weight of each different text, adding up to 1.
  const std::vector<double>& shares_of(std::span<const double> weights) {
    shares_.assign(texts_.size(), 0.0);
    double sum = 0;
    for (std::size_t p = 0; p < weights.size(); ++p) {
      shares_[pool_ids_[p]] += weights[p];
      sum += weights[p];
    }
    for (double& share : shares_) share /= sum;
    return shares_;
  }

  void spread(const std::vector<double>& of_distinct, double* values, std::size_t stride) const {
    for (std::size_t c = 0; c < candidate_ids_.size(); ++c)
      values[c * stride] = of_distinct[candidate_ids_[c]];
  }

  const Utility& utility_;
  std::unique_ptr<Comparer> comparer_;
  WordTable table_;
  std::vector<std::string_view> texts_;
  std::size_t distinct_ = 0;
  std::vector<std::uint32_t> candidate_ids_, pool_ids_, all_, ids_;
  std::vector<double> shares_, sums_, scores_;
};

// The candidates of one sentence that are still in the race, and what they have scored so far.
class Race {
 public:
  Race(std::vector<Compared>& utilities, std::size_t candidates, std::span<const double> weights)
      : utilities_(utilities),
        candidates_(candidates),
        weights_(weights),
        sums_(candidates * utilities.size(), 0.0),
        weight_of_(candidates, 0.0),
        stayed_(candidates) {
    std::iota(stayed_.begin(), stayed_.end(), 0);
  }

  void run(const ConsensusOptions& options, double* values) {
    Random random(options.seed, utilities_.front().hash());
    std::vector<std::uint32_t> order(weights_.size());
    std::iota(order.begin(), order.end(), 0);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    std::erase_if(order, [&](std::uint32_t member) { return weights_[member] == 0; });
    for (std::size_t step = kFirstStep; seen_.size() < order.size(); step *= 2) {
      while (seen_.size() < std::min(step, order.size())) meet(order[seen_.size()]);
      if (seen_.size() < order.size()) drop(options.confidence, random);
      if (stayed_.size() == 1) break;
    }
    finish(values);
  }

 private:
  // All that stayed against one more text of the pool.
  void meet(std::uint32_t member) {
    const std::size_t columns = utilities_.size();
    std::vector<double>& means = means_.emplace_back(candidates_, 0.0);
    scores_.resize(stayed_.size());
    for (std::size_t u = 0; u < columns; ++u) {
      utilities_[u].compare(member, stayed_, scores_.data());
      for (std::size_t i = 0; i < stayed_.size(); ++i) {
        sums_[stayed_[i] * columns + u] += weights_[member] * scores_[i];
        means[stayed_[i]] += scores_[i] / static_cast<double>(columns);
      }
    }
    for (const std::uint32_t c : stayed_) weight_of_[c] += weights_[member];
    seen_.push_back(member);
  }

  double total(std::uint32_t c) const {
    double sum = 0;
    for (std::size_t u = 0; u < utilities_.size(); ++u) sum += sums_[c * utilities_.size() + u];
    return sum / (static_cast<double>(utilities_.size()) * weight_of_[c]);
  }

  void drop(double confidence, Random& random) {
    const std::uint32_t leader =
        *std::max_element(stayed_.begin(), stayed_.end(),
                          [&](std::uint32_t a, std::uint32_t b) { return total(a) < total(b); });
    std::vector<int> wins(stayed_.size(), 0);
    std::vector<double> drawn(seen_.size()), sums(stayed_.size());
    for (int sample = 0; sample < kResamples; ++sample) {
      std::fill(drawn.begin(), drawn.end(), 0.0);
      for (std::size_t i = 0; i < seen_.size(); ++i) {
        const std::size_t k = random.below(seen_.size());
        drawn[k] += weights_[seen_[k]];
      }
      std::fill(sums.begin(), sums.end(), 0.0);
      for (std::size_t k = 0; k < seen_.size(); ++k) {
        if (drawn[k] == 0) continue;
        for (std::size_t i = 0; i < stayed_.size(); ++i)
          sums[i] += drawn[k] * (means_[k][stayed_[i]] - means_[k][leader]);
      }
      for (std::size_t i = 0; i < stayed_.size(); ++i) wins[i] += sums[i] >= 0;
    }
    std::vector<std::uint32_t> left;
    for (std::size_t i = 0; i < stayed_.size(); ++i)
      if (stayed_[i] == leader || wins[i] > (1 - confidence) * kResamples)
        left.push_back(stayed_[i]);
    stayed_ = std::move(left);
  }

  void finish(double* values) const {
    const std::size_t columns = utilities_.size();
    std::vector<bool> in(candidates_, false);
    double lowest = std::numeric_limits<double>::infinity();
    for (const std::uint32_t c : stayed_) {
      in[c] = true;
      lowest = std::min(lowest, total(c));
    }
    for (std::uint32_t c = 0; c < candidates_; ++c) {
      const double over = in[c] ? 0.0 : std::max(0.0, total(c) - lowest + kBelow);
      for (std::size_t u = 0; u < columns; ++u)
        values[c * columns + u] = sums_[c * columns + u] / weight_of_[c] - over;
    }
  }

  static constexpr double kBelow = 1e-9;  // far more than rounding, far less than anybody sees

  std::vector<Compared>& utilities_;
  std::size_t candidates_;
  std::span<const double> weights_;
  std::vector<double> sums_;       // weighted, one column per utility
  std::vector<double> weight_of_;  // that each candidate has met
  std::vector<std::uint32_t> stayed_, seen_;
  std::vector<std::vector<double>> means_;  // of each text seen: the utilities' mean per candidate
  std::vector<double> scores_;
};

void check_texts(const TextView& texts, std::span<const std::int64_t> offsets) {
  check(Lists{texts, offsets, {}}, false);
}

void check_pools(std::span<const Utility> utilities, const Pools& pools) {
  if (utilities.empty()) throw std::invalid_argument("consensus needs a metric");
  for (const Utility& each : utilities) {
    check_texts(each.candidates, pools.candidate_offsets);
    check_texts(each.pool, pools.pool_offsets);
    if (each.pool.size() != pools.weights.size())
      throw std::invalid_argument("each text of the pool needs a weight");
  }
  if (pools.candidate_offsets.size() != pools.pool_offsets.size())
    throw std::invalid_argument("each sentence needs a pool");
  for (const double weight : pools.weights)
    if (!std::isfinite(weight) || weight < 0)
      throw std::invalid_argument("weights of a pool must be finite and not negative");
  for (std::size_t s = 0; s + 1 < pools.pool_offsets.size(); ++s) {
    const Range pool = range_of(pools.pool_offsets, s);
    const auto weights = pools.weights.subspan(pool.begin, pool.size());
    const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
    if (range_of(pools.candidate_offsets, s).size() > 0 && !(sum > 0 && std::isfinite(sum)))
      throw std::invalid_argument("a list with candidates needs a pool with weights above 0");
  }
}

// Calls work(sentence, utilities) for all sentences that have candidates.
template <typename Work>
void for_pools(std::span<const Utility> utilities, const Pools& pools, unsigned threads,
               Work work) {
  const Lists lists{utilities.front().candidates, pools.candidate_offsets, {}};
  const std::vector<std::size_t> starts = sentence_blocks(lists);
  parallel_for(starts.size() - 1, threads, [&](std::size_t block) {
    std::vector<Compared> compared;
    compared.reserve(utilities.size());
    for (const Utility& each : utilities) compared.emplace_back(each);
    for (std::size_t s = starts[block]; s < starts[block + 1]; ++s) {
      const Range candidates = range_of(pools.candidate_offsets, s);
      if (candidates.size() == 0) continue;
      const Range pool = range_of(pools.pool_offsets, s);
      for (Compared& each : compared) each.open(candidates, pool);
      work(candidates, pool, compared);
    }
  });
}

}  // namespace

std::vector<double> consensus(std::span<const Utility> utilities, const Pools& pools,
                              const ConsensusOptions& options, unsigned threads) {
  check_pools(utilities, pools);
  const std::size_t columns = utilities.size();
  std::vector<double> values(utilities.front().candidates.size() * columns);
  for_pools(utilities, pools, threads,
            [&](const Range& candidates, const Range& pool, std::vector<Compared>& compared) {
              const auto weights = pools.weights.subspan(pool.begin, pool.size());
              double* const rows = values.data() + candidates.begin * columns;
              if (options.method == ConsensusMethod::kPrune) {
                Race(compared, candidates.size(), weights).run(options, rows);
                return;
              }
              for (std::size_t u = 0; u < columns; ++u) {
                if (options.method == ConsensusMethod::kPairs) {
                  compared[u].average_pairs(weights, rows + u, columns);
                } else {
                  compared[u].average_counts(weights, rows + u, columns);
                }
              }
            });
  return values;
}

std::vector<double> agreements(const Utility& utility, const Pools& pools,
                               std::span<const std::int32_t> groups, std::size_t count,
                               unsigned threads) {
  check_pools(std::span(&utility, 1), pools);
  if (groups.size() != utility.pool.size())
    throw std::invalid_argument("each text of the pool needs a group");
  for (const std::int32_t group : groups)
    if (group < 0 || static_cast<std::size_t>(group) >= count)
      throw std::invalid_argument("groups must be from 0 to their number, less one");
  std::vector<double> values(utility.candidates.size() * count);
  for_pools(std::span(&utility, 1), pools, threads,
            [&](const Range& candidates, const Range& pool, std::vector<Compared>& compared) {
              std::vector<std::uint32_t> all(candidates.size());
              std::iota(all.begin(), all.end(), 0);
              std::vector<double> scores(all.size()), members(count, 0.0);
              for (std::size_t p = pool.begin; p < pool.end; ++p)
                members[static_cast<std::size_t>(groups[p])] += 1;
              for (std::size_t p = pool.begin; p < pool.end; ++p) {
                const auto group = static_cast<std::size_t>(groups[p]);
                compared.front().compare(p - pool.begin, all, scores.data());
                for (std::size_t c = 0; c < all.size(); ++c)
                  values[(candidates.begin + c) * count + group] += scores[c] / members[group];
              }
            });
  return values;
}

}  // namespace manyways::metrics
