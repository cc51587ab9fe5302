#include "cluster/brown.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/interrupt.h"

namespace manyways::cluster {

Brown::Brown(const Bigrams& bigrams, std::size_t classes, unsigned threads)
    : bigrams_(bigrams),
      information_(2 * bigrams.total),
      classes_(std::min(classes, bigrams.size())),
      window_(classes_ + 1, information_, threads),
      parent_(bigrams.size()),
      slot_(bigrams.size()),
      after_(classes_ + 1),
      before_(classes_ + 1) {
  std::iota(parent_.begin(), parent_.end(), 0);
}

std::uint32_t Brown::root(std::uint32_t rank) const {
  while (parent_[rank] != rank) rank = parent_[rank] = parent_[parent_[rank]];
  return rank;
}

void Brown::run(std::size_t words) {
  const std::size_t end = next_ + std::min(words, left());
  while (next_ < end) {
    check_interrupt();
    insert(next_++);
    if (window_.clusters() > classes_) merge();
  }
}

void Brown::insert(std::uint32_t rank) {
  std::fill(after_.begin(), after_.end(), 0);
  std::fill(before_.begin(), before_.end(), 0);
  std::uint32_t itself = 0;
  for (const Neighbour& each : bigrams_.after.view()[rank]) {
    if (each.rank == rank) itself = each.count;
    if (each.rank >= rank) break;  // they come later
    after_[slot_[root(each.rank)]] += each.count;
  }
  for (const Neighbour& each : bigrams_.before.view()[rank]) {
    if (each.rank >= rank) break;
    before_[slot_[root(each.rank)]] += each.count;
  }
  slot_[rank] = window_.insert(rank, bigrams_.count[rank], after_, before_, itself);
}

Merge Brown::merge() {
  const auto [a, b] = window_.best();
  const Merge merged{window_.name(a), window_.name(b), information_.bits(window_.loss(a, b))};
  slot_[merged.first] = window_.merge(a, b);
  parent_[merged.second] = merged.first;
  return merged;
}

std::vector<std::uint32_t> Brown::classes() const {
  std::vector<std::uint32_t> numbers(bigrams_.size());
  std::uint32_t next = 0;
  for (std::uint32_t rank = 0; rank < numbers.size(); ++rank)
    numbers[rank] = root(rank) == rank ? next++ : numbers[root(rank)];
  return numbers;
}

std::vector<Merge> Brown::tree() {
  std::vector<std::uint32_t> number(bigrams_.size());
  std::uint32_t next = 0;
  for (std::uint32_t rank = 0; rank < number.size(); ++rank) {
    if (root(rank) == rank) number[rank] = next++;
  }
  std::vector<Merge> merges;
  while (window_.clusters() > 1) {
    check_interrupt();
    const Merge merged = merge();
    merges.push_back({number[merged.first], number[merged.second], merged.loss});
  }
  return merges;
}

std::vector<Merge> tree_of(const Bigrams& bigrams, const std::vector<std::uint32_t>& classes,
                           unsigned threads) {
  const Bigrams of_classes = class_bigrams(bigrams, classes);
  Brown brown(of_classes, of_classes.size(), threads);
  brown.run(of_classes.size());
  return brown.tree();
}

Bigrams class_bigrams(const Bigrams& bigrams, const std::vector<std::uint32_t>& classes) {
  const std::size_t size =
      classes.empty() ? 0 : *std::max_element(classes.begin(), classes.end()) + std::size_t{1};
  Bigrams merged;
  merged.total = bigrams.total;
  merged.word.resize(size);
  std::iota(merged.word.begin(), merged.word.end(), 0);
  merged.count.assign(size, 0);
  std::vector<std::vector<std::uint32_t>> members(size);
  for (std::uint32_t rank = 0; rank < classes.size(); ++rank) {
    merged.count[classes[rank]] += bigrams.count[rank];
    members[classes[rank]].push_back(rank);
  }
  std::vector<std::uint32_t> counts(size);
  const auto join = [&](RaggedView<Neighbour> rows, Ragged<Neighbour>& to) {
    for (std::size_t number = 0; number < size; ++number) {
      std::fill(counts.begin(), counts.end(), 0);
      for (const std::uint32_t rank : members[number]) {
        for (const Neighbour& each : rows[rank]) counts[classes[each.rank]] += each.count;
      }
      for (std::uint32_t other = 0; other < size; ++other) {
        if (counts[other] > 0) to.values.push_back({other, counts[other]});
      }
      to.end_row();
    }
  };
  join(bigrams.after.view(), merged.after);
  join(bigrams.before.view(), merged.before);
  return merged;
}

double mutual_information(const Bigrams& of_classes) {
  const double words = static_cast<double>(
      std::accumulate(of_classes.count.begin(), of_classes.count.end(), std::uint64_t{0}));
  const double pairs = static_cast<double>(of_classes.total);
  double sum = 0;
  for (std::size_t a = 0; a < of_classes.size(); ++a) {
    for (const Neighbour& each : of_classes.after.view()[a]) {
      const double p = static_cast<double>(each.count) / pairs;
      const double apart = static_cast<double>(of_classes.count[a]) / words *
                           (static_cast<double>(of_classes.count[each.rank]) / words);
      sum += p * std::log2(p / apart);
    }
  }
  return sum;
}

}  // namespace manyways::cluster
