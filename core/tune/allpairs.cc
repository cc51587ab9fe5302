#include "tune/allpairs.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "base/threads.h"

namespace manyways::tune {
namespace {

constexpr std::size_t kPairBlock = 32;  // sentences

// How many, and the sum of two values of each.
struct Total {
  double count = 0, first = 0, second = 0;
  void add(const Total& other, double times = 1) {
    count += times * other.count;
    first += times * other.first;
    second += times * other.second;
  }
};

// The same, and once more with every entry times its gold score.
struct Totals {
  Total plain, gold;
  void add(const Totals& other, double times = 1) {
    plain.add(other.plain, times);
    gold.add(other.gold, times);
  }
};

// Prefix sums under insertion, by gold rank.
class Fenwick {
 public:
  void reset(std::size_t size) {
    tree_.assign(size + 1, {});
    total_ = {};
  }
  void insert(std::size_t rank, const Totals& value) {
    total_.add(value);
    for (std::size_t i = rank + 1; i < tree_.size(); i += i & (0 - i)) tree_[i].add(value);
  }
  // The sum of ranks 0 .. count - 1.
  Totals prefix(std::size_t count) const {
    Totals sum;
    for (std::size_t i = count; i > 0; i -= i & (0 - i)) sum.add(tree_[i]);
    return sum;
  }
  const Totals& total() const { return total_; }

 private:
  std::vector<Totals> tree_;
  Totals total_;
};

}  // namespace

// Scratch space of one block.
struct AllPairs::Block {
  Fenwick tree;
  std::vector<std::uint32_t> order;
  double loss = 0;

  // Calls visit(i, sum over all j that i should beat but does not by 1) and then
  // visit_worse(j, sum over all i that should beat j but do not by 1). Indices are within the list.
  template <typename Better, typename Worse>
  void sweep(const AllPairs& pairs, std::size_t first, std::span<const double> scores,
             std::span<const double> values, Better better, Worse worse) {
    const std::size_t count = scores.size();
    order.resize(count);
    std::iota(order.begin(), order.end(), 0U);
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      return scores[a] != scores[b] ? scores[a] < scores[b] : a < b;
    });
    const double* gold = pairs.gold_.data() + first;
    const auto entry = [&](std::uint32_t i) {
      const double g = gold[i];
      return Totals{{1, scores[i], values[i]}, {g, g * scores[i], g * values[i]}};
    };
    // Each pair times what it counts: base + the better's gold - the worse's.
    const auto counted = [&](const Totals& sum, double plain, double gold_times) {
      Total found;
      found.add(sum.plain, plain);
      found.add(sum.gold, gold_times);
      return found;
    };
    tree.reset(count);
    for (std::size_t next = count, k = count; k-- > 0;) {
      const std::uint32_t i = order[k];
      for (; next > 0 && 1 - scores[i] + scores[order[next - 1]] > 0; --next)
        tree.insert(pairs.rank_[first + order[next - 1]], entry(order[next - 1]));
      better(i, counted(tree.prefix(pairs.lower_[first + i]), pairs.base_ + gold[i], -1));
    }
    tree.reset(count);
    for (std::size_t next = 0, k = 0; k < count; ++k) {
      const std::uint32_t j = order[k];
      for (; next < count && 1 - scores[order[next]] + scores[j] > 0; ++next)
        tree.insert(pairs.rank_[first + order[next]], entry(order[next]));
      Totals above = tree.total();
      above.add(tree.prefix(pairs.not_higher_[first + j]), -1);
      worse(j, counted(above, pairs.base_ - gold[j], 1));
    }
  }
};

AllPairs::AllPairs(const Lists& lists, std::span<const std::int64_t> gold, std::int64_t threshold,
                   bool weighted, unsigned threads)
    : lists_(lists),
      threads_(threads),
      rank_(lists.candidates()),
      lower_(lists.candidates()),
      not_higher_(lists.candidates()),
      gold_(lists.candidates(), 0.0) {
  if (gold.size() != lists.candidates() || threshold < 0)
    throw std::invalid_argument("one gold score per candidate, and a threshold not below 0");
  constexpr std::int64_t kLargest = std::int64_t{1} << 53;  // what a double counts by ones
  if (threshold > kLargest || std::any_of(gold.begin(), gold.end(), [](std::int64_t each) {
        return each > kLargest || each < -kLargest;
      }))
    throw std::invalid_argument("gold scores and their threshold must lie within 2^53");
  std::vector<std::int64_t> sorted;
  std::vector<double> sums;
  double gaps = 0;
  for (std::size_t s = 0; s < lists.sentences(); ++s) {
    sorted.assign(gold.begin() + static_cast<std::ptrdiff_t>(lists.begin(s)),
                  gold.begin() + static_cast<std::ptrdiff_t>(lists.end(s)));
    std::sort(sorted.begin(), sorted.end());
    sums.assign(1, 0.0);
    for (const std::int64_t each : sorted) sums.push_back(sums.back() + static_cast<double>(each));
    const auto below = [&](auto place) {
      return static_cast<std::uint32_t>(place - sorted.begin());
    };
    for (std::size_t c = lists.begin(s); c < lists.end(s); ++c) {
      rank_[c] = below(std::lower_bound(sorted.begin(), sorted.end(), gold[c]));
      lower_[c] = below(std::lower_bound(sorted.begin(), sorted.end(), gold[c] - threshold));
      not_higher_[c] = below(std::upper_bound(sorted.begin(), sorted.end(), gold[c] + threshold));
      pairs_ += lower_[c];
      gaps += lower_[c] * static_cast<double>(gold[c]) - sums[lower_[c]];
      gold_[c] = static_cast<double>(gold[c] - sorted.front());
    }
  }
  if (!weighted || gaps == 0) {
    std::fill(gold_.begin(), gold_.end(), 0.0);
    return;
  }
  base_ = 0;
  for (double& each : gold_) each *= static_cast<double>(pairs_) / gaps;
}

template <typename Work>
std::vector<double> AllPairs::in_blocks(Work work) const {
  const std::size_t sentences = lists_.sentences(),
                    blocks = (sentences + kPairBlock - 1) / kPairBlock;
  std::vector<double> losses(blocks);
  parallel_for(blocks, threads_, [&](std::size_t b) {
    Block block;
    for (std::size_t s = b * kPairBlock; s < std::min(sentences, (b + 1) * kPairBlock); ++s)
      work(s, block);
    losses[b] = block.loss;
  });
  return losses;
}

// pulls[c] is the slope by the score of c; the gradient follows by the chain rule.
std::vector<double> AllPairs::gradient_of(std::span<const double> pulls) const {
  std::vector<double> gradient(lists_.dimensions());
  parallel_for(gradient.size(), threads_, [&](std::size_t d) {
    const auto column = lists_.column(d);
    double sum = 0;
    for (std::size_t c = 0; c < pulls.size(); ++c) sum += pulls[c] * column[c];
    gradient[d] = sum / static_cast<double>(pulls.size());
  });
  return gradient;
}

Loss AllPairs::loss(std::span<const double> weights) const {
  std::vector<double> scores(lists_.candidates()), pulls(lists_.candidates(), 0.0);
  lists_.project(weights, scores);
  const auto losses = in_blocks([&](std::size_t s, Block& block) {
    const std::size_t first = lists_.begin(s), count = lists_.end(s) - first;
    const std::span<double> h(scores.data() + first, count);
    // Differences alone matter; small numbers keep their digits.
    const double origin = h[0];
    for (double& each : h) each -= origin;
    block.sweep(
        *this, first, h, h,
        [&](std::uint32_t i, const Total& q) {
          pulls[first + i] += 2 * (q.count * (h[i] - 1) - q.first);
          block.loss += q.count * (1 - h[i]) * (1 - h[i]) + 2 * (1 - h[i]) * q.first;
        },
        [&](std::uint32_t j, const Total& q) {
          pulls[first + j] += 2 * (q.count * (h[j] + 1) - q.first);
          block.loss += q.count * h[j] * h[j];
        });
  });
  const double total = std::accumulate(losses.begin(), losses.end(), 0.0);
  return {total / static_cast<double>(scores.size()), gradient_of(pulls)};
}

std::vector<double> AllPairs::hessian_product(std::span<const double> weights,
                                              std::span<const double> direction) const {
  const std::size_t candidates = lists_.candidates();
  std::vector<double> scores(candidates), along(candidates), pulls(candidates, 0.0);
  lists_.project(weights, scores);
  lists_.project(direction, along);
  in_blocks([&](std::size_t s, Block& block) {
    const std::size_t first = lists_.begin(s), count = lists_.end(s) - first;
    const std::span<const double> a(along.data() + first, count);
    const std::span<double> h(scores.data() + first, count);
    const double origin = h[0];
    for (double& each : h) each -= origin;
    const auto pull = [&](std::uint32_t i, const Total& q) {
      pulls[first + i] += 2 * (q.count * a[i] - q.second);
    };
    block.sweep(*this, first, h, a, pull, pull);
  });
  return gradient_of(pulls);
}

}  // namespace manyways::tune
