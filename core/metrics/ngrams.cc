#include "metrics/ngrams.h"

namespace manyways::metrics {

void WordTable::clear() {
  std::fill(slots_.begin(), slots_.end(), 0);
  entries_.resize(1);
  bytes_.clear();
}

std::uint32_t WordTable::add(std::string_view word) {
  if (const std::uint32_t known = find(word); known != 0) return known;
  if (entries_.size() * 2 > slots_.size()) grow();
  const std::uint64_t hash = hash_word(word);
  const auto id = static_cast<std::uint32_t>(entries_.size());
  entries_.push_back({hash, bytes_.size(), word.size()});
  bytes_.append(word);
  std::size_t slot = hash & mask_;
  while (slots_[slot] != 0) slot = (slot + 1) & mask_;
  slots_[slot] = id;
  return id;
}

void WordTable::grow() {
  slots_.assign(slots_.size() * 2, 0);
  mask_ = slots_.size() - 1;
  for (std::uint32_t id = 1; id < entries_.size(); ++id) {
    std::size_t slot = entries_[id].hash & mask_;
    while (slots_[slot] != 0) slot = (slot + 1) & mask_;
    slots_[slot] = id;
  }
}

void NgramTrie::reset(std::uint32_t symbols) {
  std::fill(slots_.begin(), slots_.end(), Slot{0, 0});
  used_ = 0;
  next_ = symbols + 1;
}

std::uint32_t NgramTrie::child_or_new(std::uint32_t node, std::uint32_t symbol) {
  const std::uint64_t key = key_of(node, symbol);
  std::size_t slot = slot_of(key);
  for (; slots_[slot].key != 0; slot = (slot + 1) & mask_)
    if (slots_[slot].key == key) return slots_[slot].node;
  slots_[slot] = {key, next_};
  if (++used_ * 2 > slots_.size()) grow();
  return next_++;
}

void NgramTrie::grow() {
  std::vector<Slot> old(slots_.size() * 2, Slot{0, 0});
  old.swap(slots_);
  mask_ = slots_.size() - 1;
  --shift_;
  for (const Slot& entry : old) {
    if (entry.key == 0) continue;
    std::size_t slot = slot_of(entry.key);
    while (slots_[slot].key != 0) slot = (slot + 1) & mask_;
    slots_[slot] = entry;
  }
}

}  // namespace manyways::metrics
