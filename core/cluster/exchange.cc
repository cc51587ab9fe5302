#include "cluster/exchange.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/threads.h"

namespace manyways::cluster {

namespace {
constexpr std::size_t kParts = 16;  // of a batch
}

Exchange::Exchange(const Bigrams& bigrams, std::size_t classes, unsigned threads)
    : bigrams_(bigrams),
      information_(2 * bigrams.total),
      classes_(std::min(classes, bigrams.size())),
      threads_(threads),
      companies_(kParts),
      class_(bigrams.size()),
      words_(classes_),
      count_(classes_),
      pairs_(classes_),
      follow_(classes_ * classes_),
      precede_(classes_ * classes_) {
  for (std::uint32_t rank = 0; rank < class_.size(); ++rank) {
    class_[rank] = static_cast<std::uint32_t>(rank % classes_);
    ++words_[class_[rank]];
    count_[class_[rank]] += static_cast<double>(bigrams.count[rank]);
  }
  for (std::uint32_t rank = 0; rank < class_.size(); ++rank) {
    for (const Neighbour& each : bigrams.after.view()[rank]) {
      const std::size_t a = class_[rank], b = class_[each.rank];
      follow_[a * classes_ + b] += each.count;
      precede_[b * classes_ + a] += each.count;
      pairs_[a] += each.count;
      pairs_[b] += each.count;
    }
  }
  for (Company& each : companies_) {
    each.after.resize(classes_);
    each.before.resize(classes_);
    each.gains.resize(classes_);
  }
}

std::size_t Exchange::sweep() {
  std::size_t moved = 0;
  std::array<std::uint32_t, kBatch> best;
  for (std::size_t start = 0; start < class_.size(); start += kBatch) {
    const std::size_t size = std::min(kBatch, class_.size() - start);
    parallel_for(kParts, threads_, [&](std::size_t part) {
      Company& company = companies_[part];
      for (std::size_t i = part * size / kParts; i < (part + 1) * size / kParts; ++i) {
        meet(static_cast<std::uint32_t>(start + i), company);
        best[i] = best_class(company);
      }
    });
    for (std::size_t i = 0; i < size; ++i) {
      const auto rank = static_cast<std::uint32_t>(start + i);
      if (best[i] == class_[rank] || words_[class_[rank]] == 1) continue;
      meet(rank, companies_[0]);
      if (gain(companies_[0], best[i]) <= gain(companies_[0], class_[rank])) continue;
      move(rank, companies_[0], best[i]);
      ++moved;
    }
  }
  return moved;
}

void Exchange::meet(std::uint32_t rank, Company& company) const {
  for (const std::uint32_t each : company.near_after) company.after[each] = 0;
  for (const std::uint32_t each : company.near_before) company.before[each] = 0;
  company.near_after.clear();
  company.near_before.clear();
  company.itself = 0;
  company.pairs = 0;
  company.count = static_cast<double>(bigrams_.count[rank]);
  company.home = class_[rank];
  const auto collect = [&](std::span<const Neighbour> words, Counts& counts, Counts& near) {
    for (const Neighbour& each : words) {
      company.pairs += each.count;
      if (each.rank == rank) {
        company.itself = each.count;
        continue;
      }
      if (counts[class_[each.rank]] == 0) near.push_back(class_[each.rank]);
      counts[class_[each.rank]] += each.count;
    }
  };
  collect(bigrams_.after.view()[rank], company.after, company.near_after);
  collect(bigrams_.before.view()[rank], company.before, company.near_before);

  const std::uint32_t home = company.home;
  company.home_after.assign(row(follow_, home), row(follow_, home) + classes_);
  company.home_before.assign(row(precede_, home), row(precede_, home) + classes_);
  for (const std::uint32_t each : company.near_after)
    company.home_after[each] -= company.after[each];
  for (const std::uint32_t each : company.near_before)
    company.home_before[each] -= company.before[each];
  company.home_after[home] = company.home_before[home] =
      row(follow_, home)[home] - company.after[home] - company.before[home] - company.itself;
}

// The class with the largest gain, the word's own if none is better.
std::uint32_t Exchange::best_class(Company& company) const {
  double* gains = company.gains.data();
  std::fill_n(gains, classes_, 0.0);
  const std::uint32_t home = company.home;
  information_.with_terms([&](auto f) {
    const auto add = [&](const std::uint32_t* column, std::uint32_t more) {
      for (std::size_t c = 0; c < classes_; ++c) gains[c] += f(column[c] + more) - f(column[c]);
    };
    for (const std::uint32_t d : company.near_after)
      add(d == home ? company.home_before.data() : row(precede_, d), company.after[d]);
    for (const std::uint32_t d : company.near_before)
      add(d == home ? company.home_after.data() : row(follow_, d), company.before[d]);
  });
  for (std::uint32_t c = 0; c < classes_; ++c)
    gains[c] += itself_gain(company, c) - marginal_gain(company, c);
  gains[home] = gain(company, home);
  std::uint32_t best = home;
  for (std::uint32_t c = 0; c < classes_; ++c) {
    if (gains[c] > gains[best] || (gains[c] == gains[best] && best != home && c < best)) best = c;
  }
  return best;
}

// What the sum of F gains if the word, which is in no class, comes into this one; less what the
// marginals cost.
double Exchange::gain(const Company& company, std::uint32_t number) const {
  const bool at_home = number == company.home;
  const auto f = [&](std::uint64_t x) { return information_.of(x); };
  double sum = itself_gain(company, number) - marginal_gain(company, number);
  for (const std::uint32_t d : company.near_after) {
    const std::uint32_t old = at_home             ? company.home_after[d]
                              : d == company.home ? company.home_before[number]
                                                  : row(follow_, number)[d];
    sum += f(old + company.after[d]) - f(old);
  }
  for (const std::uint32_t d : company.near_before) {
    const std::uint32_t old = at_home             ? company.home_before[d]
                              : d == company.home ? company.home_after[number]
                                                  : row(precede_, number)[d];
    sum += f(old + company.before[d]) - f(old);
  }
  return sum;
}

// Pairs within the class are counted from both sides: what that gets wrong.
double Exchange::itself_gain(const Company& company, std::uint32_t number) const {
  const std::uint64_t old =
      number == company.home ? company.home_after[number] : row(follow_, number)[number];
  const std::uint64_t a = company.after[number], b = company.before[number];
  const auto f = [&](std::uint64_t x) { return information_.of(x); };
  return f(old + a + b + company.itself) - f(old + a) - f(old + b) + f(old);
}

double Exchange::marginal_gain(const Company& company, std::uint32_t number) const {
  const bool at_home = number == company.home;
  const double count = count_[number] - (at_home ? company.count : 0);
  const double pairs = pairs_[number] - (at_home ? company.pairs : 0);
  const double before = count > 0 ? information_.times(pairs, std::log2(count)) : 0;
  return information_.times(pairs + company.pairs, std::log2(count + company.count)) - before;
}

void Exchange::move(std::uint32_t rank, const Company& company, std::uint32_t to) {
  count(company, company.home, ~std::uint32_t{0});
  count(company, to, 1);
  class_[rank] = to;
}

// sign: 1, or -1 as whole numbers without sign have it.
void Exchange::count(const Company& company, std::uint32_t number, std::uint32_t sign) {
  const auto add = [&](std::size_t a, std::size_t b, std::uint32_t times) {
    follow_[a * classes_ + b] += sign * times;
    precede_[b * classes_ + a] += sign * times;
  };
  for (const std::uint32_t d : company.near_after) add(number, d, company.after[d]);
  for (const std::uint32_t d : company.near_before) add(d, number, company.before[d]);
  add(number, number, company.itself);
  const double one = sign == 1 ? 1 : -1;
  words_[number] += sign;
  count_[number] += one * company.count;
  pairs_[number] += one * company.pairs;
}

std::vector<std::uint32_t> Exchange::classes() const {
  constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> number(classes_, kNone), numbers;
  std::uint32_t next = 0;
  for (const std::uint32_t each : class_) {
    if (number[each] == kNone) number[each] = next++;
    numbers.push_back(number[each]);
  }
  return numbers;
}

}  // namespace manyways::cluster
