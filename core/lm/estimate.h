// N-gram models from text: interpolated modified Kneser-Ney, and Witten-Bell.
//
//   Estimator estimator({.order = 5, .temporary = "tmp"}, threads);
//   estimator.add(ids, offsets, {});                    // as often as there is text
//   NgramCollector sink(ngrams);
//   estimator.finish(vocabulary.size(), sink);
//
// The work is sorting: all n-grams of the highest order by their last words; one walk over them
// gives the counts of every order; sorted by context they give discounts and back-off weights;
// sorted by their last words again they meet the order below, from which they are interpolated.
// Everything beyond `memory` mebibytes lies in temporary files. O(order * n log n) time.
//
// Kneser-Ney (Chen and Goodman 1998; the settings of KenLM's lmplz): the highest order has its
// counts; a lower one the number of distinct words before it, or its count if it begins with <s>.
// Witten-Bell: every order has its counts, which may be fractions (sentence weights).
//
// Pruning leaves out n-grams of order n that occur at most prune[n - 1] times (1 = singletons), as
// lmplz --prune does: discounts and denominators are those of the whole text, and what is left out
// goes to the back-off weight.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lm/ngrams.h"
#include "lm/rows.h"

namespace manyways::lm {

enum class Smoothing { kKneserNey, kWittenBell };

struct EstimateSettings {
  unsigned order = 5;  // 1 to 10
  Smoothing smoothing = Smoothing::kKneserNey;
  std::vector<double> prune;  // per order, rising, 0 for words; the last holds for longer n-grams
  // Where counts of 1, 2, 3 and more give no discounts: these; none: an error.
  std::optional<std::array<double, 3>> discount_fallback;
  std::size_t memory = 1024;  // MiB, roughly, before files are used
  std::string temporary;      // the folder for these files
};

struct OrderReport {
  std::uint64_t ngrams = 0, kept = 0;
  std::array<std::uint64_t, 5> with_count{};  // n-grams with (adjusted) count 1 .. 4
  std::array<double, 4> discounts{};          // of count 1, 2, 3 and more; [0] is 0
  bool fallback = false;
};

class Estimator {
 public:
  // Throws std::invalid_argument for settings that cannot be.
  Estimator(EstimateSettings settings, unsigned threads);

  // Sentences: ids[offsets[i] .. offsets[i + 1]), <s> and </s> being added. `weights` has one
  // number per sentence, or is empty: 1 for each. Weights other than 1 are for Witten-Bell.
  void add(std::span<const WordId> ids, std::span<const std::int64_t> offsets,
           std::span<const double> weights);

  // `words`: the size of the vocabulary, all of whose words get a unigram. Throws InputError if
  // there was no text, or if Kneser-Ney discounts cannot be had from it. Call once.
  std::vector<OrderReport> finish(std::size_t words, NgramSink& sink);

 private:
  void count(std::array<WordId, kMaxOrder>& key, WordId word, double weight);

  EstimateSettings settings_;
  unsigned threads_;
  RowSorter counts_;
  std::uint64_t sentences_ = 0;
};

}  // namespace manyways::lm
