#include "align/fertility.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "align/counts.h"
#include "base/threads.h"

namespace manyways::align {
namespace {

constexpr std::size_t kSweep = 256;  // in a block
constexpr int kReach = 4;            // distances beyond are counted with this
constexpr std::size_t kFree = 2 * kReach + 1;
constexpr std::size_t kClasses = kFree + 1;
constexpr double kTemper = 0.3;  // neighbours are not all
constexpr double kNullRate = 1e-9;

using Classes = std::array<double, kClasses>;
using Words = std::span<const WordId>;

// One direction: free words of one side and their owners on the other.
struct Direction {
  bool forward;  // owners are source words
  Words owners(const Bitext& text, std::size_t s) const {
    return forward ? text.source(s) : text.target(s);
  }
  Words observed(const Bitext& text, std::size_t s) const {
    return forward ? text.target(s) : text.source(s);
  }
};

struct Found {
  std::int32_t source, target;
  float probability;
};

// A free word, with what is known about each possible owner.
struct FreeWord {
  std::size_t position;
  WordId word;
  std::vector<std::uint32_t> pair;      // by the owner's position
  std::vector<std::uint8_t> distances;  // class of each
};

class FertilityModel {
 public:
  FertilityModel(const PairIndex& pairs, const WordForms& forms, const FertilitySettings& settings,
                 const Links& links, Direction direction, unsigned threads);
  void train();
  // Further links of a sentence.
  void find(std::size_t s, std::vector<Found>& found) const;

 private:
  bool mark(bool owner, WordId word) const {
    const auto& marks = owner == direction_.forward ? forms_.source_mark : forms_.target_mark;
    return word < marks.size() && marks[word] != 0;
  }
  template <typename Visit>
  void visit_free_words(std::size_t s, Visit visit) const;
  void set_distances(std::size_t s, FreeWord& free) const;
  double score(const FreeWord& free, Words owners, std::size_t i) const;
  void pass(bool first);
  void estimate(const Counts& pair, const Counts& null, const std::vector<Classes>& classes);
  void count(std::size_t s, bool first, Counts& pair, Counts& null, Classes& classes) const;
  std::size_t blocks() const { return (pairs_.text().size() + kSweep - 1) / kSweep; }

  const PairIndex& pairs_;
  const WordForms& forms_;
  const FertilitySettings& settings_;
  const Links& links_;
  Direction direction_;
  unsigned threads_;
  double sentences_ = 0;
  std::vector<double> occurrences_;    // of an owner's type
  std::vector<float> linked_, rates_;  // of a pair
  std::vector<double> null_;           // rate of a type
  std::vector<double> free_;           // how often a type is free, in a sentence
  Classes possible_{}, weights_;       // places of each class; its tempered weight
};

FertilityModel::FertilityModel(const PairIndex& pairs, const WordForms& forms,
                               const FertilitySettings& settings, const Links& links,
                               Direction direction, unsigned threads)
    : pairs_(pairs),
      forms_(forms),
      settings_(settings),
      links_(links),
      direction_(direction),
      threads_(threads),
      linked_(pairs.size()),
      rates_(pairs.size()) {
  const bool forward = direction.forward;
  occurrences_.resize(forward ? pairs.source_types() : pairs.target_types());
  null_.resize(forward ? pairs.target_types() : pairs.source_types());
  weights_.fill(1);
  const Bitext& text = pairs.text();
  for (std::size_t s = 0; s < text.size(); ++s) {
    if (!usable(text, s)) continue;
    sentences_ += 1;
    for (const WordId e : direction.owners(text, s)) occurrences_[e] += 1;
    const auto cells = pairs.cells(s);
    for (auto k = links.offsets[s]; k < links.offsets[s + 1]; ++k) {
      const auto n = static_cast<std::size_t>(k);
      const auto j = static_cast<std::size_t>(links.target[n]);
      linked_[cells[j * text.source_size(s) + static_cast<std::size_t>(links.source[n])]] += 1;
    }
  }
}

void FertilityModel::set_distances(std::size_t s, FreeWord& free) const {
  free.distances.assign(free.pair.size(), static_cast<std::uint8_t>(kFree));
  const auto& owners = direction_.forward ? links_.source : links_.target;
  const auto& others = direction_.forward ? links_.target : links_.source;
  for (auto k = links_.offsets[s]; k < links_.offsets[s + 1]; ++k) {
    const auto n = static_cast<std::size_t>(k);
    const int distance = static_cast<int>(free.position) - others[n];
    const int near = std::clamp(distance, -kReach, kReach);
    std::uint8_t& known = free.distances[static_cast<std::size_t>(owners[n])];
    if (known == kFree || std::abs(near) < std::abs(static_cast<int>(known) - kReach)) {
      known = static_cast<std::uint8_t>(near + kReach);
    }
  }
}

template <typename Visit>
void FertilityModel::visit_free_words(std::size_t s, Visit visit) const {
  const Bitext& text = pairs_.text();
  const Words owners = direction_.owners(text, s), observed = direction_.observed(text, s);
  const auto cells = pairs_.cells(s);
  const auto& others = direction_.forward ? links_.target : links_.source;
  std::vector<std::uint8_t> linked(observed.size());
  for (auto k = links_.offsets[s]; k < links_.offsets[s + 1]; ++k) {
    linked[static_cast<std::size_t>(others[static_cast<std::size_t>(k)])] = 1;
  }
  FreeWord free;
  free.pair.resize(owners.size());
  for (std::size_t j = 0; j < observed.size(); ++j) {
    if (linked[j] || mark(false, observed[j])) continue;
    free.position = j;
    free.word = observed[j];
    for (std::size_t i = 0; i < owners.size(); ++i) {
      free.pair[i] =
          direction_.forward ? cells[j * owners.size() + i] : cells[i * observed.size() + j];
    }
    set_distances(s, free);
    visit(owners, free);
  }
}

// Marks own nothing.
double FertilityModel::score(const FreeWord& free, Words owners, std::size_t i) const {
  if (mark(true, owners[i])) return 0;
  double rate = rates_[free.pair[i]];
  if (free.distances[i] == kFree) {
    rate += linked_[free.pair[i]] / (occurrences_[owners[i]] + settings_.prior);
  }
  return rate * weights_[free.distances[i]];
}

void FertilityModel::count(std::size_t s, bool first, Counts& pair, Counts& null,
                           Classes& classes) const {
  visit_free_words(s, [&](Words owners, const FreeWord& free) {
    if (first) {
      for (std::size_t i = 0; i < owners.size(); ++i) {
        pair.add(free.pair[i], 1);
        classes[free.distances[i]] += 1;
      }
      null.add(free.word, 0.5f);
      return;
    }
    double sum = null_[free.word];
    for (std::size_t i = 0; i < owners.size(); ++i) sum += score(free, owners, i);
    for (std::size_t i = 0; i < owners.size(); ++i) {
      const double posterior = score(free, owners, i) / sum;
      pair.add(free.pair[i], static_cast<float>(posterior));
      classes[free.distances[i]] += posterior;
    }
    null.add(free.word, static_cast<float>(null_[free.word] / sum));
  });
}

void FertilityModel::estimate(const Counts& pair, const Counts& null,
                              const std::vector<Classes>& classes) {
  for (WordId e = 0; e < pairs_.source_types(); ++e) {
    const auto [begin, end] = pairs_.row(e);
    for (std::uint32_t p = begin; p < end; ++p) {
      const WordId owner = direction_.forward ? e : pairs_.target_of(p);
      rates_[p] = static_cast<float>(pair.value(p) / (occurrences_[owner] + settings_.prior));
    }
  }
  for (std::size_t f = 0; f < null_.size(); ++f) null_[f] = null.value(f) / sentences_ + kNullRate;
  Classes sum{};
  for (const Classes& block : classes) {
    for (std::size_t c = 0; c < kClasses; ++c) sum[c] += block[c];
  }
  double mass = 0, places = 0;
  for (std::size_t c = 0; c < kClasses; ++c) {
    mass += (sum[c] + 1) / (possible_[c] + 1) * possible_[c];
    places += possible_[c];
  }
  for (std::size_t c = 0; c < kClasses && mass > 0; ++c) {
    weights_[c] = std::pow((sum[c] + 1) / (possible_[c] + 1) * places / mass, kTemper);
  }
}

void FertilityModel::pass(bool first) {
  Counts pair(pairs_.size()), null(null_.size());
  std::vector<Classes> classes(blocks());
  parallel_for(blocks(), threads_, [&](std::size_t block) {
    classes[block].fill(0);
    const std::size_t end = std::min(pairs_.text().size(), (block + 1) * kSweep);
    for (std::size_t s = block * kSweep; s < end; ++s) {
      if (usable(pairs_.text(), s)) count(s, first, pair, null, classes[block]);
    }
  });
  if (first) {  // all owners alike: their places, and no weights yet
    for (const Classes& block : classes) {
      for (std::size_t c = 0; c < kClasses; ++c) possible_[c] += block[c];
    }
  }
  estimate(pair, null, classes);
  if (first) {
    for (const double half : null_) free_.push_back(2 * half);
  }
}

void FertilityModel::train() {
  for (int p = 0; p <= settings_.passes; ++p) pass(p == 0);
}

void FertilityModel::find(std::size_t s, std::vector<Found>& found) const {
  visit_free_words(s, [&](Words owners, const FreeWord& free) {
    const double least = std::max<double>(settings_.least_rate, free_[free.word]);
    double sum = null_[free.word];
    for (std::size_t i = 0; i < owners.size(); ++i) sum += score(free, owners, i);
    for (std::size_t i = 0; i < owners.size(); ++i) {
      const double own = score(free, owners, i);
      if (own <= settings_.threshold * sum) continue;
      if (own <= least * weights_[free.distances[i]]) continue;
      auto source = static_cast<std::int32_t>(i), target = static_cast<std::int32_t>(free.position);
      if (!direction_.forward) std::swap(source, target);
      found.push_back({source, target, static_cast<float>(own / sum)});
    }
  });
}

// The sentence's old links and those found, sorted, each once.
void merge(const Links& links, std::size_t s, std::vector<Found>& found, Links& out) {
  const auto begin = static_cast<std::size_t>(links.offsets[s]);
  const auto end = static_cast<std::size_t>(links.offsets[s + 1]);
  for (std::size_t k = begin; k < end; ++k) {
    const float probability = links.probability.empty() ? 1 : links.probability[k];
    found.push_back({links.source[k], links.target[k], probability});
  }
  const auto place = [](const Found& link) { return std::pair(link.source, link.target); };
  std::stable_sort(found.begin(), found.end(),
                   [&](const Found& a, const Found& b) { return place(a) < place(b); });
  for (std::size_t k = 0; k < found.size(); ++k) {
    if (k > 0 && place(found[k]) == place(found[k - 1])) continue;
    out.add(static_cast<std::size_t>(found[k].source), static_cast<std::size_t>(found[k].target));
    if (!links.probability.empty()) out.probability.push_back(found[k].probability);
  }
  out.end_sentence();
}

}  // namespace

void add_further_links(const PairIndex& pairs, const WordForms& forms,
                       const FertilitySettings& settings, unsigned threads, Links& links) {
  FertilityModel forward(pairs, forms, settings, links, {true}, threads);
  FertilityModel backward(pairs, forms, settings, links, {false}, threads);
  forward.train();
  backward.train();
  const std::size_t size = pairs.text().size(), blocks = (size + kSweep - 1) / kSweep;
  std::vector<Links> pieces(blocks);
  parallel_for(blocks, threads, [&](std::size_t block) {
    std::vector<Found> found;
    for (std::size_t s = block * kSweep; s < std::min(size, (block + 1) * kSweep); ++s) {
      found.clear();
      if (usable(pairs.text(), s)) {
        forward.find(s, found);
        backward.find(s, found);
      }
      merge(links, s, found, pieces[block]);
    }
  });
  links = join_links(std::move(pieces));
}

}  // namespace manyways::align
