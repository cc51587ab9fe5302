#include "phrases/lexicon.h"

#include <algorithm>

#include "phrases/partition.h"

namespace manyways::phrases {
namespace {

std::uint64_t key_of(WordId source, WordId target) { return std::uint64_t{source} << 32 | target; }

}  // namespace

Lexicon::Lexicon(const LinkedText& text) {
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
  ++*counts_.insert(key_of(source, target), 0).first;
  ++total(source_totals_, source);
  ++total(target_totals_, target);
}

std::uint32_t Lexicon::count(WordId source, WordId target) const {
  const std::uint32_t* found = counts_.find(key_of(source, target));
  return found == nullptr ? 0 : *found;
}

std::vector<Lexicon::Entry> Lexicon::entries() const {
  std::vector<Entry> found;
  found.reserve(counts_.size());
  counts_.for_each([&](std::uint64_t key, std::uint32_t count) {
    found.push_back({static_cast<WordId>(key >> 32), static_cast<WordId>(key), count});
  });
  std::sort(found.begin(), found.end(), [](const Entry& a, const Entry& b) {
    return std::pair(a.source, a.target) < std::pair(b.source, b.target);
  });
  return found;
}

double Lexicon::target_given_source(WordId source, WordId target) const {
  const std::uint32_t links = count(source, target);
  return links == 0 ? 0.0 : double(links) / source_totals_[static_cast<WordId>(source + 1)];
}

double Lexicon::source_given_target(WordId source, WordId target) const {
  const std::uint32_t links = count(source, target);
  return links == 0 ? 0.0 : double(links) / target_totals_[static_cast<WordId>(target + 1)];
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
