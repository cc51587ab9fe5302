#include "metrics/list_ngrams.h"

#include <algorithm>
#include <limits>

namespace manyways::metrics {
namespace {

// A row costs about as much as the postings of one candidate in so many.
constexpr std::size_t kDenseShare = 16;

void add_smaller(const std::int16_t* row, std::int16_t count, std::size_t size,
                 std::int16_t* sums) {
  for (std::size_t c = 0; c < size; ++c)
    sums[c] = static_cast<std::int16_t>(sums[c] + std::min(row[c], count));
}

}  // namespace

void ListNgrams::build(std::span<const std::uint32_t> symbols, std::span<const std::size_t> ends,
                       std::uint32_t names, int order, std::size_t candidates) {
  order_ = order;
  candidates_ = candidates;
  trie_.reset(names);
  lengths_.clear();
  grams_.clear();
  starts_.assign(1, 0);
  orders_.assign(trie_.nodes(), 0);
  counts_.assign(trie_.nodes(), 0);
  std::size_t begin = 0;
  std::int64_t longest = 0;
  for (const std::size_t end : ends) {
    add_text(symbols.subspan(begin, end - begin));
    lengths_.push_back(static_cast<std::int64_t>(end - begin));
    longest = std::max(longest, lengths_.back());
    begin = end;
  }
  narrow_ = longest <= std::numeric_limits<std::int16_t>::max();
  if (narrow_) index();
}

void ListNgrams::add_text(std::span<const std::uint32_t> symbols) {
  touched_.clear();
  trie_.add(symbols, order_, [&](std::uint32_t node, int n) {
    if (node >= counts_.size()) {
      counts_.resize(node + 1, 0);
      orders_.resize(node + 1, 0);
      orders_[node] = static_cast<std::uint8_t>(n);
    }
    if (counts_[node]++ == 0) touched_.push_back(node);
  });
  for (const std::uint32_t node : touched_) {
    grams_.push_back({node, counts_[node]});
    counts_[node] = 0;
  }
  starts_.push_back(grams_.size());
}

void ListNgrams::index() {
  holders_.assign(counts_.size(), 0);
  const std::size_t end = starts_[candidates_];
  for (std::size_t g = 0; g < end; ++g) ++holders_[grams_[g].node];
  const std::size_t enough = candidates_ / kDenseShare + 2;
  places_.assign(counts_.size(), 0);
  dense_.assign(counts_.size(), false);
  std::size_t rows = 0, postings = 0;
  for (std::size_t node = 0; node < places_.size(); ++node) {
    dense_[node] = holders_[node] >= enough;
    if (dense_[node]) {
      places_[node] = static_cast<std::uint32_t>(rows++);
    } else {
      places_[node] = static_cast<std::uint32_t>(postings);
      postings += holders_[node];
      holders_[node] = 0;
    }
  }
  rows_.assign(rows * candidates_, 0);
  postings_.resize(postings);
  for (std::size_t c = 0; c < candidates_; ++c) {
    for (const Gram& gram : grams(c)) {
      const auto count = static_cast<std::int16_t>(gram.count);
      if (dense_[gram.node]) {
        rows_[places_[gram.node] * candidates_ + c] = count;
      } else {
        postings_[places_[gram.node] + holders_[gram.node]++] = {static_cast<std::uint32_t>(c),
                                                                 count};
      }
    }
  }
}

void ListNgrams::match(std::size_t reference) {
  if (narrow_) {
    match_narrow(reference);
  } else {
    match_wide(reference);
  }
}

void ListNgrams::match_narrow(std::size_t reference) {
  sums_.assign(static_cast<std::size_t>(order_) * candidates_, 0);
  for (const Gram& gram : grams(reference)) {
    std::int16_t* sums = sums_.data() + orders_[gram.node] * candidates_;
    const auto count = static_cast<std::int16_t>(gram.count);
    if (dense_[gram.node]) {
      add_smaller(rows_.data() + places_[gram.node] * candidates_, count, candidates_, sums);
      continue;
    }
    const Posting* posting = postings_.data() + places_[gram.node];
    for (std::uint32_t i = 0; i < holders_[gram.node]; ++i, ++posting)
      sums[posting->candidate] =
          static_cast<std::int16_t>(sums[posting->candidate] + std::min(posting->count, count));
  }
}

void ListNgrams::match_wide(std::size_t reference) {
  wide_sums_.assign(static_cast<std::size_t>(order_) * candidates_, 0);
  for (const Gram& gram : grams(reference)) counts_[gram.node] = gram.count;
  for (std::size_t c = 0; c < candidates_; ++c)
    for (const Gram& gram : grams(c))
      wide_sums_[orders_[gram.node] * candidates_ + c] += std::min(gram.count, counts_[gram.node]);
  for (const Gram& gram : grams(reference)) counts_[gram.node] = 0;
}

void ListNgrams::match_average(std::span<const double> weights) {
  averages_.assign(counts_.size(), 0.0);
  expected_ngrams_.assign(static_cast<std::size_t>(order_), 0.0);
  for (std::size_t t = 0; t < weights.size(); ++t) {
    if (weights[t] == 0) continue;
    for (const Gram& gram : grams(t)) averages_[gram.node] += weights[t] * gram.count;
    for (int n = 0; n < order_; ++n)
      expected_ngrams_[static_cast<std::size_t>(n)] +=
          weights[t] * static_cast<double>(ngrams(n, t));
  }
  expected_.assign(static_cast<std::size_t>(order_) * candidates_, 0.0);
  for (std::size_t c = 0; c < candidates_; ++c) {
    double sums[kMaxOrder] = {};
    for (const Gram& gram : grams(c))
      sums[orders_[gram.node]] += std::min<double>(gram.count, averages_[gram.node]);
    for (int n = 0; n < order_; ++n)
      expected_[static_cast<std::size_t>(n) * candidates_ + c] = sums[n];
  }
}

}  // namespace manyways::metrics
