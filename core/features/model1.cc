#include "features/model1.h"

#include <algorithm>
#include <cmath>

#include "align/counts.h"
#include "align/pairs.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/hash_table.h"
#include "base/split.h"
#include "base/threads.h"
#include "features/rows.h"

namespace manyways::features {
namespace {

constexpr char kModel1Kind[] = "inverse-model1";
constexpr std::size_t kSentencesPerBlock = 256;

std::uint64_t pair_key(std::uint64_t f, std::uint64_t e) { return hash_combine(e, f); }
const std::uint64_t kNullHash = word_hash("");

// t(f | e) by pair number, and t(f | NULL) by source word, while they are learnt.
class Training {
 public:
  Training(const Bitext& text, unsigned threads)
      : text_(text),
        threads_(threads),
        pairs_(text, threads),
        t_(pairs_.size(), 1.0f),
        null_(pairs_.source_types(), 1.0f),
        counts_(pairs_.size()),
        null_counts_(pairs_.source_types()) {
    t_[0] = 0;  // no pair
  }

  void pass() {
    counts_.clear();
    null_counts_.clear();
    const std::size_t blocks = (text_.size() + kSentencesPerBlock - 1) / kSentencesPerBlock;
    parallel_for(blocks, threads_, [&](std::size_t block) {
      const std::size_t end = std::min(text_.size(), (block + 1) * kSentencesPerBlock);
      for (std::size_t s = block * kSentencesPerBlock; s != end; ++s) expect(s);
    });
    estimate();
  }

  const align::PairIndex& pairs() const { return pairs_; }
  float t(std::size_t pair) const { return t_[pair]; }
  float null(WordId f) const { return null_[f]; }

 private:
  void expect(std::size_t s) {
    const auto cells = pairs_.cells(s);
    if (cells.empty()) return;
    const auto f = text_.source(s);
    const std::size_t targets = text_.target_size(s);
    for (std::size_t i = 0; i != f.size(); ++i) {
      double sum = null_[f[i]];
      for (std::size_t j = 0; j != targets; ++j) sum += t_[cells[j * f.size() + i]];
      if (!(sum > 0)) continue;
      null_counts_.add(f[i], static_cast<float>(null_[f[i]] / sum));
      for (std::size_t j = 0; j != targets; ++j) {
        const std::uint32_t pair = cells[j * f.size() + i];
        counts_.add(pair, static_cast<float>(t_[pair] / sum));
      }
    }
  }

  void estimate() {
    std::vector<double> total(pairs_.target_types(), 0.0);
    double null_total = 0;
    for (std::size_t p = 1; p != pairs_.size(); ++p) total[pairs_.target_of(p)] += counts_.value(p);
    for (std::size_t f = 0; f != null_.size(); ++f) null_total += null_counts_.value(f);
    for (std::size_t p = 1; p != pairs_.size(); ++p) {
      const double all = total[pairs_.target_of(p)];
      t_[p] = all > 0 ? static_cast<float>(counts_.value(p) / all) : 0.0f;
    }
    for (std::size_t f = 0; f != null_.size(); ++f)
      null_[f] = null_total > 0 ? static_cast<float>(null_counts_.value(f) / null_total) : 0.0f;
  }

  const Bitext& text_;
  unsigned threads_;
  align::PairIndex pairs_;
  std::vector<float> t_, null_;
  align::Counts counts_, null_counts_;
};

// One list after the other: a column of t for each kind of word in it.
class ListScorer {
 public:
  ListScorer(const HashedTable& table, double threshold) : table_(table), threshold_(threshold) {}

  void open(std::string_view source) {
    source_.clear();
    for_each_word(source, [&](std::string_view word) { source_.push_back(word_hash(word)); });
    ids_.clear();
    columns_.clear();
    column_of(kNullHash);
  }

  void score(std::string_view text, double* row) {
    const std::size_t size = source_.size();
    words_.clear();
    for_each_word(text,
                  [&](std::string_view word) { words_.push_back(column_of(word_hash(word))); });
    sums_.assign(columns_.begin(), columns_.begin() + static_cast<std::ptrdiff_t>(size));
    best_.assign(columns_.begin(), columns_.begin() + static_cast<std::ptrdiff_t>(size));
    for (const std::uint32_t word : words_) {
      const float* const column = columns_.data() + std::size_t{word} * size;
      for (std::size_t j = 0; j != size; ++j) sums_[j] += column[j];
      for (std::size_t j = 0; j != size; ++j) best_[j] = std::max(best_[j], column[j]);
    }
    const double even = std::log(static_cast<double>(words_.size() + 1));
    double sum = 0, best = 0, weak = 0;
    for (std::size_t j = 0; j != size; ++j) {
      sum += std::log(sums_[j]) - even;
      best += std::log(static_cast<double>(best_[j])) - even;
      weak += best_[j] < threshold_;
    }
    row[0] = sum;
    row[1] = best;
    row[2] = size == 0 ? 0.0 : weak / static_cast<double>(size);
  }

 private:
  std::uint32_t column_of(std::uint64_t word) {
    const auto next = static_cast<std::uint32_t>(ids_.size());
    const auto [id, fresh] = ids_.insert(word, next);
    const std::uint32_t found = *id;
    if (fresh) {
      for (const std::uint64_t f : source_) {
        const float* const t = table_.find(pair_key(f, word));
        columns_.push_back(t == nullptr ? Model1::kFloor : std::max(*t, Model1::kFloor));
      }
    }
    return found;
  }

  const HashedTable& table_;
  double threshold_;
  std::vector<std::uint64_t> source_;
  HashMap<std::uint64_t, std::uint32_t, IsHash> ids_;
  std::vector<float> columns_, best_;
  std::vector<double> sums_;
  std::vector<std::uint32_t> words_;
};

}  // namespace

std::size_t train_model1(const Bitext& text, const Vocabulary& source, const Vocabulary& target,
                         const Model1Settings& settings, const std::string& path,
                         unsigned threads) {
  Training training(text, threads);
  for (int pass = 0; pass != settings.passes; ++pass) training.pass();
  const align::PairIndex& pairs = training.pairs();
  std::vector<std::uint64_t> target_hash(target.size());
  for (WordId e = 0; e != target.size(); ++e) target_hash[e] = word_hash(target.word(e));
  std::vector<Hashed> entries;
  for (WordId f = 0; f != pairs.source_types(); ++f) {
    const std::uint64_t hash = word_hash(source.word(f));
    if (training.null(f) >= settings.least)
      entries.push_back({pair_key(hash, kNullHash), training.null(f)});
    const auto [begin, end] = pairs.row(f);
    for (std::size_t p = begin; p != end; ++p) {
      if (p == 0 || training.t(p) < settings.least) continue;
      entries.push_back({pair_key(hash, target_hash[pairs.target_of(p)]), training.t(p)});
    }
  }
  const std::size_t kept = entries.size();
  HashedTable::write(path, kModel1Kind, std::move(entries));
  return kept;
}

Model1::Model1(const std::string& path) : table_(path, kModel1Kind) {}

float Model1::probability(std::string_view f, std::string_view e) const {
  const float* const t = table_.find(pair_key(word_hash(f), word_hash(e)));
  return t == nullptr ? kFloor : std::max(*t, kFloor);
}

std::vector<double> Model1::score(const TextView& texts,
                                  std::span<const std::int64_t> sentence_offsets,
                                  const TextView& sources, double threshold,
                                  unsigned threads) const {
  return score_lists(sources, texts, sentence_offsets, kColumns, threads,
                     [&] { return ListScorer(table_, threshold); });
}

}  // namespace manyways::features
