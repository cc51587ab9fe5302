#include "align/pairs.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "base/threads.h"

namespace manyways::align {
namespace {

constexpr std::uint32_t kUnmet = ~std::uint32_t{0};

std::size_t count_types(std::span<const WordId> words) {
  return words.empty() ? 0 : std::size_t{*std::max_element(words.begin(), words.end())} + 1;
}

// Cuts the source words into ranges with about equally many occurrences.
std::vector<WordId> cut_words(const std::vector<std::uint64_t>& starts) {
  constexpr std::uint64_t kOccurrences = 16384;
  std::vector<WordId> cuts{0};
  if (starts.size() == 1) return cuts;
  for (WordId word = 1; word + 1 < starts.size(); ++word) {
    if (starts[word] - starts[cuts.back()] >= kOccurrences) cuts.push_back(word);
  }
  cuts.push_back(static_cast<WordId>(starts.size() - 1));
  return cuts;
}

}  // namespace

void PairIndex::list_occurrences() {
  const std::size_t types = count_types(text_.source_words);
  occurrence_starts_.assign(types + 1, 0);
  for (std::size_t s = 0; s < text_.size(); ++s) {
    if (!usable(text_, s)) continue;
    for (const WordId word : text_.source(s)) ++occurrence_starts_[word + 1];
  }
  for (std::size_t w = 0; w < types; ++w) occurrence_starts_[w + 1] += occurrence_starts_[w];
  occurrences_.resize(occurrence_starts_.back());
  std::vector<std::uint64_t> next(occurrence_starts_.begin(), occurrence_starts_.end() - 1);
  for (std::size_t s = 0; s < text_.size(); ++s) {
    if (!usable(text_, s)) continue;
    const auto words = text_.source(s);
    for (std::size_t i = 0; i < words.size(); ++i) {
      occurrences_[next[words[i]]++] = {static_cast<std::uint32_t>(s),
                                        static_cast<std::uint32_t>(i)};
    }
  }
}

// Numbers the pairs of source words begin .. end-1 from 0; rows_ gets each word's first number.
void PairIndex::number_words(WordId begin, WordId end, std::vector<WordId>& targets,
                             std::vector<float>& counts) {
  std::vector<std::uint32_t> number(target_types_, kUnmet);
  for (WordId word = begin; word < end; ++word) {
    const std::size_t first = targets.size();
    rows_[word] = static_cast<std::uint32_t>(first);
    for (std::uint64_t k = occurrence_starts_[word]; k < occurrence_starts_[word + 1]; ++k) {
      const auto [s, i] = occurrences_[k];
      const auto target = text_.target(s);
      const std::size_t width = text_.source_size(s);
      const float count = 1.0f / std::sqrt(static_cast<float>((width + 1) * (target.size() + 1)));
      std::uint32_t* cell = cells_.data() + starts_[s] + i;
      for (const WordId f : target) {
        if (number[f] == kUnmet) {
          number[f] = static_cast<std::uint32_t>(targets.size());
          targets.push_back(f);
          counts.push_back(0);
        }
        counts[number[f]] += count;
        *cell = number[f];
        cell += width;
      }
    }
    for (std::size_t p = first; p < targets.size(); ++p) number[targets[p]] = kUnmet;
  }
}

void PairIndex::lay_out_cells() {
  starts_.assign(text_.size() + 1, 0);
  for (std::size_t s = 0; s < text_.size(); ++s) {
    const std::size_t area =
        usable(text_, s) ? text_.source_size(s) * text_.target_size(s) : std::size_t{0};
    starts_[s + 1] = starts_[s] + area;
  }
  cells_.resize(starts_.back());
}

// Adds to every cell what its source word's block must be shifted by.
void PairIndex::shift_cells(const std::vector<std::uint32_t>& shift, unsigned threads) {
  constexpr std::size_t kSentences = 4096;
  parallel_for((text_.size() + kSentences - 1) / kSentences, threads, [&](std::size_t b) {
    for (std::size_t s = b * kSentences; s < std::min(text_.size(), (b + 1) * kSentences); ++s) {
      std::uint32_t* cell = cells_.data() + starts_[s];
      while (cell != cells_.data() + starts_[s + 1]) {
        for (const WordId word : text_.source(s)) *cell++ += shift[word];
      }
    }
  });
}

PairIndex::PairIndex(const Bitext& text, unsigned threads) : text_(text) {
  target_types_ = count_types(text.target_words);
  lay_out_cells();
  list_occurrences();
  const std::size_t types = occurrence_starts_.size() - 1;
  rows_.assign(types + 1, 0);
  const std::vector<WordId> cuts = cut_words(occurrence_starts_);
  const std::size_t blocks = cuts.size() - 1;
  std::vector<std::vector<WordId>> targets(blocks);
  std::vector<std::vector<float>> counts(blocks);
  parallel_for(blocks, threads,
               [&](std::size_t b) { number_words(cuts[b], cuts[b + 1], targets[b], counts[b]); });
  std::vector<std::uint32_t> shift(types);
  targets_.assign(1, 0);
  first_counts_.assign(1, 0.0f);
  for (std::size_t b = 0; b < blocks; ++b) {
    if (targets_.size() + targets[b].size() > std::numeric_limits<std::uint32_t>::max()) {
      throw InputError("", 0, "the corpus holds more than 4 billion different word pairs",
                       "Align it in parts.");
    }
    const auto base = static_cast<std::uint32_t>(targets_.size());
    for (WordId word = cuts[b]; word < cuts[b + 1]; ++word) rows_[word] += shift[word] = base;
    targets_.insert(targets_.end(), targets[b].begin(), targets[b].end());
    first_counts_.insert(first_counts_.end(), counts[b].begin(), counts[b].end());
    targets[b] = {};
    counts[b] = {};
  }
  rows_[types] = static_cast<std::uint32_t>(targets_.size());
  shift_cells(shift, threads);
  occurrences_ = {};
  occurrence_starts_ = {};
}

}  // namespace manyways::align
