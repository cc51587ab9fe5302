#include "combine/words.h"

#include <algorithm>

namespace manyways::combine {

std::vector<Input> inputs_of(const Lists& lists, std::size_t sentence, bool merge) {
  const auto begin = static_cast<std::size_t>(lists.sentence_offsets[sentence]);
  const auto end = static_cast<std::size_t>(lists.sentence_offsets[sentence + 1]);
  std::vector<Input> inputs;
  double sum = 0;
  for (std::size_t c = begin; c < end; ++c) {
    const auto words = lists.candidate(c);
    if (words.empty()) continue;
    const std::uint64_t member = std::uint64_t{1} << (c - begin);
    sum += lists.votes[c];
    const auto same = merge ? std::find_if(inputs.begin(), inputs.end(),
                                           [&](const Input& one) {
                                             return std::equal(words.begin(), words.end(),
                                                               one.words.begin(), one.words.end());
                                           })
                            : inputs.end();
    if (same != inputs.end()) {
      same->vote += lists.votes[c];
      same->members |= member;
    } else {
      inputs.push_back(
          {words, lists.votes[c], member, static_cast<std::int32_t>(c - begin), lists.systems[c]});
    }
  }
  std::size_t members = 0;
  for (const Input& input : inputs)
    members += static_cast<std::size_t>(std::popcount(input.members));
  for (Input& input : inputs) {
    input.vote =
        sum > 0 ? input.vote / sum : std::popcount(input.members) / static_cast<double>(members);
  }
  return inputs;
}

MaskSums::MaskSums(std::span<const double> values)
    : bytes_((values.size() + 7) / 8), sums_(bytes_ * 256, 0.0) {
  for (std::size_t b = 0; b < bytes_; ++b) {
    for (std::size_t mask = 1; mask < 256; ++mask) {
      const auto lowest = static_cast<std::size_t>(std::countr_zero(mask));
      const std::size_t at = b * 8 + lowest;
      sums_[b * 256 + mask] =
          sums_[b * 256 + (mask & (mask - 1))] + (at < values.size() ? values[at] : 0.0);
    }
  }
}

}  // namespace manyways::combine
