// Sentence pairs with word links: what phrases and rules are learnt from.
//
// All of a side's words lie in one array; sentence s is words[offsets[s] .. offsets[s + 1]). Links
// of sentence s are links[link_offsets[s] .. link_offsets[s + 1]), positions counted from 0.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/ids.h"

namespace manyways::phrases {

struct WordLink {
  std::uint16_t source, target;
};

inline constexpr std::size_t kLongestSentence = 65535;

struct LinkedText {
  std::span<const WordId> source_words, target_words;
  std::span<const std::int64_t> source_offsets, target_offsets, link_offsets;
  std::span<const WordLink> links;

  std::size_t size() const { return source_offsets.empty() ? 0 : source_offsets.size() - 1; }
  std::span<const WordId> source(std::size_t s) const {
    return source_words.subspan(static_cast<std::size_t>(source_offsets[s]), source_size(s));
  }
  std::span<const WordId> target(std::size_t s) const {
    return target_words.subspan(static_cast<std::size_t>(target_offsets[s]), target_size(s));
  }
  std::size_t source_size(std::size_t s) const {
    return static_cast<std::size_t>(source_offsets[s + 1] - source_offsets[s]);
  }
  std::size_t target_size(std::size_t s) const {
    return static_cast<std::size_t>(target_offsets[s + 1] - target_offsets[s]);
  }
  std::span<const WordLink> links_of(std::size_t s) const {
    const auto begin = static_cast<std::size_t>(link_offsets[s]);
    return links.subspan(begin, static_cast<std::size_t>(link_offsets[s + 1]) - begin);
  }
};

// Throws std::invalid_argument if the arrays do not fit together, InputError (with the number of
// the sentence as its line) if a sentence is too long or a link points outside its sentence.
void check_linked_text(const LinkedText& text);

// The links of one sentence from both sides. Reuse one object for many sentences.
class SentenceLinks {
 public:
  // Links may come in any order and twice; each counts once.
  void assign(std::span<const WordLink> links, std::size_t source_size, std::size_t target_size);

  std::size_t source_size() const { return by_source_.size(); }
  std::size_t target_size() const { return by_target_.size(); }
  // Positions on the other side, ascending.
  std::span<const std::uint16_t> of_source(std::size_t i) const { return slice(by_source_[i]); }
  std::span<const std::uint16_t> of_target(std::size_t j) const { return slice(by_target_[j]); }
  bool linked(std::size_t i, std::size_t j) const;

 private:
  struct Range {
    std::uint32_t begin, end;
  };
  std::span<const std::uint16_t> slice(Range range) const {
    return std::span<const std::uint16_t>(positions_).subspan(range.begin, range.end - range.begin);
  }
  template <bool kBySource>
  void fill(std::vector<Range>& ranges, std::size_t size);

  std::vector<WordLink> sorted_;
  std::vector<std::uint16_t> positions_;
  std::vector<Range> by_source_, by_target_;
};

}  // namespace manyways::phrases
