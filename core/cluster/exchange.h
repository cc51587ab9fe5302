// The exchange method: words move between classes for as long as the classes tell more of the text.
//
//   Exchange exchange(bigrams, 300, threads);
//   while (exchange.sweep() > 0) {}                 // how many words moved
//   exchange.classes();                             // by rank of the word
//
// What grows is the mutual information of neighbouring classes, the same as Brown's: in counts the
// sum of F(n_cd) over pairs of classes less that of m_c log n_c over classes, F(x) = x log x. The
// word of rank r begins in class r mod C. A sweep takes words by rank, in batches: for all words of
// a batch, with threads, the best class is found as things stand; then, one after the other, words
// are moved for which that is (by now) still a gain. So a sweep never loses, and the number of
// threads changes nothing. Of equal gains the lowest class wins; the last word of a class stays.
//
// A sweep costs O(C * neighbouring classes) per word: few for rare words, which is most of a large
// vocabulary. Martin, Liermann and Ney (1998); batches as in Uszkoreit and Brants (ACL 2008).
#pragma once

#include <cstdint>
#include <vector>

#include "cluster/bigrams.h"
#include "cluster/information.h"

namespace manyways::cluster {

class Exchange {
 public:
  static constexpr std::size_t kBatch = 256;

  // The bigrams stay with the caller; classes: at least 1.
  Exchange(const Bigrams& bigrams, std::size_t classes, unsigned threads);

  // How many words moved.
  std::size_t sweep();
  // Numbered by their most frequent words.
  std::vector<std::uint32_t> classes() const;

 private:
  using Counts = std::vector<std::uint32_t>;
  // One word and its class without it.
  struct Company {
    Counts after, before;            // by class, how often the word stands beside it
    Counts near_after, near_before;  // the classes where that is not 0
    std::uint32_t itself = 0;        // how often the word follows itself
    double count = 0, pairs = 0;     // n and m of the word
    std::uint32_t home = 0;          // its class now,
    Counts home_after, home_before;  // and what its class has without it, by class
    std::vector<double> gains;       // by class
  };

  const std::uint32_t* row(const Counts& counts, std::size_t number) const {
    return counts.data() + number * classes_;
  }
  void meet(std::uint32_t rank, Company& company) const;
  std::uint32_t best_class(Company& company) const;
  double gain(const Company& company, std::uint32_t number) const;
  double itself_gain(const Company& company, std::uint32_t number) const;
  double marginal_gain(const Company& company, std::uint32_t number) const;
  void move(std::uint32_t rank, const Company& company, std::uint32_t to);
  void count(const Company& company, std::uint32_t number, std::uint32_t sign);

  const Bigrams& bigrams_;
  Information information_;
  std::size_t classes_;
  unsigned threads_;
  std::vector<Company> companies_;     // one per part of a batch
  Counts class_;                       // by rank
  Counts words_;                       // by class, how many words it has
  std::vector<double> count_, pairs_;  // n and m, by class
  Counts follow_, precede_;            // n_cd at [c][d], and at [d][c]
};

}  // namespace manyways::cluster
