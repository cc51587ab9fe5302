// Gives equal sequences the same number: 0, 1, 2, ... in order of arrival.
//
// All elements lie in one array; sequence `id` is values()[offsets()[id] .. offsets()[id + 1]),
// which is also the form in which a table file keeps them. add is O(length), at() is O(1).
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

#include "base/hash.h"

namespace manyways::phrases {

template <typename T>
class Interner {
 public:
  Interner() : offsets_{0}, slots_(1024, kEmpty) {}

  std::uint32_t add(std::span<const T> sequence) {
    std::size_t slot = hash_bytes(sequence.data(), sequence.size_bytes()) & (slots_.size() - 1);
    while (slots_[slot] != kEmpty) {
      if (std::ranges::equal(at(slots_[slot]), sequence)) return slots_[slot];
      slot = (slot + 1) & (slots_.size() - 1);
    }
    if (size() >= kEmpty) throw std::length_error("too many distinct sequences");
    const auto id = static_cast<std::uint32_t>(size());
    values_.insert(values_.end(), sequence.begin(), sequence.end());
    offsets_.push_back(values_.size());
    slots_[slot] = id;
    if (size() * 2 > slots_.size()) grow();
    return id;
  }

  std::span<const T> at(std::uint32_t id) const {
    return std::span<const T>(values_).subspan(offsets_[id], offsets_[id + 1] - offsets_[id]);
  }
  std::size_t size() const { return offsets_.size() - 1; }
  const std::vector<T>& values() const { return values_; }
  const std::vector<std::uint64_t>& offsets() const { return offsets_; }

 private:
  static constexpr std::uint32_t kEmpty = ~std::uint32_t{0};

  void grow() {
    slots_.assign(slots_.size() * 2, kEmpty);
    for (std::uint32_t id = 0; id < size(); ++id) {
      std::size_t slot = hash_bytes(at(id).data(), at(id).size_bytes()) & (slots_.size() - 1);
      while (slots_[slot] != kEmpty) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = id;
    }
  }

  std::vector<T> values_;
  std::vector<std::uint64_t> offsets_;
  std::vector<std::uint32_t> slots_;
};

}  // namespace manyways::phrases
