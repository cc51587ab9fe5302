// Numbers 64-bit keys in the order in which they come.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/hash.h"

namespace manyways::exact {

class IdTable {
 public:
  IdTable() : slots_(1024, 0) {}
  std::uint32_t find_or_add(std::uint64_t key) {
    std::size_t slot = mix64(key) & (slots_.size() - 1);
    for (; slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1)) {
      if (keys_[slots_[slot] - 1] == key) return slots_[slot] - 1;
    }
    keys_.push_back(key);
    slots_[slot] = static_cast<std::uint32_t>(keys_.size());
    if (2 * keys_.size() > slots_.size()) grow();
    return static_cast<std::uint32_t>(keys_.size() - 1);
  }
  // Of a key that is there.
  std::uint32_t find(std::uint64_t key) const {
    std::size_t slot = mix64(key) & (slots_.size() - 1);
    while (keys_[slots_[slot] - 1] != key) slot = (slot + 1) & (slots_.size() - 1);
    return slots_[slot] - 1;
  }
  std::uint64_t key(std::uint32_t id) const { return keys_[id]; }
  std::size_t size() const { return keys_.size(); }

 private:
  void grow() {
    slots_.assign(slots_.size() * 4, 0);
    for (std::uint32_t i = 0; i < keys_.size(); ++i) {
      std::size_t slot = mix64(keys_[i]) & (slots_.size() - 1);
      while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
      slots_[slot] = i + 1;
    }
  }
  std::vector<std::uint64_t> keys_;
  std::vector<std::uint32_t> slots_;  // 1 + id
};

}  // namespace manyways::exact
