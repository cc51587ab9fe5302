// Numbers known by the hashes of what they belong to, in a file that is mapped: 8 bytes a key, 4 a
// value, about 2 more to find them by.
//
//   HashedTable::write(path, "five-grams", {{hash, 1.0f}, ...});     // any order; equal keys: the last
//   HashedTable table(path, "five-grams");
//   const float* value = table.find(hash);                            // nullptr: not there
//
// Keys are sorted, and the highest bits of a key say where to look: one or two memory accesses, for
// any size. The things themselves are not kept: a foreign one is taken for one of n with probability
// n / 2^64. Opening reads the header; blocks are verified when they are first looked at.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/section_file.h"

namespace manyways::features {

struct Hashed {
  std::uint64_t key;
  float value;
};

class HashedTable {
 public:
  HashedTable(const std::string& path, std::string_view kind);

  std::size_t size() const { return keys_.size(); }
  const float* find(std::uint64_t key) const;
  bool contains(std::uint64_t key) const { return find(key) != nullptr; }
  void verify() const { file_.verify_all(); }

  // Values must be finite. Throws InputError when the file cannot be written.
  static void write(const std::string& path, std::string_view kind, std::vector<Hashed>&& entries);

 private:
  SectionFile file_;
  std::span<const std::uint64_t> keys_;
  std::span<const std::uint64_t> starts_;  // of the keys with the same highest bits, and the end
  std::span<const float> values_;
  unsigned shift_ = 0;
};

// The hash of a word, the same on every machine.
std::uint64_t word_hash(std::string_view word);

}  // namespace manyways::features
