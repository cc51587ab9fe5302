#include "phrases/partition.h"

#include <bit>

namespace manyways::phrases {

std::size_t bucket_count(const LinkedText& text) {
  return std::clamp<std::size_t>(std::bit_ceil(text.target_words.size() / 8192), 16, 4096);
}

std::vector<std::uint32_t> word_buckets(const LinkedText& text, std::size_t words,
                                        std::size_t buckets) {
  std::vector<std::uint64_t> counts(words);
  for (const WordId word : text.source_words) ++counts.at(word);
  std::vector<std::uint32_t> result(words);
  const std::uint64_t total = text.source_words.size() + 1;
  std::uint64_t before = 0;
  for (std::size_t word = 0; word < words; ++word) {
    result[word] = static_cast<std::uint32_t>(before * buckets / total);
    before += counts[word];
  }
  return result;
}

}  // namespace manyways::phrases
