// The n-grams of a list of candidates, numbered, counted, and with the candidates that have each.
//
//   GramIndex index({{4, 1.0}, {7, 0.5}});       // orders, and what a pair of equal n-grams weighs
//   index.read(words, offsets, {});              // candidate c: words[offsets[c]..offsets[c + 1]]
//   index.grams(c);                              // ids and counts, by id
//   index.add_products(c, overlap);              // overlap[d] += -Delta(c, d) for every d
//
// The dissimilarity of two texts is minus the number of pairs of equal n-grams, weighted by order
// (Gimpel et al., EMNLP 2013): an n-gram that one has a times and the other b times costs
// weight * a * b. It is an inner product of count vectors, and is computed as one: through the
// postings of each n-gram, so that texts with nothing in common cost nothing.
//
// Traits (a length, a number of jumps) are one n-gram each, so that candidates with equal values
// share it.
//
// Numbers are exact (a trie, not a hash of the words). O(words * longest order) to read a list;
// memory is kept from list to list.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/hash_table.h"
#include "base/ids.h"

namespace manyways::diverse {

struct Order {
  unsigned length;  // at least 1
  double weight;    // of a pair of equal n-grams; not negative
};

inline constexpr unsigned kLongestOrder = 10;
// Throws std::invalid_argument unless orders have 1 to kLongestOrder words and finite weights that
// are not negative.
void check_orders(std::span<const Order> orders);

// Values of each candidate, a row for each, and what two equal ones cost.
struct TraitValues {
  std::span<const std::int32_t> values;
  std::span<const double> weights;

  std::span<const std::int32_t> row(std::size_t candidate) const {
    return values.subspan(candidate * weights.size(), weights.size());
  }
};

struct Gram {
  std::uint32_t id;
  std::uint32_t count;
};
struct Posting {
  std::uint32_t candidate;
  std::uint32_t count;
};

class GramIndex {
 public:
  explicit GramIndex(std::span<const Order> orders);

  void read(std::span<const WordId> words, std::span<const std::int64_t> offsets,
            const TraitValues& traits);

  std::size_t size() const { return starts_.size() - 1; }  // candidates
  std::size_t grams() const { return weights_.size(); }
  std::span<const Gram> grams(std::size_t candidate) const {
    return std::span(grams_).subspan(starts_[candidate],
                                     starts_[candidate + 1] - starts_[candidate]);
  }
  std::span<const Posting> postings(std::uint32_t id) const {
    return std::span(postings_).subspan(posting_starts_[id],
                                        posting_starts_[id + 1] - posting_starts_[id]);
  }
  double weight(std::uint32_t id) const { return weights_[id]; }
  // Adds to `sums`, one per candidate, the weighted pairs of equal n-grams with `candidate`.
  void add_products(std::size_t candidate, std::span<double> sums) const;

 private:
  void clear();
  std::uint32_t child(std::uint32_t node, WordId word, double weight);
  void add_grams(std::span<const WordId> words);
  void add_traits(std::span<const std::int32_t> values, std::span<const double> weights);
  void end_candidate();
  void add_postings();

  std::vector<double> weight_of_length_;                  // by length; negative where not wanted
  HashMap<std::uint64_t, std::uint32_t> children_{1024};  // by node << 32 | word
  std::vector<double> weights_;                           // by node of the trie; 0 is the root
  std::vector<std::uint32_t> found_;
  std::vector<Gram> grams_;
  std::vector<std::size_t> starts_, posting_starts_;
  std::vector<Posting> postings_;
};

}  // namespace manyways::diverse
