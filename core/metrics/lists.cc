#include "metrics/lists.h"

#include <algorithm>

#include "base/threads.h"
#include "metrics/bleu.h"
#include "metrics/ngrams.h"

namespace manyways::metrics {
namespace {

constexpr int kOrder = kBleuOrder;

// Calls work(sentence, scratch) for all sentences; a scratch belongs to one block.
template <typename Scratch, typename Work>
void for_sentences(const Lists& lists, unsigned threads, const Scratch& fresh, Work work) {
  const std::vector<std::size_t> starts = sentence_blocks(lists);
  parallel_for(starts.size() - 1, threads, [&](std::size_t block) {
    Scratch scratch = fresh;
    for (std::size_t s = starts[block]; s < starts[block + 1]; ++s) work(s, scratch);
  });
}

// Texts as word ids, and counts of the n-grams of one text at a time.
struct Counter {
  explicit Counter(Splitting splitting) : tokeniser(splitting) {}

  void clear() {
    words.clear();
    ids.clear();
    ends.assign(1, 0);
  }
  void add_words(std::string_view text) {
    for (const std::string_view word : tokeniser.split(text)) ids.push_back(words.add(word));
    ends.push_back(ids.size());
  }
  void find_words(std::string_view text) {
    for (const std::string_view word : tokeniser.split(text)) ids.push_back(words.find(word));
    ends.push_back(ids.size());
  }
  std::span<const std::uint32_t> text(std::size_t i) const {
    return std::span(ids).subspan(ends[i], ends[i + 1] - ends[i]);
  }
  void start_trie() {
    trie.reset(words.size());
    orders.assign(trie.nodes(), 0);
  }
  // Counts n-grams, new ones too; `touched` then lists those with a count.
  void add_ngrams(std::span<const std::uint32_t> symbols) {
    trie.add(symbols, kOrder, [&](std::uint32_t node, int n) { count(node, n); });
  }
  void match_ngrams(std::span<const std::uint32_t> symbols) {
    trie.match(symbols, kOrder, [&](std::uint32_t node, int n) { count(node, n); });
  }
  void count(std::uint32_t node, int n) {
    if (node >= counts.size()) counts.resize(node + 1, 0);
    if (node >= orders.size()) orders.resize(node + 1, 0);
    orders[node] = static_cast<std::uint8_t>(n);
    if (counts[node]++ == 0) touched.push_back(node);
  }
  // Calls use(node, count) for all that was counted, and forgets it.
  template <typename Use>
  void take_counts(Use use) {
    for (const std::uint32_t node : touched) {
      use(node, counts[node]);
      counts[node] = 0;
    }
    touched.clear();
  }

  Tokeniser tokeniser;
  WordTable words;
  NgramTrie trie;
  std::vector<std::uint32_t> ids, counts, touched;
  std::vector<std::uint8_t> orders;
  std::vector<std::size_t> ends{0};
};

void cover(const Lists& lists, std::size_t s, Combine combine, Counter& counter,
           std::int64_t* row) {
  counter.clear();
  for (const TextView& set : lists.references) counter.add_words(set[s]);
  counter.start_trie();
  std::vector<std::uint32_t> limits;
  for (std::size_t r = 0; r < lists.references.size(); ++r) {
    counter.add_ngrams(counter.text(r));
    limits.resize(counter.trie.nodes(), 0);
    counter.take_counts([&](std::uint32_t node, std::uint32_t count) {
      limits[node] = std::max(limits[node], count);
    });
  }
  std::vector<std::uint64_t> have(limits.size(), 0);
  for (auto c = static_cast<std::size_t>(lists.sentence_offsets[s]);
       c < static_cast<std::size_t>(lists.sentence_offsets[s + 1]); ++c) {
    counter.ids.clear();
    counter.ends.assign(1, 0);
    counter.find_words(lists.candidates[c]);
    counter.match_ngrams(counter.text(0));
    counter.take_counts([&](std::uint32_t node, std::uint32_t count) {
      have[node] = combine == Combine::kSum ? have[node] + count
                                            : std::max<std::uint64_t>(have[node], count);
    });
  }
  for (std::size_t node = 1; node < limits.size(); ++node) {
    const int n = counter.orders[node];
    row[n] += static_cast<std::int64_t>(std::min<std::uint64_t>(have[node], limits[node]));
    row[kOrder + n] += limits[node];
  }
}

struct Top {
  std::uint32_t best = 0, second = 0;  // highest count, and highest of the other candidates
  std::size_t owner = 0;
  void offer(std::uint32_t count, std::size_t candidate) {
    if (count > best) {
      second = best;
      best = count;
      owner = candidate;
    } else {
      second = std::max(second, count);
    }
  }
  std::uint32_t without(std::size_t candidate) const { return candidate == owner ? second : best; }
};

// The length closest to `length` among sorted lengths, one of `length` itself left out.
std::int64_t closest_other(const std::vector<std::int64_t>& sorted, std::int64_t length) {
  const auto [low, high] = std::equal_range(sorted.begin(), sorted.end(), length);
  if (high - low > 1) return length;
  if (high == sorted.end()) return *(low - 1);
  if (low == sorted.begin()) return *high;
  const std::int64_t shorter = *(low - 1), longer = *high;
  return longer - length < length - shorter ? longer : shorter;
}

void score_among_themselves(const Lists& lists, std::size_t s, Counter& counter,
                            std::int64_t* rows) {
  const auto first = static_cast<std::size_t>(lists.sentence_offsets[s]);
  const auto size = static_cast<std::size_t>(lists.sentence_offsets[s + 1]) - first;
  if (size < 2) return;
  counter.clear();
  for (std::size_t c = 0; c < size; ++c) counter.add_words(lists.candidates[first + c]);
  counter.start_trie();
  std::vector<Top> tops;
  std::vector<std::int64_t> lengths;
  for (std::size_t c = 0; c < size; ++c) {
    counter.add_ngrams(counter.text(c));
    tops.resize(counter.trie.nodes());
    counter.take_counts(
        [&](std::uint32_t node, std::uint32_t count) { tops[node].offer(count, c); });
    lengths.push_back(static_cast<std::int64_t>(counter.text(c).size()));
  }
  std::vector<std::int64_t> sorted = lengths;
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t c = 0; c < size; ++c) {
    std::int64_t* row = rows + (first + c) * kBleuColumns;
    row[0] = lengths[c];
    row[1] = closest_other(sorted, lengths[c]);
    counter.match_ngrams(counter.text(c));
    counter.take_counts([&](std::uint32_t node, std::uint32_t count) {
      row[2 + counter.orders[node]] += std::min(count, tops[node].without(c));
    });
    for (int n = 0; n < kOrder; ++n)
      row[2 + kOrder + n] = std::max<std::int64_t>(0, lengths[c] - n);
  }
}

void compare_with_first(const Lists& lists, std::size_t s, Counter& counter, std::int64_t* rows) {
  const auto first = static_cast<std::size_t>(lists.sentence_offsets[s]);
  const auto end = static_cast<std::size_t>(lists.sentence_offsets[s + 1]);
  if (first == end) return;
  counter.clear();
  counter.add_words(lists.candidates[first]);
  counter.start_trie();
  counter.add_ngrams(counter.text(0));
  counter.take_counts([](std::uint32_t, std::uint32_t) {});
  for (std::size_t c = first; c < end; ++c) {
    counter.ids.clear();
    counter.ends.assign(1, 0);
    counter.find_words(lists.candidates[c]);
    const auto length = static_cast<std::int64_t>(counter.ids.size());
    std::int64_t total = 0, known = 0;
    for (int n = 0; n < kOrder; ++n) total += std::max<std::int64_t>(0, length - n);
    counter.trie.match(counter.text(0), kOrder, [&](std::uint32_t, int) { ++known; });
    rows[2 * c] = total - known;
    rows[2 * c + 1] = total;
  }
}

}  // namespace

std::vector<std::int64_t> coverage_statistics(const Lists& lists, Splitting splitting,
                                              Combine combine, unsigned threads) {
  check(lists);
  std::vector<std::int64_t> rows(lists.sentences() * 2 * kOrder);
  for_sentences(lists, threads, Counter(splitting), [&](std::size_t s, Counter& counter) {
    cover(lists, s, combine, counter, rows.data() + s * 2 * kOrder);
  });
  return rows;
}

std::vector<std::int64_t> self_bleu_statistics(const Lists& lists, Splitting splitting,
                                               unsigned threads) {
  check(lists, false);
  std::vector<std::int64_t> rows(lists.candidates.size() * kBleuColumns);
  for_sentences(lists, threads, Counter(splitting), [&](std::size_t s, Counter& counter) {
    score_among_themselves(lists, s, counter, rows.data());
  });
  return rows;
}

std::vector<std::int64_t> novelty_statistics(const Lists& lists, Splitting splitting,
                                             unsigned threads) {
  check(lists, false);
  std::vector<std::int64_t> rows(lists.candidates.size() * 2);
  for_sentences(lists, threads, Counter(splitting), [&](std::size_t s, Counter& counter) {
    compare_with_first(lists, s, counter, rows.data());
  });
  return rows;
}

std::vector<std::int64_t> distinct_counts(const Lists& lists, unsigned threads) {
  check(lists, false);
  std::vector<std::int64_t> counts(lists.sentences());
  for_sentences(lists, threads, WordTable(), [&](std::size_t s, WordTable& texts) {
    texts.clear();
    for (auto c = static_cast<std::size_t>(lists.sentence_offsets[s]);
         c < static_cast<std::size_t>(lists.sentence_offsets[s + 1]); ++c)
      texts.add(lists.candidates[c]);
    counts[s] = texts.size();
  });
  return counts;
}

}  // namespace manyways::metrics
