#include "cluster/bigrams.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace manyways::cluster {

namespace {

constexpr std::uint32_t kNoRank = std::numeric_limits<std::uint32_t>::max();

void rank_words(Bigrams& bigrams, const std::vector<std::uint64_t>& counts, std::uint64_t least) {
  for (std::size_t id = kFirstWord; id < counts.size(); ++id) {
    if (counts[id] >= std::max<std::uint64_t>(least, 1))
      bigrams.word.push_back(static_cast<WordId>(id));
  }
  std::stable_sort(bigrams.word.begin(), bigrams.word.end(),
                   [&](WordId a, WordId b) { return counts[a] > counts[b]; });
  for (const WordId id : bigrams.word) bigrams.count.push_back(counts[id]);
}

// The second words of all pairs, in rows by their first words: rows are counted, then filled.
Ragged<std::uint32_t> followers(RaggedView<WordId> sentences,
                                const std::vector<std::uint32_t>& rank_of, std::size_t ranks) {
  std::vector<std::int64_t> ends(ranks + 1, 0);
  const auto each_pair = [&](auto&& use) {
    for (std::size_t row = 0; row < sentences.size(); ++row) {
      std::uint32_t left = kNoRank;
      for (const WordId id : sentences[row]) {
        const std::uint32_t right = rank_of[id];
        if (left != kNoRank && right != kNoRank) use(left, right);
        left = right;
      }
    }
  };
  each_pair([&](std::uint32_t left, std::uint32_t) { ++ends[left + 1]; });
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  Ragged<std::uint32_t> rows;
  for (std::size_t rank = 1; rank <= ranks; ++rank) rows.offsets.push_back(ends[rank]);
  rows.values.extend(static_cast<std::size_t>(ends[ranks]));
  std::vector<std::int64_t> next(ends.begin(), ends.end() - 1);
  each_pair([&](std::uint32_t left, std::uint32_t right) {
    rows.values[static_cast<std::size_t>(next[left]++)] = right;
  });
  return rows;
}

Ragged<Neighbour> counted(RaggedView<std::uint32_t> rows) {
  Ragged<Neighbour> counts;
  std::vector<std::uint32_t> times(rows.size(), 0), seen;
  for (std::size_t row = 0; row < rows.size(); ++row) {
    seen.clear();
    for (const std::uint32_t each : rows[row]) {
      if (times[each]++ == 0) seen.push_back(each);
    }
    std::sort(seen.begin(), seen.end());
    for (const std::uint32_t each : seen) {
      counts.values.push_back({each, times[each]});
      times[each] = 0;
    }
    counts.end_row();
  }
  return counts;
}

Ragged<Neighbour> turned(RaggedView<Neighbour> rows) {
  std::vector<std::int64_t> ends(rows.size() + 1, 0);
  for (const Neighbour& each : rows.values) ++ends[each.rank + 1];
  std::partial_sum(ends.begin(), ends.end(), ends.begin());
  Ragged<Neighbour> columns;
  for (std::size_t rank = 1; rank <= rows.size(); ++rank) columns.offsets.push_back(ends[rank]);
  columns.values.extend(rows.values.size());
  for (std::uint32_t row = 0; row < rows.size(); ++row) {
    for (const Neighbour& each : rows[row])
      columns.values[static_cast<std::size_t>(ends[each.rank]++)] = {row, each.count};
  }
  return columns;
}

}  // namespace

Bigrams count_bigrams(RaggedView<WordId> sentences, std::size_t words, std::uint64_t least) {
  std::vector<std::uint64_t> counts(words, 0);
  for (const WordId id : sentences.values) {
    if (id >= words) throw std::invalid_argument("a word's id is beyond the vocabulary");
    ++counts[id];
  }
  if (sentences.values.size() > std::numeric_limits<std::int32_t>::max())
    throw std::invalid_argument("clustering takes at most 2,147,483,647 words of text");
  Bigrams bigrams;
  rank_words(bigrams, counts, least);
  std::vector<std::uint32_t> rank_of(words, kNoRank);
  for (std::uint32_t rank = 0; rank < bigrams.size(); ++rank) rank_of[bigrams.word[rank]] = rank;
  const Ragged<std::uint32_t> rows = followers(sentences, rank_of, bigrams.size());
  bigrams.total = rows.values.size();
  bigrams.after = counted(rows.view());
  bigrams.before = turned(bigrams.after.view());
  return bigrams;
}

}  // namespace manyways::cluster
