// What filters and splits ask of every text: how many words, which script, a fingerprint.
//
// All are one pass over the bytes, on all threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/text_column.h"

namespace manyways::text {

// Words between white space.
std::vector<std::int64_t> count_words(const TextView& column, unsigned threads);

// A 64-bit hash of each text's bytes, the same on every machine.
std::vector<std::uint64_t> hash_texts(const TextView& column, std::uint64_t seed, unsigned threads);

// Of a text's letters, the share that is in the script of one of `samples` (any letter of it); 1
// where a text has no letters.
std::vector<double> script_shares(const TextView& column, std::span<const std::uint32_t> samples,
                                  unsigned threads);

}  // namespace manyways::text
