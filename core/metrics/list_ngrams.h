// The n-grams of all texts of one list, and how many of them any one text shares with the others.
//
//   ListNgrams ngrams;
//   ngrams.build(symbols, ends, names, order, candidates);   // once per list
//   ngrams.match(reference);                // against one text: matches(n, candidate)
//   ngrams.match_average(weights);          // against expected counts: expected(n, candidate)
//
// The matches of two texts are sums of smaller counts. For a text that all others are compared with
// they are summed n-gram by n-gram for all candidates at once: an n-gram that many candidates have
// is a row of counts, one per candidate, that the compiler adds eight at a time; one that few have
// is a short list. An n-gram is looked up once per occurrence in the list, however many texts are
// compared. Memory is linear in the n-grams of the list.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "metrics/metric.h"
#include "metrics/ngrams.h"

namespace manyways::metrics {

class ListNgrams {
 public:
  // Text t is symbols[ends[t - 1] .. ends[t]), each from 1 to `names`. The first `candidates` texts
  // are those that are matched.
  void build(std::span<const std::uint32_t> symbols, std::span<const std::size_t> ends,
             std::uint32_t names, int order, std::size_t candidates);

  std::size_t candidates() const { return candidates_; }
  // How many symbols a text has; n-grams of order n + 1 are n fewer.
  std::int64_t length(std::size_t text) const { return lengths_[text]; }
  std::int64_t ngrams(int n, std::size_t text) const {
    return std::max<std::int64_t>(0, lengths_[text] - n);
  }

  void match(std::size_t reference);
  std::int64_t matches(int n, std::size_t candidate) const {
    const std::size_t at = static_cast<std::size_t>(n) * candidates_ + candidate;
    return narrow_ ? sums_[at] : wide_sums_[at];
  }

  // `weights`: of each text, adding up to 1. Counts of an n-gram are averaged, then clipped.
  void match_average(std::span<const double> weights);
  double expected(int n, std::size_t candidate) const {
    return expected_[static_cast<std::size_t>(n) * candidates_ + candidate];
  }
  double expected_ngrams(int n) const { return expected_ngrams_[static_cast<std::size_t>(n)]; }

 private:
  struct Gram {
    std::uint32_t node, count;
  };
  struct Posting {
    std::uint32_t candidate;
    std::int16_t count;
  };
  std::span<const Gram> grams(std::size_t text) const {
    return std::span(grams_).subspan(starts_[text], starts_[text + 1] - starts_[text]);
  }
  void add_text(std::span<const std::uint32_t> symbols);
  void index();
  void match_narrow(std::size_t reference);
  void match_wide(std::size_t reference);

  NgramTrie trie_;
  int order_ = 0;
  std::size_t candidates_ = 0;
  bool narrow_ = true;  // counts fit into 16 bits
  std::vector<std::int64_t> lengths_;
  std::vector<Gram> grams_;  // of each text its different n-grams
  std::vector<std::size_t> starts_;
  std::vector<std::uint8_t> orders_;    // of each node
  std::vector<std::uint32_t> counts_;   // of each node; zeros between calls
  std::vector<std::uint32_t> touched_;  // nodes with a count
  // Of each node: its row of counts, or where its postings begin.
  std::vector<std::uint32_t> holders_, places_;
  std::vector<bool> dense_;
  std::vector<std::int16_t> rows_;
  std::vector<Posting> postings_;
  std::vector<std::int16_t> sums_;
  std::vector<std::int64_t> wide_sums_;
  std::vector<double> averages_, expected_, expected_ngrams_;
};

// A comparer by n-grams: texts become numbers, and matches are looked up in all of the list at once.
class NgramComparer : public Comparer {
 protected:
  // `add(text, ids)` appends the numbers of a text's symbols, of which there are `names()` in all.
  template <typename Add, typename Names>
  void build(std::span<const std::string_view> texts, std::size_t candidates, int order, Add&& add,
             Names&& names) {
    ids_.clear();
    ends_.clear();
    for (const std::string_view text : texts) {
      add(text, ids_);
      ends_.push_back(ids_.size());
    }
    ngrams_.build(ids_, ends_, names(), order, candidates);
  }

  ListNgrams ngrams_;

 private:
  std::vector<std::uint32_t> ids_;
  std::vector<std::size_t> ends_;
};

}  // namespace manyways::metrics
