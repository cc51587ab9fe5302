// Word translation probabilities of both directions, out of one table of counts.
//
// Both directions are trained to agree (model1.h, hmm.h), so they share the expected counts c(e, f)
// of a source word e linked to a target word f. With a Dirichlet prior alpha on each word's
// translations
//
//   p(f | e) = g(c(e, f) + alpha) / g(c(e, .) + alpha |F|),    p(e | f) likewise,
//
// where alpha is more for words spelt alike and for forms of words that are known (kin.h), and
// where g(x) = x gives the mean of the posterior distribution and g(x) = exp(digamma(x)) the
// variational-Bayes estimate (Riley & Gildea 2012), which holds rare words back more. So a pair has
// one weight and a word one scale; a sentence's probabilities in both directions are one gathered
// table of weights and two products. Words that answer to nothing come from NULL: p(f | NULL), p(e
// | NULL).
#pragma once

#include <cstdint>
#include <vector>

#include "align/counts.h"
#include "align/forms.h"
#include "align/kin.h"
#include "align/pairs.h"

namespace manyways::align {

// Expected counts of one pass over the corpus.
struct LexicalCounts {
  LexicalCounts(std::size_t pairs, std::size_t source_types, std::size_t target_types)
      : pair(pairs), null_source(source_types), null_target(target_types) {}
  Counts pair;
  Counts null_source;  // source words linked to nothing
  Counts null_target;
};

struct LexicalPrior {
  float alpha = 1e-6f;      // of a pair of words
  float null_alpha = 0.1f;  // of a word that answers to nothing
  float twin = 1.0f;        // extra count of a pair spelt alike
  float mark = 0.05f;       // factor of a punctuation mark with a word
  float kin = 0.5f;         // extra count of a word, spread as its kin are translated
  bool variational = false;
};

class Lexicon {
 public:
  // Counts that hold from the start, of a model trained before; all zero at first.
  struct Base {
    std::vector<float> pair, null_source, null_target;
    std::vector<double> source_sum, target_sum;
  };

  // `pairs` must outlive the lexicon.
  Lexicon(const PairIndex& pairs, const LexicalPrior& prior, WordForms forms, Base base);

  // Counts before the first pass: every cell of a sentence alike.
  void start();
  void estimate(const LexicalCounts& counts);

  const PairIndex& pairs() const { return *pairs_; }
  const WordForms& forms() const { return forms_; }
  float weight(std::size_t pair) const { return weights_[pair]; }
  float source_scale(WordId source) const { return source_scale_[source]; }  // for p(f | e)
  float target_scale(WordId target) const { return target_scale_[target]; }  // for p(e | f)
  float null_source(WordId source) const { return null_source_[source]; }
  float null_target(WordId target) const { return null_target_[target]; }
  float count(std::size_t pair) const { return counts_[pair]; }
  const std::vector<float>& null_source_counts() const { return null_source_counts_; }
  const std::vector<float>& null_target_counts() const { return null_target_counts_; }

 private:
  void update();
  // What the prior adds to the count of source word e with target word f.
  double prior_count(WordId e, WordId f) const {
    return forms_.twin[e] == f && f != kUnknownWord ? prior_.alpha + prior_.twin : prior_.alpha;
  }

  const PairIndex* pairs_;
  LexicalPrior prior_;
  WordForms forms_;
  Kin kin_;
  Base base_;
  std::vector<float> counts_, null_source_counts_, null_target_counts_;
  std::vector<float> shared_;  // what a pair's kin add to its count
  std::vector<float> weights_, source_scale_, target_scale_, null_source_, null_target_;
};

// The derivative of log gamma, for x > 0; within 1e-9 of it for x > 1e-3.
double digamma(double x);

}  // namespace manyways::align
