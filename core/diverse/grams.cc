#include "diverse/grams.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace manyways::diverse {

void check_orders(std::span<const Order> orders) {
  for (const Order& order : orders) {
    if (order.length < 1 || order.length > kLongestOrder) {
      throw std::invalid_argument("an order is from 1 to " + std::to_string(kLongestOrder));
    }
    if (!std::isfinite(order.weight) || order.weight < 0) {
      throw std::invalid_argument("the weight of an order is finite and not negative");
    }
  }
}

GramIndex::GramIndex(std::span<const Order> orders) {
  check_orders(orders);
  weight_of_length_.assign(1, -1);
  for (const Order& order : orders) {
    weight_of_length_.resize(std::max<std::size_t>(weight_of_length_.size(), order.length + 1), -1);
    double& weight = weight_of_length_[order.length];
    weight = std::max(weight, 0.0) + order.weight;
  }
  clear();
}

void GramIndex::clear() {
  children_.clear();
  weights_.assign(1, 0.0);
  grams_.clear();
  starts_.assign(1, 0);
}

void GramIndex::read(std::span<const WordId> words, std::span<const std::int64_t> offsets,
                     const TraitValues& traits) {
  clear();
  for (std::size_t c = 0; c + 1 < offsets.size(); ++c) {
    found_.clear();
    add_grams(words.subspan(static_cast<std::size_t>(offsets[c]),
                            static_cast<std::size_t>(offsets[c + 1] - offsets[c])));
    add_traits(traits.row(c), traits.weights);
    end_candidate();
  }
  add_postings();
}

void GramIndex::add_traits(std::span<const std::int32_t> values, std::span<const double> weights) {
  constexpr std::uint32_t kFirstTrait = ~std::uint32_t{0} - 1;  // parents that no n-gram has
  for (std::size_t t = 0; t < weights.size(); ++t) {
    found_.push_back(child(kFirstTrait - static_cast<std::uint32_t>(t),
                           static_cast<WordId>(values[t]), weights[t]));
  }
}

void GramIndex::add_grams(std::span<const WordId> words) {
  for (std::size_t begin = 0; begin < words.size(); ++begin) {
    const std::size_t longest = std::min(words.size() - begin, weight_of_length_.size() - 1);
    std::uint32_t node = 0;
    for (std::size_t length = 1; length <= longest; ++length) {
      const double weight = weight_of_length_[length];
      node = child(node, words[begin + length - 1], std::max(weight, 0.0));
      if (weight >= 0) found_.push_back(node);
    }
  }
}

void GramIndex::end_candidate() {
  std::sort(found_.begin(), found_.end());
  const std::size_t first = grams_.size();
  for (const std::uint32_t node : found_) {
    if (grams_.size() > first && grams_.back().id == node) {
      ++grams_.back().count;
    } else {
      grams_.push_back({node, 1});
    }
  }
  starts_.push_back(grams_.size());
}

std::uint32_t GramIndex::child(std::uint32_t node, WordId word, double weight) {
  const auto next = static_cast<std::uint32_t>(weights_.size());
  const auto [child, fresh] = children_.insert(std::uint64_t{node} << 32 | word, next);
  if (fresh) weights_.push_back(weight);
  return *child;
}

void GramIndex::add_postings() {
  posting_starts_.assign(weights_.size() + 1, 0);
  for (const Gram& gram : grams_) ++posting_starts_[gram.id + 1];
  for (std::size_t id = 0; id < weights_.size(); ++id) {
    posting_starts_[id + 1] += posting_starts_[id];
  }
  postings_.resize(grams_.size());
  std::vector<std::size_t> next(posting_starts_.begin(), posting_starts_.end() - 1);
  for (std::size_t c = 0; c < size(); ++c) {
    for (const Gram& gram : grams(c)) {
      postings_[next[gram.id]++] = {static_cast<std::uint32_t>(c), gram.count};
    }
  }
}

void GramIndex::add_products(std::size_t candidate, std::span<double> sums) const {
  for (const Gram& gram : grams(candidate)) {
    const double each = weights_[gram.id] * gram.count;
    for (const Posting& posting : postings(gram.id))
      sums[posting.candidate] += each * posting.count;
  }
}

}  // namespace manyways::diverse
