#include "phrases/lexicon.h"

#include <algorithm>

#include "base/hash.h"
#include "phrases/partition.h"

namespace manyways::phrases {
Lexicon::Lexicon(const LinkedText& text) : slots_(1024) {
  SentenceLinks links;
  for (std::size_t s = 0; s < text.size(); ++s) {
    const auto source = text.source(s), target = text.target(s);
    links.assign(text.links_of(s), source.size(), target.size());
    for (std::size_t i = 0; i < source.size(); ++i) {
      if (links.of_source(i).empty()) add(source[i], kNullWord);
      for (const std::uint16_t j : links.of_source(i)) add(source[i], target[j]);
    }
    for (std::size_t j = 0; j < target.size(); ++j) {
      if (links.of_target(j).empty()) add(kNullWord, target[j]);
    }
  }
}

std::uint32_t& Lexicon::total(std::vector<std::uint32_t>& totals, WordId word) {
  const std::size_t index = static_cast<WordId>(word + 1);  // NULL wraps to 0
  if (index >= totals.size()) totals.resize(std::max(index + 1, totals.size() * 2));
  return totals[index];
}

void Lexicon::add(WordId source, WordId target) {
  Entry& entry = slots_[find_slot(source, target)];
  const bool is_new = entry.count == 0;
  entry = {source, target, entry.count + 1};
  ++total(source_totals_, source);
  ++total(target_totals_, target);
  if (is_new && ++used_ * 2 > slots_.size()) grow();
}

std::size_t Lexicon::find_slot(WordId source, WordId target) const {
  const std::uint64_t key = std::uint64_t{source} << 32 | target;
  std::size_t slot = mix64(key) & (slots_.size() - 1);
  while (slots_[slot].count != 0 &&
         (slots_[slot].source != source || slots_[slot].target != target)) {
    slot = (slot + 1) & (slots_.size() - 1);
  }
  return slot;
}

void Lexicon::grow() {
  std::vector<Entry> old(slots_.size() * 2);
  old.swap(slots_);
  for (const Entry& entry : old) {
    if (entry.count != 0) slots_[find_slot(entry.source, entry.target)] = entry;
  }
}

std::vector<Lexicon::Entry> Lexicon::entries() const {
  std::vector<Entry> found;
  std::copy_if(slots_.begin(), slots_.end(), std::back_inserter(found),
               [](const Entry& entry) { return entry.count != 0; });
  std::sort(found.begin(), found.end(), [](const Entry& a, const Entry& b) {
    return std::pair(a.source, a.target) < std::pair(b.source, b.target);
  });
  return found;
}

double Lexicon::target_given_source(WordId source, WordId target) const {
  const std::uint32_t count = slots_[find_slot(source, target)].count;
  return count == 0 ? 0.0 : double(count) / source_totals_[static_cast<WordId>(source + 1)];
}

double Lexicon::source_given_target(WordId source, WordId target) const {
  const std::uint32_t count = slots_[find_slot(source, target)].count;
  return count == 0 ? 0.0 : double(count) / target_totals_[static_cast<WordId>(target + 1)];
}

WordWeights::WordWeights(const LinkedText& text, const Lexicon& lexicon, unsigned threads)
    : source(text.source_words.size()), target(text.target_words.size()) {
  parallel_blocks(text, threads, [&](std::size_t, std::size_t first, std::size_t last) {
    SentenceLinks links;
    for (std::size_t s = first; s < last; ++s) {
      const auto f = text.source(s), e = text.target(s);
      links.assign(text.links_of(s), f.size(), e.size());
      float* source_out = source.data() + text.source_offsets[s];
      for (std::size_t i = 0; i < f.size(); ++i) {
        const auto linked = links.of_source(i);
        double sum = linked.empty() ? lexicon.source_given_target(f[i], kNullWord) : 0.0;
        for (const std::uint16_t j : linked) sum += lexicon.source_given_target(f[i], e[j]);
        source_out[i] = static_cast<float>(sum / std::max<std::size_t>(1, linked.size()));
      }
      float* target_out = target.data() + text.target_offsets[s];
      for (std::size_t j = 0; j < e.size(); ++j) {
        const auto linked = links.of_target(j);
        double sum = linked.empty() ? lexicon.target_given_source(kNullWord, e[j]) : 0.0;
        for (const std::uint16_t i : linked) sum += lexicon.target_given_source(f[i], e[j]);
        target_out[j] = static_cast<float>(sum / std::max<std::size_t>(1, linked.size()));
      }
    }
  });
}

}  // namespace manyways::phrases
