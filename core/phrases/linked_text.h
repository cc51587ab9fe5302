// Sentence pairs with word links: what phrases and rules are learnt from.
//
// A bitext (base/bitext.h) with the links of sentence s in links[link_offsets[s] .. link_offsets[s +
// 1]), positions counted from 0.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/bitext.h"

namespace manyways::phrases {

struct WordLink {
  std::uint16_t source, target;
};

inline constexpr std::size_t kLongestSentence = 65535;

struct LinkedText : Bitext {
  std::span<const WordLink> links;
  std::span<const std::int64_t> link_offsets;

  std::span<const WordLink> links_of(std::size_t s) const {
    const auto begin = static_cast<std::size_t>(link_offsets[s]);
    return links.subspan(begin, static_cast<std::size_t>(link_offsets[s + 1]) - begin);
  }
};

// As Bitext::check, and InputError (with the number of the sentence as its line) if a sentence is too
// long or a link points outside its sentence.
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
