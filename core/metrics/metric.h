// What every metric is: statistics per candidate that add up, and a score of their sum.
//
//   auto metric = make_bleu(options);
//   std::vector<std::int64_t> rows = statistics(*metric, lists, threads);
//   // columns() numbers for each candidate
//   double value = metric->score(sum_of_some_rows);
//
// For one sentence at a time (a decoder, a search for hope and fear candidates):
//
//   auto kernel = metric->kernel();
//   kernel->set_references(references);     // once per sentence; texts are read during the call
//   kernel->statistics(candidate, row);     // many times; allocates nothing once warm
//
// A kernel belongs to one thread. Rows do not depend on the number of threads or on what the kernel
// saw before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "metrics/text.h"

namespace manyways::metrics {

class Kernel {
 public:
  virtual ~Kernel() = default;
  virtual void set_references(std::span<const std::string_view> references) = 0;
  virtual void statistics(std::string_view candidate, std::int64_t* row) = 0;
};

// Scores of the texts of a list against each other (see consensus.h). Belongs to one thread.
class Comparer {
 public:
  virtual ~Comparer() = default;
  // The first `candidates` texts are to be scored; any text may be a reference. Texts must stay.
  virtual void set_texts(std::span<const std::string_view> texts, std::size_t candidates) = 0;
  // values[i] is the sentence score of candidate wanted[i], `reference` being the only reference.
  virtual void compare(std::size_t reference, std::span<const std::uint32_t> wanted,
                       double* values) = 0;
  // The score of each candidate against averaged statistics of the references; `weights`: of each
  // text, adding up to 1. False, and no values, if the metric has no such form.
  virtual bool compare_average(std::span<const double>, double*) { return false; }
};

class Metric {
 public:
  virtual ~Metric() = default;
  virtual std::size_t columns() const = 0;
  virtual std::unique_ptr<Kernel> kernel() const = 0;
  // By way of the kernel, one reference after the other, unless the metric knows better.
  virtual std::unique_ptr<Comparer> comparer() const;

  // The metric's published value, 0 to 100 (TER may exceed it), of a row or a sum of rows.
  virtual double score(const std::int64_t* sums) const = 0;
  // The same of sums that are not whole: expected statistics, and their neighbours.
  virtual double score(const double* sums) const = 0;
  // The same for one sentence, with whatever smoothing the metric has for those.
  virtual double sentence_score(const std::int64_t* row) const { return score(row); }
  // +1 if a higher score is better, -1 if a lower one is.
  virtual double direction() const { return 1.0; }
  // What one word (chrF: one n-gram) of the reference counts in column 1 of a row.
  virtual double size_unit() const { return 1.0; }
};

// One row per candidate, in the order of the lists. `threads` 0 means all cores.
std::vector<std::int64_t> statistics(const Metric& metric, const Lists& lists, unsigned threads);

// score() or sentence_score() of each row of a matrix with columns() columns.
std::vector<double> scores(const Metric& metric, std::span<const std::int64_t> rows);
std::vector<double> sentence_scores(const Metric& metric, std::span<const std::int64_t> rows);

// Sentences cut into pieces of similar work: piece b is starts[b] .. starts[b + 1]. The cut depends
// on the lists alone.
std::vector<std::size_t> sentence_blocks(const Lists& lists);

}  // namespace manyways::metrics
