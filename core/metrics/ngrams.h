// Counting n-grams of a sentence's references once, and matching many candidates against them.
//
//   WordTable words;                        // the references' words get ids 1, 2, ...
//   NgramTrie trie;                         // and their n-grams nodes; a word's node is its id
//   trie.reset(words.size());
//   trie.add(ids, 4, visit);                // visit(node, n) for each n-gram of a reference
//   trie.match(candidate_ids, 4, visit);    // visit(node, n) for each n-gram that a reference has
//
// An n-gram is a node; its children are keyed by (node, next symbol) in one hash table that
// stays in the first cache for a usual sentence. Keys are exact: no two n-grams are confused.
// If the n-gram that ends at a position is unknown so are all longer ones, so that match() looks up
// little more than it finds. Symbol 0 is unknown.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/interner.h"

namespace manyways::metrics {

inline constexpr int kMaxOrder = 8;

// Words to symbols from 1; 0 for a word that was not added.
class WordTable {
 public:
  void clear() { words_.clear(); }
  std::uint32_t add(std::string_view word) { return words_.add(word) + 1; }
  std::uint32_t find(std::string_view word) const {
    static_assert(Interner<char>::kNone + 1 == 0);
    return words_.find(word) + 1;
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(words_.size()); }

 private:
  Interner<char, ShortHash> words_;
};

class NgramTrie {
 public:
  // Forgets all; nodes 1 .. symbols are the unigrams.
  void reset(std::uint32_t symbols) {
    children_.clear();
    next_ = symbols + 1;
  }
  std::uint32_t nodes() const { return next_; }  // nodes are 1 .. nodes() - 1

  std::uint32_t child(std::uint32_t node, std::uint32_t symbol) const {
    const std::uint32_t* known = children_.find(key_of(node, symbol));
    return known == nullptr ? 0 : *known;
  }

  // Adds every n-gram of order 1 .. order; all symbols must be known.
  template <typename Visit>
  void add(std::span<const std::uint32_t> symbols, int order, Visit visit) {
    std::uint32_t ends[kMaxOrder] = {};
    for (const std::uint32_t symbol : symbols) {
      std::uint32_t previous = ends[0];
      ends[0] = symbol;
      visit(symbol, 0);
      for (int n = 1; n < order && previous != 0; ++n) {
        const std::uint32_t node = child_or_new(previous, symbol);
        previous = ends[n];
        ends[n] = node;
        visit(node, n);
      }
    }
  }

  // Visits every n-gram of order 1 .. order that was added before.
  template <typename Visit>
  void match(std::span<const std::uint32_t> symbols, int order, Visit visit) const {
    std::uint32_t ends[kMaxOrder + 1] = {};
    int longest = 0;  // order of the longest known n-gram that ends at the symbol before
    for (const std::uint32_t symbol : symbols) {
      if (symbol == 0) {
        longest = 0;
        continue;
      }
      std::uint32_t previous = ends[0];
      ends[0] = symbol;
      visit(symbol, 0);
      const int limit = std::min(longest + 1, order);
      int n = 1;
      for (; n < limit; ++n) {
        const std::uint32_t node = child(previous, symbol);
        if (node == 0) break;
        previous = ends[n];
        ends[n] = node;
        visit(node, n);
      }
      longest = n;
    }
  }

 private:
  static std::uint64_t key_of(std::uint32_t node, std::uint32_t symbol) {
    return static_cast<std::uint64_t>(node) << 32 | symbol;
  }
  std::uint32_t child_or_new(std::uint32_t node, std::uint32_t symbol) {
    const auto [child, fresh] = children_.insert(key_of(node, symbol), next_);
    next_ += fresh;
    return *child;
  }

  HashMap<std::uint64_t, std::uint32_t> children_{256};
  std::uint32_t next_ = 1;
};

}  // namespace manyways::metrics
