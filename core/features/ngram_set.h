// A collection of n-grams, all of one length, and how many n-grams of a text are in it.
//
//   NgramCounter counter(5);
//   counter.add(texts);                           // running text, split at blanks
//   counter.add_counted(ngrams, counts, least);   // lines of a collection: Google's Web 1T
//   counter.write("five.bin", 2);                 // those that occur at least twice
//
//   NgramSet set("five.bin");
//   std::vector<std::int32_t> rows = set.match(texts, threads);    // matches, misses per text
//
// Counting takes 8 bytes of memory for each n-gram of the text, the file 10 for each that is kept
// (hashed_table.h). Sentences have no boundary marks: a text of fewer words has neither matches nor
// misses.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/text_column.h"
#include "features/hashed_table.h"

namespace manyways::features {

class NgramCounter {
 public:
  explicit NgramCounter(std::size_t order) : order_(order) {}

  void add(const TextView& texts);
  // ngrams: one per text; those of another length are not taken. Returns how many were.
  std::size_t add_counted(const TextView& ngrams, std::span<const std::uint64_t> counts,
                          std::uint64_t least);
  std::size_t added() const { return seen_.size() + kept_.size(); }
  // How many are written; nothing is left to count afterwards.
  std::size_t write(const std::string& path, std::uint64_t least);

 private:
  std::size_t order_;
  std::vector<std::uint64_t> seen_;  // of text, each as often as it is there
  std::vector<std::uint64_t> kept_;  // of collections
};

class NgramSet {
 public:
  explicit NgramSet(const std::string& path);

  std::size_t size() const { return table_.size() - 1; }
  std::size_t order() const { return order_; }
  // Two numbers per text: n-grams that are in the set, and those that are not.
  std::vector<std::int32_t> match(const TextView& texts, unsigned threads) const;
  void verify() const { table_.verify(); }

 private:
  HashedTable table_;
  std::size_t order_;
};

}  // namespace manyways::features
