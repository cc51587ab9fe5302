#include "align/lexicon.h"

#include <cmath>
#include <utility>

namespace manyways::align {
namespace {

float smooth(double x, bool variational) {
  return static_cast<float>(variational ? std::exp(digamma(x)) : x);
}

// Probabilities of the words that answer to nothing.
void estimate_null(const std::vector<float>& counts, const LexicalPrior& prior,
                   std::vector<float>& out) {
  double sum = 0;
  for (const float c : counts) sum += c + prior.null_alpha;
  for (std::size_t w = 0; w < counts.size(); ++w) {
    out[w] = static_cast<float>((counts[w] + prior.null_alpha) / sum);
  }
}

}  // namespace

double digamma(double x) {
  double shift = 0;
  for (; x < 8; x += 1) shift -= 1 / x;
  const double y = 1 / (x * x);
  return shift + std::log(x) - 0.5 / x -
         y * (1.0 / 12 - y * (1.0 / 120 - y * (1.0 / 252 - y * (1.0 / 240 - y / 132))));
}

Lexicon::Lexicon(const PairIndex& pairs, const LexicalPrior& prior, WordForms forms, Base base)
    : pairs_(&pairs),
      prior_(prior),
      forms_(std::move(forms)),
      kin_(pairs, forms_),
      base_(std::move(base)),
      shared_(pairs.size()) {
  const std::size_t sources = pairs.source_types(), targets = pairs.target_types();
  forms_.twin.resize(sources, kUnknownWord);
  forms_.source_mark.resize(sources);
  forms_.target_mark.resize(targets);
  base_.pair.resize(pairs.size());
  base_.null_source.resize(sources);
  base_.null_target.resize(targets);
  base_.source_sum.resize(sources);
  base_.target_sum.resize(targets);
  counts_.resize(pairs.size());
  weights_.resize(pairs.size());
  null_source_counts_ = base_.null_source;
  null_target_counts_ = base_.null_target;
  source_scale_.resize(sources);
  target_scale_.resize(targets);
  null_source_.resize(sources);
  null_target_.resize(targets);
}

void Lexicon::start() {
  const std::vector<float>& first = pairs_->first_counts();
  for (std::size_t p = 0; p < counts_.size(); ++p) counts_[p] = base_.pair[p] + first[p];
  const Bitext& text = pairs_->text();
  for (std::size_t s = 0; s < text.size(); ++s) {
    if (!usable(text, s)) continue;
    const auto source = text.source(s), target = text.target(s);
    for (const WordId e : source)
      null_source_counts_[e] += 1.0f / static_cast<float>(target.size() + 1);
    for (const WordId f : target)
      null_target_counts_[f] += 1.0f / static_cast<float>(source.size() + 1);
  }
  update();
}

void Lexicon::estimate(const LexicalCounts& counts) {
  for (std::size_t p = 0; p < counts_.size(); ++p) {
    counts_[p] = base_.pair[p] + static_cast<float>(counts.pair.value(p));
  }
  for (std::size_t e = 0; e < null_source_counts_.size(); ++e) {
    null_source_counts_[e] = base_.null_source[e] + static_cast<float>(counts.null_source.value(e));
  }
  for (std::size_t f = 0; f < null_target_counts_.size(); ++f) {
    null_target_counts_[f] = base_.null_target[f] + static_cast<float>(counts.null_target.value(f));
  }
  update();
}

void Lexicon::update() {
  if (prior_.kin > 0 && !kin_.empty()) kin_.share(counts_, prior_.kin, shared_);
  const double alpha = prior_.alpha;
  const bool variational = prior_.variational;
  const std::size_t sources = source_scale_.size(), targets = target_scale_.size();
  std::vector<double> target_sum = base_.target_sum;
  weights_[0] = smooth(alpha, variational);
  for (WordId e = 0; e < sources; ++e) {
    double sum = base_.source_sum[e];
    const auto [begin, end] = pairs_->row(e);
    for (std::uint32_t p = begin; p < end; ++p) {
      const WordId f = pairs_->target_of(p);
      const double prior = prior_count(e, f) + shared_[p];
      const double fresh = counts_[p] - base_.pair[p] + (prior - alpha);
      sum += fresh;
      target_sum[f] += fresh;
      const float factor = forms_.source_mark[e] != forms_.target_mark[f] ? prior_.mark : 1.0f;
      weights_[p] = factor * smooth(counts_[p] + prior, variational);
    }
    source_scale_[e] = 1.0f / smooth(sum + alpha * static_cast<double>(targets), variational);
  }
  for (std::size_t f = 0; f < targets; ++f) {
    const double total = target_sum[f] + alpha * static_cast<double>(sources);
    target_scale_[f] = 1.0f / smooth(total, variational);
  }
  estimate_null(null_source_counts_, prior_, null_source_);
  estimate_null(null_target_counts_, prior_, null_target_);
}

}  // namespace manyways::align
