// How training cuts its work: buckets whose number depends on the text only, in waves.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/threads.h"
#include "phrases/linked_text.h"

namespace manyways::phrases {

// Sentences that one thread takes at a time.
inline constexpr std::size_t kSentencesPerBlock = 1024;
inline std::size_t block_count(const LinkedText& text) {
  return (text.size() + kSentencesPerBlock - 1) / kSentencesPerBlock;
}

// Calls work(block, first sentence, end) for each block.
template <typename Work>
void parallel_blocks(const LinkedText& text, unsigned threads, Work&& work) {
  parallel_for(block_count(text), threads, [&](std::size_t block) {
    const std::size_t begin = block * kSentencesPerBlock;
    work(block, begin, std::min(text.size(), begin + kSentencesPerBlock));
  });
}

// So many that a bucket fits the cache of a core.
std::size_t bucket_count(const LinkedText& text);

// Source words in ranges of ids that occur about equally often: the bucket of each word.
std::vector<std::uint32_t> word_buckets(const LinkedText& text, std::size_t words,
                                        std::size_t buckets);

// Calls work(bucket, slot) in parallel and then merge(slot) in the order of buckets, a wave of
// kWave buckets at a time; slot < kWave.
inline constexpr std::size_t kWave = 32;
template <typename Work, typename Merge>
void in_waves(std::size_t buckets, unsigned threads, Work&& work, Merge&& merge) {
  for (std::size_t begin = 0; begin < buckets; begin += kWave) {
    const std::size_t size = std::min(kWave, buckets - begin);
    parallel_for(size, threads, [&](std::size_t slot) { work(begin + slot, slot); });
    for (std::size_t slot = 0; slot < size; ++slot) merge(slot);
  }
}

}  // namespace manyways::phrases
