// Counting n-grams of a sentence's references once, and matching many candidates against them.
//
//   WordTable words;                        // the references' words get ids 1, 2, ...
//   NgramTrie trie;                         // and their n-grams nodes; a word's node is its id
//   trie.reset(words.size());
//   trie.add(ids, 4, visit);                // visit(node, n) for each n-gram of a reference
//   trie.match(candidate_ids, 4, visit);    // visit(node, n) for each n-gram that a reference has
//
// An n-gram is a node; its children are keyed by (node, next symbol) in one open-addressed table
// that stays in the first cache for a usual sentence. Keys are exact: no two n-grams are confused.
// If the n-gram that ends at a position is unknown so are all longer ones, so that match() looks up
// little more than it finds. Symbol 0 is unknown.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace manyways::metrics {

inline constexpr int kMaxOrder = 8;

// A quick hash for short words; reads nothing outside of the word.
inline std::uint64_t hash_word(std::string_view word) {
  const char* p = word.data();
  std::size_t n = word.size();
  std::uint64_t h = n * 0x9e3779b97f4a7c15ULL;
  const auto load = [](const char* at, std::size_t bytes) {
    std::uint64_t x = 0;
    std::memcpy(&x, at, bytes);
    return x;
  };
  for (; n > 16; n -= 8, p += 8) h = (h ^ load(p, 8)) * 0xff51afd7ed558ccdULL;
  std::uint64_t a, b;
  if (n >= 8) {
    a = load(p, 8);
    b = load(p + n - 8, 8);
  } else if (n >= 4) {
    a = load(p, 4);
    b = load(p + n - 4, 4);
  } else if (n > 0) {
    a = static_cast<unsigned char>(p[0]) |
        static_cast<std::uint64_t>(static_cast<unsigned char>(p[n / 2])) << 8;
    b = static_cast<unsigned char>(p[n - 1]);
  } else {
    a = b = 0;
  }
  h = (h ^ a) * 0xff51afd7ed558ccdULL;
  h = (h ^ (h >> 32) ^ b) * 0xc4ceb9fe1a85ec53ULL;
  return h ^ (h >> 32);
}

// Words to ids from 1; compares the words themselves when hashes agree.
class WordTable {
 public:
  void clear();
  std::uint32_t add(std::string_view word);
  std::uint32_t find(std::string_view word) const {
    const std::uint64_t hash = hash_word(word);
    for (std::size_t slot = hash & mask_;; slot = (slot + 1) & mask_) {
      const std::uint32_t id = slots_[slot];
      if (id == 0) return 0;
      const Entry& entry = entries_[id];
      if (entry.hash == hash && entry.size == word.size() &&
          word == std::string_view(bytes_.data() + entry.begin, entry.size))
        return id;
    }
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(entries_.size() - 1); }

 private:
  struct Entry {
    std::uint64_t hash;
    std::size_t begin;
    std::size_t size;
  };
  void grow();

  std::vector<std::uint32_t> slots_ = std::vector<std::uint32_t>(64, 0);
  std::size_t mask_ = 63;
  std::vector<Entry> entries_ = std::vector<Entry>(1);
  std::string bytes_;
};

class NgramTrie {
 public:
  // Forgets all; nodes 1 .. symbols are the unigrams.
  void reset(std::uint32_t symbols);
  std::uint32_t nodes() const { return next_; }  // nodes are 1 .. nodes() - 1

  std::uint32_t child(std::uint32_t node, std::uint32_t symbol) const {
    const std::uint64_t key = key_of(node, symbol);
    for (std::size_t slot = slot_of(key);; slot = (slot + 1) & mask_) {
      if (slots_[slot].key == key) return slots_[slot].node;
      if (slots_[slot].key == 0) return 0;
    }
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
  struct Slot {
    std::uint64_t key;  // 0: free (no key has node 0)
    std::uint32_t node;
  };
  static std::uint64_t key_of(std::uint32_t node, std::uint32_t symbol) {
    return static_cast<std::uint64_t>(node) << 32 | symbol;
  }
  std::size_t slot_of(std::uint64_t key) const {
    return static_cast<std::size_t>((key ^ key >> 29) * 0x9e3779b97f4a7c15ULL >> shift_);
  }
  std::uint32_t child_or_new(std::uint32_t node, std::uint32_t symbol);
  void grow();

  std::vector<Slot> slots_ = std::vector<Slot>(256);
  std::size_t mask_ = 255;
  int shift_ = 56;
  std::size_t used_ = 0;
  std::uint32_t next_ = 1;
};

}  // namespace manyways::metrics
