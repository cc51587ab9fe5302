#include "metrics/chrf.h"

#include <algorithm>
#include <stdexcept>

#include "base/hash_table.h"
#include "base/unicode.h"
#include "metrics/list_ngrams.h"
#include "metrics/ngrams.h"
#include "metrics/tokenise.h"

namespace manyways::metrics {
namespace {

// Code points to symbols from 1; 0 for one that was not added.
class PointTable {
 public:
  void clear() {
    std::fill(std::begin(ascii_), std::end(ascii_), 0);
    others_.clear();
    size_ = 0;
  }
  std::uint32_t size() const { return size_; }
  std::uint32_t find(char32_t c) const {
    if (c < 128) return ascii_[c];
    const std::uint32_t* known = others_.find(c);
    return known == nullptr ? 0 : *known;
  }
  std::uint32_t add(char32_t c) {
    if (c < 128) return ascii_[c] != 0 ? ascii_[c] : ascii_[c] = ++size_;
    const auto [symbol, fresh] = others_.insert(c, size_ + 1);
    size_ += fresh;
    return *symbol;
  }

 private:
  std::uint32_t ascii_[128] = {};
  HashMap<std::uint32_t, std::uint32_t> others_;
  std::uint32_t size_ = 0;
};

// The n-grams of all references of one kind (characters or words) with their count in each.
class References {
 public:
  void reset(std::uint32_t symbols, std::size_t references, int order) {
    trie_.reset(symbols);
    references_ = references;
    order_ = order;
    limits_.assign(trie_.nodes() * references, 0);
    matches_.assign(static_cast<std::size_t>(order) * references, 0);
  }
  void add(std::size_t reference, std::span<const std::uint32_t> ids) {
    trie_.add(ids, order_, [&](std::uint32_t node, int) {
      const std::size_t at = node * references_ + reference;
      if (at >= limits_.size()) limits_.resize((node + 1) * references_, 0);
      ++limits_[at];
    });
  }
  // Counts the matches of a candidate with every reference.
  void match(std::span<const std::uint32_t> ids) {
    seen_.assign(trie_.nodes(), 0);
    std::fill(matches_.begin(), matches_.end(), 0);
    const std::size_t references = references_;
    const std::uint32_t* limits = limits_.data();
    std::uint32_t* matches = matches_.data();
    trie_.match(ids, order_, [&](std::uint32_t node, int n) {
      const std::uint32_t before = seen_[node]++;
      const std::uint32_t* limit = limits + node * references;
      std::uint32_t* match = matches + static_cast<std::size_t>(n) * references;
      for (std::size_t r = 0; r < references; ++r) match[r] += before < limit[r];
    });
  }
  std::int64_t matches(int n, std::size_t reference) const {
    return matches_[static_cast<std::size_t>(n) * references_ + reference];
  }

 private:
  NgramTrie trie_;
  std::size_t references_ = 0;
  int order_ = 0;
  std::vector<std::uint32_t> limits_, seen_, matches_;
};

template <typename Number>
double f_score(const Number* row, const ChrfOptions& options) {
  constexpr double kEpsilon = 1e-16;
  const int orders = options.char_order + options.word_order;
  const double factor = options.beta * options.beta;
  double sum = 0, precision = 0, recall = 0;
  int effective = 0;
  for (int n = 0; n < orders; ++n) {
    const auto candidate = static_cast<double>(row[3 * n]);
    const auto reference = static_cast<double>(row[3 * n + 1]);
    const auto match = static_cast<double>(row[3 * n + 2]);
    const double p = candidate > 0 ? match / candidate : kEpsilon;
    const double r = reference > 0 ? match / reference : kEpsilon;
    const double both = factor * p + r;
    sum += both > 0 ? (1 + factor) * p * r / both : kEpsilon;
    if (candidate > 0 && reference > 0) {
      precision += p;
      recall += r;
      ++effective;
    }
  }
  if (options.eps_smoothing) return 100 * sum / orders;
  if (effective == 0) return 0.0;
  precision /= effective;
  recall /= effective;
  if (precision + recall == 0) return 0.0;
  return 100 * ((1 + factor) * precision * recall / (factor * precision + recall));
}

bool is_mark(char c) {  // string.punctuation
  const auto u = static_cast<unsigned char>(c);
  return (u >= '!' && u <= '/') || (u >= ':' && u <= '@') || (u >= '[' && u <= '`') ||
         (u >= '{' && u <= '~');
}

// chrF's words: one punctuation mark is set apart at the end, or else at the beginning.
template <typename Take>
void take_words(std::string_view line, std::vector<std::string_view>& buffer, Take take) {
  buffer.clear();
  split_at_spaces(line, buffer);
  for (const std::string_view word : buffer) {
    if (unicode::count_code_points(word) == 1) {
      take(word);
    } else if (is_mark(word.back())) {
      take(word.substr(0, word.size() - 1));
      take(word.substr(word.size() - 1));
    } else if (is_mark(word.front())) {
      take(word.substr(0, 1));
      take(word.substr(1));
    } else {
      take(word);
    }
  }
}

template <typename Take>
void take_characters(std::string_view line, Take take) {
  const char* const end = line.data() + line.size();
  for (const char* at = line.data(); at < end;) {
    if (const std::size_t space = space_at(at, end); space > 0) {
      at += space;
    } else {
      take(unicode::decode_utf8(at, end));
    }
  }
}

class ChrfKernel final : public Kernel {
 public:
  explicit ChrfKernel(const ChrfOptions& options) : options_(options) {}

  void set_references(std::span<const std::string_view> references) override {
    points_.clear();
    words_.clear();
    std::vector<std::vector<std::uint32_t>> characters(references.size()), words(references.size());
    for (std::size_t r = 0; r < references.size(); ++r) {
      take_characters(references[r], [&](char32_t c) { characters[r].push_back(points_.add(c)); });
      if (options_.word_order > 0)
        take_words(references[r], split_,
                   [&](std::string_view word) { words[r].push_back(words_.add(word)); });
    }
    character_ngrams_.reset(points_.size(), references.size(), options_.char_order);
    word_ngrams_.reset(words_.size(), references.size(), options_.word_order);
    lengths_.clear();
    for (std::size_t r = 0; r < references.size(); ++r) {
      character_ngrams_.add(r, characters[r]);
      if (options_.word_order > 0) word_ngrams_.add(r, words[r]);
      lengths_.emplace_back(characters[r].size(), words[r].size());
    }
  }

  void statistics(std::string_view candidate, std::int64_t* row) override {
    ids_.clear();
    take_characters(candidate, [&](char32_t c) { ids_.push_back(points_.find(c)); });
    character_ngrams_.match(ids_);
    const std::size_t characters = ids_.size();
    std::size_t words = 0;
    if (options_.word_order > 0) {
      ids_.clear();
      take_words(candidate, split_,
                 [&](std::string_view word) { ids_.push_back(words_.find(word)); });
      word_ngrams_.match(ids_);
      words = ids_.size();
    }
    double best = -1;
    for (std::size_t r = 0; r < lengths_.size(); ++r) {
      std::int64_t own[3 * 2 * kMaxOrder];
      fill(own, r, character_ngrams_, options_.char_order, characters, lengths_[r].first);
      fill(own + 3 * options_.char_order, r, word_ngrams_, options_.word_order, words,
           lengths_[r].second);
      const double value = f_score(own, options_);
      if (value > best) {
        best = value;
        std::copy(own, own + 3 * (options_.char_order + options_.word_order), row);
      }
    }
  }

 private:
  static void fill(std::int64_t* out, std::size_t r, const References& ngrams, int order,
                   std::size_t candidate, std::size_t reference) {
    for (int n = 0; n < order; ++n) {
      const auto less = static_cast<std::int64_t>(n);
      const std::int64_t in_reference =
          std::max<std::int64_t>(0, static_cast<std::int64_t>(reference) - less);
      const std::int64_t in_candidate =
          std::max<std::int64_t>(0, static_cast<std::int64_t>(candidate) - less);
      out[3 * n] = in_reference > 0 ? in_candidate : 0;
      out[3 * n + 1] = in_reference;
      out[3 * n + 2] = ngrams.matches(n, r);
    }
  }

  ChrfOptions options_;
  PointTable points_;
  WordTable words_;
  References character_ngrams_, word_ngrams_;
  std::vector<std::pair<std::size_t, std::size_t>> lengths_;  // characters, words
  std::vector<std::uint32_t> ids_;
  std::vector<std::string_view> split_;
};

// Characters alone: chrF++ is compared by its kernel.
class ChrfComparer final : public NgramComparer {
 public:
  explicit ChrfComparer(const ChrfOptions& options) : options_(options) {}

  void set_texts(std::span<const std::string_view> texts, std::size_t candidates) override {
    points_.clear();
    const auto add = [&](std::string_view text, std::vector<std::uint32_t>& ids) {
      take_characters(text, [&](char32_t c) { ids.push_back(points_.add(c)); });
    };
    build(texts, candidates, options_.char_order, add, [&] { return points_.size(); });
  }

  void compare(std::size_t reference, std::span<const std::uint32_t> wanted,
               double* values) override {
    ngrams_.match(reference);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      std::int64_t row[3 * kMaxOrder];
      for (int n = 0; n < options_.char_order; ++n) {
        row[3 * n + 1] = ngrams_.ngrams(n, reference);
        row[3 * n] = row[3 * n + 1] > 0 ? ngrams_.ngrams(n, wanted[i]) : 0;
        row[3 * n + 2] = ngrams_.matches(n, wanted[i]);
      }
      values[i] = f_score(row, options_);
    }
  }

  bool compare_average(std::span<const double> weights, double* values) override {
    ngrams_.match_average(weights);
    for (std::size_t c = 0; c < ngrams_.candidates(); ++c) {
      double row[3 * kMaxOrder];
      for (int n = 0; n < options_.char_order; ++n) {
        row[3 * n + 1] = ngrams_.expected_ngrams(n);
        row[3 * n] = row[3 * n + 1] > 0 ? static_cast<double>(ngrams_.ngrams(n, c)) : 0.0;
        row[3 * n + 2] = ngrams_.expected(n, c);
      }
      values[c] = f_score(row, options_);
    }
    return true;
  }

 private:
  ChrfOptions options_;
  PointTable points_;
};

class Chrf final : public Metric {
 public:
  explicit Chrf(const ChrfOptions& options) : options_(options) {}
  std::size_t columns() const override {
    return 3 * static_cast<std::size_t>(options_.char_order + options_.word_order);
  }
  std::unique_ptr<Kernel> kernel() const override { return std::make_unique<ChrfKernel>(options_); }
  std::unique_ptr<Comparer> comparer() const override {
    if (options_.word_order > 0) return Metric::comparer();
    return std::make_unique<ChrfComparer>(options_);
  }
  double score(const std::int64_t* sums) const override { return f_score(sums, options_); }
  double score(const double* sums) const override { return f_score(sums, options_); }

 private:
  ChrfOptions options_;
};

}  // namespace

std::unique_ptr<Metric> make_chrf(const ChrfOptions& options) {
  if (options.char_order < 1 || options.char_order > kMaxOrder || options.word_order < 0 ||
      options.word_order > kMaxOrder)
    throw std::invalid_argument("chrF has character orders 1-8 and word orders 0-8");
  return std::make_unique<Chrf>(options);
}

}  // namespace manyways::metrics
