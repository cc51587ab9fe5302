#include "diverse/select.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/threads.h"

namespace manyways::diverse {

namespace {

using Picks = std::vector<std::uint32_t>;
constexpr std::size_t kListsPerBlock = 16;
constexpr double kPerGrams = 10;  // with this the default strength serves lists without scores too

// The candidate not yet taken with the highest value, the first of equals.
template <typename Value>
std::uint32_t best_open(const std::vector<bool>& taken, Value&& value) {
  std::uint32_t best = 0;
  double highest = 0;
  bool any = false;
  for (std::uint32_t c = 0; c < taken.size(); ++c) {
    if (taken[c]) continue;
    const double here = value(c);
    if (!any || here > highest) {
      best = c;
      highest = here;
      any = true;
    }
  }
  return best;
}

// What sums over a candidate's n-grams are divided by.
std::vector<double> divisors(const GramIndex& index, const SelectSettings& settings) {
  std::vector<double> found(index.size(), 1.0);
  if (!settings.by_length) return found;
  for (std::size_t c = 0; c < found.size(); ++c) {
    double sum = 0;
    for (const Gram& gram : index.grams(c)) sum += index.weight(gram.id) * gram.count;
    if (sum > 0) found[c] = sum / kPerGrams;
  }
  return found;
}

Picks pick_greedily(const GramIndex& index, std::span<const double> scores,
                    const SelectSettings& settings) {
  const std::size_t wanted = std::min(settings.size, index.size());
  const std::vector<double> lengths = divisors(index, settings);
  std::vector<double> pairs(index.size(), 0.0);
  std::vector<bool> taken(index.size(), false);
  Picks picks;
  while (picks.size() < wanted) {
    const std::uint32_t best = best_open(taken, [&](std::uint32_t c) {
      return scores[c] - settings.strength * (pairs[c] / lengths[c]);
    });
    picks.push_back(best);
    taken[best] = true;
    index.add_products(best, pairs);
  }
  return picks;
}

Picks pick_by_coverage(const GramIndex& index, std::span<const double> scores,
                       const SelectSettings& settings) {
  struct Open {
    double bound;  // its gain when last computed: gains only fall
    std::uint32_t candidate;
    std::size_t round;
    bool operator<(const Open& other) const {
      return bound != other.bound ? bound < other.bound : candidate > other.candidate;
    }
  };
  const std::vector<double> lengths = divisors(index, settings);
  std::vector<bool> covered(index.grams(), false);
  auto gain = [&](std::uint32_t c) {
    double sum = 0;
    for (const Gram& gram : index.grams(c)) sum += covered[gram.id] ? 0.0 : index.weight(gram.id);
    return scores[c] + settings.strength * (sum / lengths[c]);
  };
  std::vector<Open> open;
  for (std::uint32_t c = 0; c < index.size(); ++c) open.push_back({gain(c), c, 0});
  std::make_heap(open.begin(), open.end());
  Picks picks;
  const std::size_t wanted = std::min(settings.size, index.size());
  while (picks.size() < wanted) {
    std::pop_heap(open.begin(), open.end());
    Open& last = open.back();
    if (last.round == picks.size()) {
      picks.push_back(last.candidate);
      for (const Gram& gram : index.grams(last.candidate)) covered[gram.id] = true;
      open.pop_back();
    } else {
      last = {gain(last.candidate), last.candidate, picks.size()};
      std::push_heap(open.begin(), open.end());
    }
  }
  return picks;
}

// Greedy MAP of a determinantal process. `left` is the share of each candidate that the picked ones
// do not explain; `rows` the Cholesky rows, one entry per pick for each candidate.
Picks pick_by_determinant(const GramIndex& index, std::span<const double> scores,
                          const SelectSettings& settings) {
  constexpr double kNothing = 1e-10;
  const std::size_t count = index.size(), wanted = std::min(settings.size, count);
  std::vector<double> length(count, 0.0), left(count, 1.0), products(count);
  for (std::size_t c = 0; c < count; ++c) {
    for (const Gram& gram : index.grams(c)) {
      length[c] += index.weight(gram.id) * gram.count * gram.count;
    }
    length[c] = length[c] > 0 ? std::sqrt(length[c]) : 1.0;
  }
  std::vector<double> rows(count * wanted, 0.0);
  std::vector<bool> taken(count, false);
  Picks picks;
  while (picks.size() < wanted) {
    const std::uint32_t best = best_open(taken, [&](std::uint32_t c) {
      return scores[c] + settings.strength * std::log(std::max(left[c], kNothing));
    });
    const std::size_t round = picks.size();
    picks.push_back(best);
    taken[best] = true;
    if (left[best] <= kNothing) continue;  // nothing new: it explains no more of the others
    std::fill(products.begin(), products.end(), 0.0);
    index.add_products(best, products);
    const double* own = rows.data() + best * wanted;
    for (std::size_t c = 0; c < count; ++c) {
      if (taken[c]) continue;
      double* row = rows.data() + c * wanted;
      double rest = products[c] / (length[best] * length[c]);
      for (std::size_t k = 0; k < round; ++k) rest -= own[k] * row[k];
      row[round] = rest / std::sqrt(left[best]);
      left[c] -= row[round] * row[round];
    }
  }
  return picks;
}

}  // namespace

std::vector<std::uint32_t> pick(const GramIndex& index, std::span<const double> scores,
                                const SelectSettings& settings) {
  switch (settings.method) {
    case Method::kCoverage:
      return pick_by_coverage(index, scores, settings);
    case Method::kDpp:
      return pick_by_determinant(index, scores, settings);
    default:
      return pick_greedily(index, scores, settings);
  }
}

std::vector<std::int64_t> select(const Lists& lists, const SelectSettings& settings,
                                 unsigned threads, std::vector<std::int64_t>& offsets) {
  check_orders(settings.orders);
  if (!std::isfinite(settings.strength) || settings.strength < 0) {
    throw std::invalid_argument("strength is finite and not negative");
  }
  const std::size_t count = lists.sentence_offsets.size() - 1;
  std::vector<Picks> picks(count);
  const std::size_t blocks = (count + kListsPerBlock - 1) / kListsPerBlock;
  parallel_for(blocks, threads, [&](std::size_t block) {
    GramIndex index(settings.orders);
    const std::size_t end = std::min(count, (block + 1) * kListsPerBlock);
    for (std::size_t s = block * kListsPerBlock; s < end; ++s) {
      const auto first = static_cast<std::size_t>(lists.sentence_offsets[s]);
      const auto size = static_cast<std::size_t>(lists.sentence_offsets[s + 1]) - first;
      const std::span<const double> weights = lists.traits.weights;
      const std::size_t width = weights.size();
      index.read(lists.words, lists.offsets.subspan(first, size + 1),
                 {lists.traits.values.subspan(first * width, size * width), weights});
      picks[s] = pick(index, lists.scores.subspan(first, size), settings);
    }
  });
  std::vector<std::int64_t> rows;
  offsets.assign(1, 0);
  for (std::size_t s = 0; s < count; ++s) {
    for (const std::uint32_t c : picks[s]) rows.push_back(lists.sentence_offsets[s] + c);
    offsets.push_back(static_cast<std::int64_t>(rows.size()));
  }
  return rows;
}

}  // namespace manyways::diverse
