// How well the words of a candidate answer to those of its source, by the counts of an aligner.
//
//   WordPairs pairs(model);                                   // align/model.h
//   std::vector<double> rows = score_pairs(pairs, sources, candidates, sentence_offsets, threads);
//   rows[c * kPairColumns + kReverse]
//
// From the expected counts c(e, f) of a source word e with a target word f come both directions,
//
//   p(f | e) = c(e, f) / c(e, .),   p(f | NULL) = (c(f) + 0.1) / (c(.) + 0.1 |F|),   p(e | f) likewise,
//
// and from these Model 1 with a share of 0.2 for NULL: log p(candidate | source) and, what a
// translation back would say, log p(source | candidate), both in natural logarithms. A word has a
// partner if the best of the other side explains it better than NULL does; kCovered is the share of
// the source's words with one, kLinked that of the candidate's. Words that the aligner has never seen
// (id 0) are explained by NULL alone. A text without words has shares and logarithms of 0.
//
// A list has few kinds of words: the pairs of these with the source's are looked up once per list
// (one search in a sorted row each), and a candidate costs its words times those of the source. Lists
// are handed out one by one; the result is the same for any number of threads.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "align/model.h"
#include "base/ragged.h"

namespace manyways::features {

enum PairColumn : std::size_t { kForward, kReverse, kCovered, kLinked, kPairColumns };

// The counts of a model in an order in which they can be asked for. Does not need the model any more.
class WordPairs {
 public:
  explicit WordPairs(const align::Model& model);

  // c(e, f), 0 for pairs that never were.
  float count(WordId source, WordId target) const;
  // 1 / c(e, .), or 0.
  double source_scale(WordId source) const { return source_scale_[source]; }
  double target_scale(WordId target) const { return target_scale_[target]; }
  double null_source(WordId source) const { return null_source_[source]; }
  double null_target(WordId target) const { return null_target_[target]; }
  std::size_t sources() const { return null_source_.size(); }
  std::size_t targets() const { return null_target_.size(); }

 private:
  std::vector<std::size_t> rows_;  // by source word
  std::vector<WordId> targets_;    // rising in each row
  std::vector<float> counts_;
  std::vector<double> source_scale_, target_scale_, null_source_, null_target_;
};

// sources: ids of the words of each sentence. candidates: of each candidate; sentence s has those from
// sentence_offsets[s] on. Ids are below pairs.sources() and pairs.targets().
std::vector<double> score_pairs(const WordPairs& pairs, const RaggedView<WordId>& sources,
                                const RaggedView<WordId>& candidates,
                                std::span<const std::int64_t> sentence_offsets, unsigned threads);

}  // namespace manyways::features
