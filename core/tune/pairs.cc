#include "tune/pairs.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/random.h"
#include "base/threads.h"

namespace manyways::tune {
namespace {

std::vector<Pair> sample(const Lists& lists, std::span<const double> gold,
                         std::span<const double> lengths, const PairSettings& settings,
                         std::size_t sentence) {
  const std::size_t first = lists.begin(sentence), count = lists.end(sentence) - first;
  Random random(settings.seed, sentence);
  std::vector<Pair> pairs;
  for (int draw = 0; draw < settings.draws; ++draw) {
    const std::size_t one = first + random.below(count), other = first + random.below(count);
    const double gap = gold[one] - gold[other], size = std::fabs(gap);
    if (!(size >= settings.least) || size > settings.most || size == 0) continue;
    if (std::fabs(lengths[one] - lengths[other]) > settings.length_gap) continue;
    const auto a = static_cast<std::uint32_t>(one), b = static_cast<std::uint32_t>(other);
    pairs.push_back(gap > 0 ? Pair{a, b} : Pair{b, a});
  }
  std::stable_sort(pairs.begin(), pairs.end(), [&](const Pair& a, const Pair& b) {
    return gold[a.better] - gold[a.worse] > gold[b.better] - gold[b.worse];
  });
  pairs.resize(std::min(pairs.size(), static_cast<std::size_t>(settings.keep)));
  return pairs;
}

}  // namespace

std::vector<Pair> sample_pairs(const Lists& lists, std::span<const double> gold,
                               std::span<const double> lengths, const PairSettings& settings,
                               unsigned threads) {
  if (gold.size() != lists.candidates() || lengths.size() != lists.candidates())
    throw std::invalid_argument("one gold score and one length per candidate");
  std::vector<std::vector<Pair>> found(lists.sentences());
  parallel_for(found.size(), threads,
               [&](std::size_t s) { found[s] = sample(lists, gold, lengths, settings, s); });
  std::vector<Pair> all;
  for (const auto& each : found) all.insert(all.end(), each.begin(), each.end());
  return all;
}

}  // namespace manyways::tune
