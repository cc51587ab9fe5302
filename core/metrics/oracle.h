// The best that a choice from the lists could reach.
//
//   auto choice = best_candidates(*metric, rows, sentence_offsets);    // each for itself
//   auto better = improve_choice(*metric, rows, sentence_offsets, std::move(choice));  // together
//
// A corpus score is not the mean of sentence scores, so the best candidate of each sentence by
// itself need not give the best corpus. improve_choice goes through the sentences, taking for each
// the candidate that makes the whole best while the others stay, until a round changes nothing. It
// never gets worse. Ties: the lower index, and what is chosen already.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "metrics/metric.h"

namespace manyways::metrics {

// A row index per sentence, -1 where the list is empty.
std::vector<std::int64_t> best_candidates(const Metric& metric, std::span<const std::int64_t> rows,
                                          std::span<const std::int64_t> sentence_offsets);

std::vector<std::int64_t> improve_choice(const Metric& metric, std::span<const std::int64_t> rows,
                                         std::span<const std::int64_t> sentence_offsets,
                                         std::vector<std::int64_t> choice, int rounds = 20);

}  // namespace manyways::metrics
