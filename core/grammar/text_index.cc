#include "grammar/text_index.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "base/threads.h"

namespace manyways::grammar {

TextIndex::TextIndex(std::span<const WordId> words, std::span<const std::int64_t> offsets,
                     unsigned longest, unsigned threads)
    : words_(words),
      offsets_(offsets),
      longest_(longest),
      sentence_(words.size()),
      places_(words.size()),
      rank_(words.size()),
      bounds_(longest, std::vector<std::uint32_t>(words.size())) {
  if (words.size() >= std::numeric_limits<std::uint32_t>::max()) {
    throw std::length_error("a text of more than four thousand million words");
  }
  for (std::uint32_t s = 0; s + 1 < offsets.size(); ++s) {
    std::fill(sentence_.begin() + offsets[s], sentence_.begin() + offsets[s + 1], s);
  }
  sort_places(threads);
  for (std::uint32_t r = 0; r < places_.size(); ++r) rank_[places_[r]] = r;
  find_bounds();
}

std::size_t TextIndex::room(std::uint32_t position) const {
  const auto end = static_cast<std::size_t>(offsets_[sentence_[position] + 1]);
  return std::min<std::size_t>(end - position, longest_);
}

// By words; of equal runs, the earlier place comes first.
void TextIndex::sort_places(unsigned threads) {
  const WordId most = words_.empty() ? 0 : *std::max_element(words_.begin(), words_.end());
  std::vector<std::uint32_t> first(most + 2);
  for (const WordId word : words_) ++first[word + 1];
  for (std::size_t w = 1; w < first.size(); ++w) first[w] += first[w - 1];
  std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
  for (std::uint32_t at = 0; at < words_.size(); ++at) places_[next[words_[at]]++] = at;
  const auto before = [this](std::uint32_t a, std::uint32_t b) {
    const auto left = words_.subspan(a, room(a)), right = words_.subspan(b, room(b));
    const auto parting = std::mismatch(left.begin(), left.end(), right.begin(), right.end());
    if (parting.first == left.end() || parting.second == right.end()) {
      return left.size() != right.size() ? left.size() < right.size() : a < b;
    }
    return *parting.first < *parting.second;
  };
  parallel_for(first.size() - 1, threads, [&](std::size_t word) {
    std::sort(places_.begin() + first[word], places_.begin() + first[word + 1], before);
  });
}

void TextIndex::find_bounds() {
  std::vector<std::uint32_t> begins(longest_, 0);
  for (std::uint32_t r = 0; r < places_.size(); ++r) {
    std::size_t common = 0;
    if (r > 0) {
      const std::uint32_t a = places_[r - 1], b = places_[r];
      const std::size_t most = std::min(room(a), room(b));
      while (common < most && words_[a + common] == words_[b + common]) ++common;
    }
    for (unsigned k = 0; k < longest_; ++k) {
      if (common <= k) begins[k] = r;
      bounds_[k][r] = begins[k];
      bounds_[k][begins[k]] = r + 1;
    }
  }
}

std::span<const std::uint32_t> TextIndex::places(std::uint32_t position, unsigned length) const {
  const auto& bounds = bounds_[length - 1];
  const std::uint32_t rank = rank_[position];
  const std::uint32_t begin = bounds[rank] > rank ? rank : bounds[rank];
  return std::span(places_).subspan(begin, bounds[begin] - begin);
}

}  // namespace manyways::grammar
