// Rows of numbers for the candidates of many lists, by a scorer that is opened once for each list.
//
//   score_lists(sources, texts, sentence_offsets, kColumns, threads, [&] { return Scorer(table); });
//
// A scorer has open(source) and score(candidate, row).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/threads.h"

namespace manyways::features {

template <typename Sources, typename Texts, typename Make>
std::vector<double> score_lists(const Sources& sources, const Texts& texts,
                                std::span<const std::int64_t> sentence_offsets, std::size_t columns,
                                unsigned threads, const Make& make) {
  std::vector<double> rows(texts.size() * columns);
  parallel_for(sentence_offsets.size() - 1, threads, [&](std::size_t s) {
    auto scorer = make();
    scorer.open(sources[s]);
    const auto end = static_cast<std::size_t>(sentence_offsets[s + 1]);
    for (auto c = static_cast<std::size_t>(sentence_offsets[s]); c != end; ++c)
      scorer.score(texts[c], rows.data() + c * columns);
  });
  return rows;
}

}  // namespace manyways::features
