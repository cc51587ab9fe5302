#include "features/ngram_set.h"

#include <algorithm>

#include "base/error.h"
#include "base/hash.h"
#include "base/split.h"
#include "base/threads.h"

namespace manyways::features {
namespace {

constexpr char kNgramKind[] = "ngram-set";
constexpr std::size_t kMostOrder = 10;
// The order is kept under a key of its own.
const std::uint64_t kOrderKey = hash_combine(hash_string("the order of the n-grams"), 1);

void hashes_of(std::string_view text, std::vector<std::uint64_t>& words) {
  words.clear();
  for_each_word(text, [&](std::string_view word) { words.push_back(word_hash(word)); });
}

template <typename Visit>
void for_each_ngram(std::span<const std::uint64_t> words, std::size_t order, Visit&& visit) {
  for (std::size_t i = 0; i + order <= words.size(); ++i) {
    std::uint64_t hash = order;
    for (std::size_t k = 0; k != order; ++k) hash = hash_combine(hash, words[i + k]);
    visit(hash);
  }
}

}  // namespace

void NgramCounter::add(const TextView& texts) {
  std::vector<std::uint64_t> words;
  for (std::size_t t = 0; t != texts.size(); ++t) {
    hashes_of(texts[t], words);
    for_each_ngram(words, order_, [&](std::uint64_t hash) { seen_.push_back(hash); });
  }
}

std::size_t NgramCounter::add_counted(const TextView& ngrams, std::span<const std::uint64_t> counts,
                                      std::uint64_t least) {
  std::vector<std::uint64_t> words;
  std::size_t taken = 0;
  for (std::size_t t = 0; t != ngrams.size(); ++t) {
    hashes_of(ngrams[t], words);
    if (words.size() != order_) continue;
    ++taken;
    if (counts[t] < least) continue;
    for_each_ngram(words, order_, [&](std::uint64_t hash) { kept_.push_back(hash); });
  }
  return taken;
}

std::size_t NgramCounter::write(const std::string& path, std::uint64_t least) {
  std::sort(seen_.begin(), seen_.end());
  std::vector<Hashed> entries;
  for (std::size_t i = 0; i != seen_.size();) {
    std::size_t j = i;
    while (j != seen_.size() && seen_[j] == seen_[i]) ++j;
    if (j - i >= least) entries.push_back({seen_[i], 1.0f});
    i = j;
  }
  for (const std::uint64_t hash : kept_) entries.push_back({hash, 1.0f});
  seen_ = {};
  kept_ = {};
  entries.push_back({kOrderKey, static_cast<float>(order_)});
  HashedTable::write(path, kNgramKind, std::move(entries));
  return HashedTable(path, kNgramKind).size() - 1;
}

NgramSet::NgramSet(const std::string& path) : table_(path, kNgramKind) {
  const float* const order = table_.find(kOrderKey);
  order_ = order == nullptr || !(*order >= 1) || *order > kMostOrder
               ? 0
               : static_cast<std::size_t>(*order);
  if (order_ == 0) {
    throw InputError(path, 0, "does not say how long its n-grams are", "Make it again.");
  }
}

std::vector<std::int32_t> NgramSet::match(const TextView& texts, unsigned threads) const {
  std::vector<std::int32_t> rows(2 * texts.size(), 0);
  const std::vector<std::size_t> bounds = text_blocks(texts);
  parallel_for(bounds.size() - 1, threads, [&](std::size_t block) {
    std::vector<std::uint64_t> words;
    for (std::size_t t = bounds[block]; t != bounds[block + 1]; ++t) {
      hashes_of(texts[t], words);
      for_each_ngram(words, order_,
                     [&](std::uint64_t hash) { ++rows[2 * t + (table_.contains(hash) ? 0 : 1)]; });
    }
  });
  return rows;
}

}  // namespace manyways::features
