#include "phrases/linked_text.h"

#include <algorithm>
#include <string>

#include "base/error.h"
#include "base/offsets.h"

namespace manyways::phrases {
void check_linked_text(const LinkedText& text) {
  text.check();
  check_all_in_rows(text.link_offsets, text.links.size(), "link offsets");
  check_count(text.link_offsets.size(), text.size() + 1, "link offsets");
  for (std::size_t s = 0; s < text.size(); ++s) {
    const std::size_t source = text.source_size(s), target = text.target_size(s);
    if (source > kLongestSentence || target > kLongestSentence) {
      throw InputError("", s + 1,
                       "a sentence of " + std::to_string(std::max(source, target)) +
                           " words; expected at most 65535",
                       "Leave this sentence pair out.");
    }
    for (const WordLink link : text.links_of(s)) {
      if (link.source < source && link.target < target) continue;
      throw InputError("", s + 1,
                       "the link " + std::to_string(link.source) + "-" +
                           std::to_string(link.target) + " does not fit a pair of " +
                           std::to_string(source) + " and " + std::to_string(target) + " words",
                       "Check that the links belong to these texts, sentence by sentence.");
    }
  }
}

template <bool kBySource>
void SentenceLinks::fill(std::vector<Range>& ranges, std::size_t size) {
  std::sort(sorted_.begin(), sorted_.end(), [](WordLink a, WordLink b) {
    return kBySource ? std::pair(a.source, a.target) < std::pair(b.source, b.target)
                     : std::pair(a.target, a.source) < std::pair(b.target, b.source);
  });
  ranges.resize(size);
  std::size_t at = 0;
  for (std::size_t i = 0; i < size; ++i) {
    ranges[i].begin = static_cast<std::uint32_t>(positions_.size());
    for (; at < sorted_.size() && (kBySource ? sorted_[at].source : sorted_[at].target) == i;
         ++at) {
      const std::uint16_t other = kBySource ? sorted_[at].target : sorted_[at].source;
      if (positions_.size() > ranges[i].begin && positions_.back() == other) continue;
      positions_.push_back(other);
    }
    ranges[i].end = static_cast<std::uint32_t>(positions_.size());
  }
}

void SentenceLinks::assign(std::span<const WordLink> links, std::size_t source_size,
                           std::size_t target_size) {
  sorted_.assign(links.begin(), links.end());
  positions_.clear();
  fill<true>(by_source_, source_size);
  fill<false>(by_target_, target_size);
}

bool SentenceLinks::linked(std::size_t i, std::size_t j) const {
  const auto sources = of_target(j);
  return std::find(sources.begin(), sources.end(), i) != sources.end();
}

}  // namespace manyways::phrases
