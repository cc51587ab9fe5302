// Brown clustering: words that keep the same company get one class, and classes a binary tree.
//
//   Brown brown(bigrams, 300, threads);
//   while (brown.left() > 0) brown.run(1000);      // so many words more
//   brown.classes();                                // by rank of the word
//   std::vector<Merge> tree = brown.tree();         // which classes join, one after the other
//
// The most frequent words begin as classes of their own. Each further word joins as one class more,
// and the two classes are merged whose merging loses the least mutual information (window.h, which
// also says who wins a tie). Brown et al. (Computational Linguistics 1992), with a window as there
// and the tables of Liang (2005). Classes are numbered by their most frequent words.
#pragma once

#include <cstdint>
#include <vector>

#include "cluster/bigrams.h"
#include "cluster/information.h"
#include "cluster/window.h"

namespace manyways::cluster {

// `second` becomes part of `first`, which is the lower number.
struct Merge {
  std::uint32_t first, second;
  double loss;  // bits, of all pairs together
};

class Brown {
 public:
  // The bigrams stay with the caller; classes: at least 1.
  Brown(const Bigrams& bigrams, std::size_t classes, unsigned threads);

  std::size_t left() const { return bigrams_.size() - next_; }
  void run(std::size_t words);
  // After all words: a number by rank.
  std::vector<std::uint32_t> classes() const;
  // Merges until one is left; once, after all words.
  std::vector<Merge> tree();

 private:
  void insert(std::uint32_t rank);
  Merge merge();
  std::uint32_t root(std::uint32_t rank) const;

  const Bigrams& bigrams_;
  Information information_;
  std::size_t classes_;
  Window window_;
  std::uint32_t next_ = 0;
  mutable std::vector<std::uint32_t>
      parent_;                       // by rank: another word of the cluster, its name in the end
  std::vector<std::uint32_t> slot_;  // by name
  std::vector<std::uint32_t> after_, before_;  // by slot, of the word that joins
};

// The same tree for classes that are given, by rank, with numbers from 0; classes without words
// are not allowed.
std::vector<Merge> tree_of(const Bigrams& bigrams, const std::vector<std::uint32_t>& classes,
                           unsigned threads);

// The bigrams of classes, whose ranks are their numbers.
Bigrams class_bigrams(const Bigrams& bigrams, const std::vector<std::uint32_t>& classes);

// Of neighbouring classes, in bits per pair: the sum of p(a, b) log2(p(a, b) / (p(a) p(b))), p(a)
// being the part that the class has in all words that have one.
double mutual_information(const Bigrams& of_classes);

}  // namespace manyways::cluster
