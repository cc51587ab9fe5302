// What a list of candidates is worth as a whole: coverage of the references, likeness within
// itself.
//
// All of these read words (one Splitting for all) and n-grams of orders 1-4.
#pragma once

#include <cstdint>
#include <vector>

#include "metrics/text.h"
#include "metrics/tokenise.h"

namespace manyways::metrics {

// How the counts of a list's candidates become one count: the largest, or all of them.
enum class Combine { kMax, kSum };

// One row per sentence: n-grams of the references that the list has, orders 1-4, and n-grams of the
// references, orders 1-4. A reference n-gram counts as often as in the reference that has most of
// it; the list's count is clipped by that.
std::vector<std::int64_t> coverage_statistics(const Lists& lists, Splitting splitting,
                                              Combine combine, unsigned threads);

// A row of BLEU (see bleu.h) per candidate, the other candidates of its list being the references;
// zeros where there is no other. Linear in the words of the list: each n-gram remembers its highest
// count, whose it is, and the highest among the rest.
std::vector<std::int64_t> self_bleu_statistics(const Lists& lists, Splitting splitting,
                                               unsigned threads);

// Two numbers per candidate: n-grams that the first of its list has not, and n-grams.
std::vector<std::int64_t> novelty_statistics(const Lists& lists, Splitting splitting,
                                             unsigned threads);

// How many different texts each sentence's list has.
std::vector<std::int64_t> distinct_counts(const Lists& lists, unsigned threads);

}  // namespace manyways::metrics
