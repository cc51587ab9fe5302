#include "metrics/bleu.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "metrics/list_ngrams.h"
#include "metrics/ngrams.h"

namespace manyways::metrics {
namespace {

class BleuKernel final : public Kernel {
 public:
  explicit BleuKernel(const BleuOptions& options)
      : tokeniser_(options.splitting, {}, options.newer), length_(options.length) {}

  void set_references(std::span<const std::string_view> references) override {
    words_.clear();
    ids_.clear();
    ends_.clear();
    for (const std::string_view reference : references) {
      for (const std::string_view word : tokeniser_.split(reference))
        ids_.push_back(words_.add(word));
      ends_.push_back(ids_.size());
    }
    trie_.reset(words_.size());
    limits_.assign(trie_.nodes(), 0);
    std::size_t begin = 0;
    for (const std::size_t end : ends_) {
      count_reference(std::span(ids_).subspan(begin, end - begin));
      begin = end;
    }
    lengths_.clear();
    begin = 0;
    for (const std::size_t end : ends_) {
      lengths_.push_back(static_cast<std::int64_t>(end - begin));
      begin = end;
    }
    std::sort(lengths_.begin(), lengths_.end());
    left_.resize(limits_.size());
  }

  void statistics(std::string_view candidate, std::int64_t* row) override {
    ids_.clear();
    for (const std::string_view word : tokeniser_.split(candidate))
      ids_.push_back(words_.find(word));
    std::copy(limits_.begin(), limits_.end(), left_.begin());
    std::int64_t matches[kBleuOrder] = {};
    trie_.match(ids_, kBleuOrder, [&](std::uint32_t node, int n) {
      const std::uint32_t left = left_[node];
      matches[n] += left != 0;
      left_[node] = left - (left != 0);
    });
    const auto length = static_cast<std::int64_t>(ids_.size());
    row[0] = length;
    row[1] = reference_length(length);
    for (int n = 0; n < kBleuOrder; ++n) {
      row[2 + n] = matches[n];
      row[2 + kBleuOrder + n] = std::max<std::int64_t>(0, length - n);
    }
  }

 private:
  void count_reference(std::span<const std::uint32_t> ids) {
    touched_.clear();
    trie_.add(ids, kBleuOrder, [&](std::uint32_t node, int) {
      if (node >= counts_.size()) counts_.resize(node + 1);
      if (counts_[node]++ == 0) touched_.push_back(node);
    });
    limits_.resize(trie_.nodes());
    for (const std::uint32_t node : touched_) {
      limits_[node] = std::max(limits_[node], counts_[node]);
      counts_[node] = 0;
    }
  }

  std::int64_t reference_length(std::int64_t length) const {
    std::int64_t best = lengths_.front();
    if (length_ == ReferenceLength::kShortest) return best;
    for (const std::int64_t each : lengths_)  // rising, so that the shorter of two wins
      if (std::abs(each - length) < std::abs(best - length)) best = each;
    return best;
  }

  Tokeniser tokeniser_;
  ReferenceLength length_;
  WordTable words_;
  NgramTrie trie_;
  std::vector<std::uint32_t> ids_, limits_, left_, counts_, touched_;
  std::vector<std::size_t> ends_;
  std::vector<std::int64_t> lengths_;
};

double brevity_penalty(double length, double reference) {
  if (length >= reference) return 1.0;
  return length > 0 ? std::exp(1.0 - reference / length) : 0.0;
}

// Tuners score many thousand sums: two square roots are much quicker than logarithms.
double root(double product, int order) {
  return order == kBleuOrder ? std::sqrt(std::sqrt(product)) : std::pow(product, 1.0 / order);
}

template <typename Number>
double bleu_of(const Number* sums, const BleuScoring& scoring) {
  const Number* matches = sums + 2;
  const Number* totals = sums + 2 + kBleuOrder;
  const bool all = scoring.smoothing == Smoothing::kAddKAll;
  const bool add = all || scoring.smoothing == Smoothing::kAddK;
  const bool any = std::any_of(matches, matches + kBleuOrder, [](Number m) { return m != 0; });
  if (sums[0] == 0 || (!any && !all)) return 0.0;
  double precisions[kBleuOrder] = {};
  double halved = 1.0;
  int order = kBleuOrder;
  for (int n = 0; n < kBleuOrder; ++n) {
    const double more = add && (all || n > 0) ? scoring.value : 0.0;
    const double match = static_cast<double>(matches[n]) + more;
    const double total = static_cast<double>(totals[n]) + more;
    if (total == 0) break;
    if (scoring.effective_order) order = n + 1;
    if (match != 0) {
      precisions[n] = 100.0 * match / total;
    } else if (scoring.smoothing == Smoothing::kExp) {
      halved *= 2;
      precisions[n] = 100.0 / (halved * total);
    } else if (scoring.smoothing == Smoothing::kFloor) {
      precisions[n] = 100.0 * scoring.value / total;
    }
  }
  double product = 1;
  for (int n = 0; n < order; ++n) product *= precisions[n];
  if (product == 0) return 0.0;
  const double penalty = brevity_penalty(static_cast<double>(sums[0]),
                                         static_cast<double>(sums[1]) + scoring.more_reference);
  return penalty * root(product, order);
}

class BleuComparer final : public NgramComparer {
 public:
  explicit BleuComparer(const BleuOptions& options)
      : tokeniser_(options.splitting, {}, options.newer), scoring_(options.sentence) {}

  void set_texts(std::span<const std::string_view> texts, std::size_t candidates) override {
    words_.clear();
    const auto add = [&](std::string_view text, std::vector<std::uint32_t>& ids) {
      for (const std::string_view word : tokeniser_.split(text)) ids.push_back(words_.add(word));
    };
    build(texts, candidates, kBleuOrder, add, [&] { return words_.size(); });
  }

  void compare(std::size_t reference, std::span<const std::uint32_t> wanted,
               double* values) override {
    ngrams_.match(reference);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      std::int64_t row[kBleuColumns] = {ngrams_.length(wanted[i]), ngrams_.length(reference)};
      for (int n = 0; n < kBleuOrder; ++n) {
        row[2 + n] = ngrams_.matches(n, wanted[i]);
        row[2 + kBleuOrder + n] = ngrams_.ngrams(n, wanted[i]);
      }
      values[i] = bleu_of(row, scoring_);
    }
  }

  bool compare_average(std::span<const double> weights, double* values) override {
    ngrams_.match_average(weights);
    for (std::size_t c = 0; c < ngrams_.candidates(); ++c) {
      double row[kBleuColumns] = {static_cast<double>(ngrams_.length(c)),
                                  ngrams_.expected_ngrams(0)};
      for (int n = 0; n < kBleuOrder; ++n) {
        row[2 + n] = ngrams_.expected(n, c);
        row[2 + kBleuOrder + n] = static_cast<double>(ngrams_.ngrams(n, c));
      }
      values[c] = bleu_of(row, scoring_);
    }
    return true;
  }

 private:
  Tokeniser tokeniser_;
  BleuScoring scoring_;
  WordTable words_;
};

class Bleu final : public Metric {
 public:
  explicit Bleu(const BleuOptions& options) : options_(options) {}
  std::size_t columns() const override { return kBleuColumns; }
  std::unique_ptr<Kernel> kernel() const override { return std::make_unique<BleuKernel>(options_); }
  std::unique_ptr<Comparer> comparer() const override {
    return std::make_unique<BleuComparer>(options_);
  }
  double score(const std::int64_t* sums) const override {
    return bleu_score(sums, options_.corpus);
  }
  double score(const double* sums) const override { return bleu_of(sums, options_.corpus); }
  double sentence_score(const std::int64_t* row) const override {
    return bleu_score(row, options_.sentence);
  }

 private:
  BleuOptions options_;
};

}  // namespace

double bleu_score(const std::int64_t* sums, const BleuScoring& scoring) {
  return bleu_of(sums, scoring);
}

std::unique_ptr<Metric> make_bleu(const BleuOptions& options) {
  return std::make_unique<Bleu>(options);
}

}  // namespace manyways::metrics
