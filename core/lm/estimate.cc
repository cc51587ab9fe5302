#include "lm/estimate.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>

#include "base/error.h"
#include "base/limits.h"
#include "base/meter.h"

namespace manyways::lm {
namespace {

using Key = std::span<const WordId>;

// Words in the order in which they are compared: the last word first ("suffix order"), or the
// context from its last word to its first, then the word that follows it ("context order").
struct KeyBuffer {
  std::array<WordId, kMaxOrder> words{};

  Key context_order(Key suffix_order) {
    std::rotate_copy(suffix_order.begin(), suffix_order.begin() + 1, suffix_order.end(),
                     words.begin());
    return Key(words).first(suffix_order.size());
  }
  Key suffix_order(Key context_order) {
    std::rotate_copy(context_order.begin(), context_order.end() - 1, context_order.end(),
                     words.begin());
    return Key(words).first(context_order.size());
  }
  Key reading_order(Key suffix_order) {
    std::reverse_copy(suffix_order.begin(), suffix_order.end(), words.begin());
    return Key(words).first(suffix_order.size());
  }
};

bool starts_with(Key key, Key start) { return std::equal(start.begin(), start.end(), key.begin()); }

bool comes_before(Key a, Key b) {
  return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
}

// From the sorted n-grams of the highest order to those of every order, with the counts that
// smoothing uses. Left-out n-grams have the sign bit set.
class Adjuster {
 public:
  Adjuster(const EstimateSettings& settings, const RowLimits& limits)
      : settings_(settings), order_(settings.order), open_(settings.order) {
    for (unsigned n = 1; n <= order_; ++n) rows_.emplace_back(n, limits);
    reports_.resize(order_);
    last_.fill(~WordId{0});
  }

  void run(RowReader& counts) {
    while (counts.next()) visit(counts.key(), counts.value());
    close(0);
  }
  std::vector<Rows>& rows() { return rows_; }
  std::vector<OrderReport>& reports() { return reports_; }

 private:
  struct Open {
    double adjusted = 0, count = 0;
  };

  void visit(Key key, double count) {
    unsigned same = 0;
    while (same < valid_ && key[same] == last_[same]) ++same;
    close(same);
    for (unsigned n = 1; n <= same; ++n) open_[n - 1].count += count;
    if (same > 0) open_[same - 1].adjusted += 1;  // one more word before it
    std::copy(key.begin(), key.end(), last_.begin());
    // What lies before <s> is no n-gram.
    const auto start = std::find(key.begin(), key.end(), kSentenceStart) - key.begin();
    const unsigned longest = std::min(order_, static_cast<unsigned>(start) + 1);
    for (unsigned n = same + 1; n <= longest; ++n) {
      const bool own_count = n == order_ || key[n - 1] == kSentenceStart;
      open_[n - 1] = {own_count ? count : 1.0, count};
    }
    valid_ = longest;
  }
  // The n-grams of more than `kept` words are complete.
  void close(unsigned kept) {
    for (unsigned n = kept + 1; n <= valid_; ++n) emit(n);
    valid_ = std::min(valid_, kept);
  }
  void emit(unsigned n) {
    const Open& open = open_[n - 1];
    const double value = settings_.smoothing == Smoothing::kKneserNey ? open.adjusted : open.count;
    const bool pruned = open.count <= settings_.prune[n - 1];
    OrderReport& report = reports_[n - 1];
    ++report.ngrams;
    report.kept += !pruned;
    if (value < 5) ++report.with_count[static_cast<std::size_t>(value)];
    rows_[n - 1].add(Key(last_).first(n), pruned ? -value : value);
  }

  const EstimateSettings& settings_;
  unsigned order_;
  std::vector<Open> open_;  // the n-grams that the rows so far end in
  std::array<WordId, kMaxOrder> last_;
  unsigned valid_ = 0;
  std::vector<Rows> rows_;
  std::vector<OrderReport> reports_;
};

// Chen and Goodman, equation 26. False if the counts give none.
bool find_discounts(OrderReport& report) {
  const auto& n = report.with_count;
  if (n[1] == 0 || n[2] == 0 || n[3] == 0) return false;
  const double y = static_cast<double>(n[1]) / static_cast<double>(n[1] + 2 * n[2]);
  for (unsigned k = 1; k <= 3; ++k) {
    const double ratio = static_cast<double>(n[k + 1]) / static_cast<double>(n[k]);
    report.discounts[k] = k - (k + 1) * y * ratio;
    if (report.discounts[k] < 0 || report.discounts[k] > k) return false;
  }
  return true;
}

void set_discounts(OrderReport& report, unsigned n, const EstimateSettings& settings) {
  if (settings.smoothing != Smoothing::kKneserNey || find_discounts(report)) return;
  if (!settings.discount_fallback) {
    throw InputError("", 0,
                     "the text gives no Kneser-Ney discounts for n-grams of " + std::to_string(n) +
                         (n == 1 ? " word: " : " words: ") + std::to_string(report.with_count[1]) +
                         ", " + std::to_string(report.with_count[2]) + ", " +
                         std::to_string(report.with_count[3]) + " and " +
                         std::to_string(report.with_count[4]) +
                         " of them have the counts 1, 2, 3 and 4",
                     "Give more text, use fallback discounts (--discount-fallback), a lower order "
                     "(--order), or Witten-Bell (--smoothing witten-bell).");
  }
  report.fallback = true;
  std::copy(settings.discount_fallback->begin(), settings.discount_fallback->end(),
            report.discounts.begin() + 1);
}

// The n-grams of one context: what share of the probability goes to each, what is left.
class Shares {
 public:
  Shares(Smoothing smoothing, const OrderReport& report)
      : witten_bell_(smoothing == Smoothing::kWittenBell), discounts_(report.discounts) {}

  void clear() { total_ = left_ = 0; }
  void add(double signed_count) {
    const double count = std::fabs(signed_count);
    total_ += count;
    if (std::signbit(signed_count)) {
      left_ += count;
    } else if (!witten_bell_) {
      left_ += discount(count);
    }
    if (witten_bell_) total_ += 1, left_ += 1;  // one distinct continuation
  }
  double share(double count) const {
    return (witten_bell_ ? count : count - discount(count)) / total_;
  }
  double left() const { return left_ / total_; }

 private:
  double discount(double count) const {
    return discounts_[static_cast<std::size_t>(std::min(count, 3.0))];
  }
  bool witten_bell_;
  std::array<double, 4> discounts_;
  double total_ = 0, left_ = 0;
};

// Shares of the time, as they were on Europarl and Multi30k.
constexpr double kAdjusting = 0.25, kSharing = 0.63, kInterpolating = 0.12;

// All orders on their way from counts to probabilities.
class Interpolator {
 public:
  Interpolator(const EstimateSettings& settings, const RowLimits& limits, std::size_t words)
      : settings_(settings), limits_(limits), words_(words) {}

  void run(std::vector<Rows>& adjusted, const std::vector<OrderReport>& reports, NgramSink& sink) {
    std::vector<RowReader> shares;
    for (unsigned n = 2; n <= settings_.order; ++n) {
      const Stretch stretch(kSharing / (settings_.order - 1), 0);
      shares.push_back(share(adjusted[n - 1], n, reports[n - 1]));
      adjusted[n - 1] = Rows(n, limits_);
    }
    std::vector<std::uint64_t> sizes{words_};
    for (unsigned n = 2; n <= settings_.order; ++n) sizes.push_back(reports[n - 1].kept);
    sink.begin(sizes);
    Rows below = unigrams(adjusted[0], reports[0], sink);
    for (unsigned n = 2; n <= settings_.order; ++n) {
      const Stretch stretch(kInterpolating / (settings_.order - 1), 0);
      below = interpolate(shares[n - 2], below, n, sink);
    }
    sink.end();
  }

 private:
  // In: n-grams with counts. Out: their shares and what their context leaves, in suffix order;
  // left_[n - 2] gets what each context leaves.
  RowReader share(const Rows& rows, unsigned n, const OrderReport& report) {
    RowSorter by_context(n, limits_, false), by_suffix(n, limits_, false);
    KeyBuffer buffer;
    for (RowReader reader = rows.read(); reader.next();) {
      by_context.add(buffer.context_order(reader.key()), reader.value());
    }
    Rows& left = left_.emplace_back(n - 1, limits_);
    Shares shares(settings_.smoothing, report);
    std::vector<std::pair<WordId, double>> group;
    std::array<WordId, kMaxOrder> context{};
    auto finish_group = [&] {
      if (group.empty()) return;
      const auto gamma = static_cast<float>(shares.left());
      left.add(Key(context).first(n - 1), FloatPair{gamma, 0});
      for (const auto& [word, count] : group) {
        if (std::signbit(count)) continue;
        context[n - 1] = word;
        by_suffix.add(buffer.suffix_order(Key(context).first(n)),
                      FloatPair{static_cast<float>(shares.share(count)), gamma});
      }
      group.clear();
      shares.clear();
    };
    for (RowReader reader = by_context.sorted(); reader.next();) {
      const Key key = reader.key();
      if (!starts_with(key, Key(context).first(n - 1))) finish_group();
      std::copy(key.begin(), key.end() - 1, context.begin());
      group.emplace_back(key.back(), reader.value());
      shares.add(reader.value());
    }
    finish_group();
    return by_suffix.sorted();
  }

  // Reads what contexts leave, in step with the n-grams that they are.
  class Backoffs {
   public:
    explicit Backoffs(const Rows* rows) {
      if (rows != nullptr) more_ = reader_.emplace(rows->read()).next();
    }
    float log_weight(Key key) {
      while (more_ && comes_before(reader_->key(), key)) more_ = reader_->next();
      if (!more_ || !starts_with(reader_->key(), key)) return 0;
      return std::log(reader_->pair().first);
    }

   private:
    std::optional<RowReader> reader_;
    bool more_ = false;
  };
  const Rows* left_of(unsigned n) const { return n < settings_.order ? &left_[n - 1] : nullptr; }

  // Words share with the uniform distribution over all words but <s>.
  Rows unigrams(const Rows& rows, const OrderReport& report, NgramSink& sink) {
    Shares shares(settings_.smoothing, report);
    std::vector<double> counts(words_, 0.0);
    for (RowReader reader = rows.read(); reader.next();) {
      if (reader.key()[0] >= words_) throw std::invalid_argument("an id is not in the vocabulary");
      shares.add(counts[reader.key()[0]] = reader.value());
    }
    const double rest = shares.left() / static_cast<double>(words_ - 1);
    Rows scored(1, limits_);
    Backoffs backoffs(left_of(1));
    for (WordId word = 0; word < words_; ++word) {
      const double share = counts[word] > 0 ? shares.share(counts[word]) : 0.0;
      const double p = word == kSentenceStart ? 1.0 : share + rest;
      scored.add({&word, 1}, p);
      sink.add({&word, 1}, static_cast<float>(std::log(p)), backoffs.log_weight({&word, 1}));
    }
    return scored;
  }

  Rows interpolate(RowReader& shares, const Rows& below, unsigned n, NgramSink& sink) {
    Rows scored(n, limits_);
    RowReader lower = below.read();
    Backoffs backoffs(left_of(n));
    KeyBuffer buffer;
    bool more = lower.next();
    while (shares.next()) {
      const Key key = shares.key();
      while (more && !starts_with(key, lower.key())) more = lower.next();
      if (!more) throw std::logic_error("an n-gram lacks its shorter one");
      const FloatPair pair = shares.pair();
      const double p = pair.first + pair.second * lower.value();
      if (n < settings_.order) scored.add(key, p);
      sink.add(buffer.reading_order(key), static_cast<float>(std::log(p)),
               backoffs.log_weight(key));
    }
    return scored;
  }

  const EstimateSettings& settings_;
  const RowLimits& limits_;
  std::size_t words_;
  std::vector<Rows> left_;  // [n - 1]: what the contexts of n words leave to shorter ones
};

EstimateSettings checked(EstimateSettings settings) {
  if (settings.order < 1 || settings.order > kMaxOrder) {
    throw std::invalid_argument("the order must be 1 to 10");
  }
  auto& prune = settings.prune;
  if (prune.size() > settings.order) throw std::invalid_argument("more pruning counts than orders");
  if (prune.empty()) prune.push_back(0);
  prune.resize(settings.order, prune.back());
  // Otherwise an n-gram could stay whose shorter ones are gone.
  if (prune[0] != 0 || !std::is_sorted(prune.begin(), prune.end())) {
    throw std::invalid_argument("pruning counts must begin with 0 and rise");
  }
  return settings;
}

}  // namespace

Estimator::Estimator(EstimateSettings settings, unsigned threads)
    : settings_(checked(std::move(settings))),
      threads_(threads),
      counts_(settings_.order, {settings_.memory * kMebibyte, settings_.temporary, threads}, true) {
}

void Estimator::add(std::span<const WordId> ids, std::span<const std::int64_t> offsets,
                    std::span<const double> weights) {
  std::array<WordId, kMaxOrder> key;
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
    const double weight = weights.empty() ? 1.0 : weights[i];
    if (weight != 1.0 && settings_.smoothing == Smoothing::kKneserNey) {
      throw InputError("", 0, "Kneser-Ney needs whole counts, and sentences have weights",
                       "Use Witten-Bell: --smoothing witten-bell");
    }
    if (!std::isfinite(weight) || weight < 0) {
      throw InputError("", 0,
                       "the weight of sentence " + std::to_string(i + 1) + " is not a number >= 0");
    }
    if (weight == 0) continue;
    ++sentences_;
    key.fill(kSentenceStart);
    const auto sentence = ids.subspan(static_cast<std::size_t>(offsets[i]),
                                      static_cast<std::size_t>(offsets[i + 1] - offsets[i]));
    for (const WordId id : sentence) {
      if (id == kSentenceStart || id == kSentenceEnd)
        throw std::invalid_argument("a sentence holds <s> or </s>");
      count(key, id, weight);
    }
    count(key, kSentenceEnd, weight);
  }
}

// `key` holds the words before, the last one first.
void Estimator::count(std::array<WordId, kMaxOrder>& key, WordId word, double weight) {
  std::copy_backward(key.begin(), key.begin() + settings_.order - 1, key.begin() + settings_.order);
  key[0] = word;
  counts_.add(Key(key).first(settings_.order), weight);
}

std::vector<OrderReport> Estimator::finish(std::size_t words, NgramSink& sink) {
  if (sentences_ == 0)
    throw InputError("", 0, "there is no text to estimate a language model from");
  // Counting had the memory alone; now two sequences per order share it.
  const RowLimits limits{settings_.memory * kMebibyte / (2 * settings_.order), settings_.temporary,
                         threads_};
  Adjuster adjuster(settings_, limits);
  {
    const Stretch stretch(kAdjusting, 0);
    RowReader counts = counts_.sorted();
    adjuster.run(counts);
  }
  auto& reports = adjuster.reports();
  for (unsigned n = 1; n <= settings_.order; ++n) set_discounts(reports[n - 1], n, settings_);
  Interpolator(settings_, limits, words).run(adjuster.rows(), reports, sink);
  reports[0].kept = words;
  return reports;
}

}  // namespace manyways::lm
