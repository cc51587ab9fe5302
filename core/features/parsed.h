// Trees as a parser of many texts gives them, in columns: what the model of trees reads in place.
//
//   ParsedView parsed{...};
//   parsed.check();
//   BracketTree tree;
//   tree.build(parsed, row);
//
// Tree t has the constituents offsets[t] .. offsets[t + 1], in preorder: label, first word and the one behind
// its last, counted within the text. Its words are words[word_offsets[t] ..), with a tag each. Words and tags are no
// constituents.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/ids.h"
#include "base/vocabulary.h"

namespace manyways::features {

struct ParsedView {
  std::span<const std::int64_t> offsets;
  std::span<const std::uint16_t> labels;
  std::span<const std::uint32_t> begins, ends;
  std::span<const std::int64_t> word_offsets;
  std::span<const std::uint16_t> tags;
  std::span<const WordId> words;

  std::size_t size() const { return offsets.empty() ? 0 : offsets.size() - 1; }
  // Throws std::invalid_argument unless the columns fit each other, and all numbers these sizes.
  void check(std::size_t label_names, std::size_t tag_names, std::size_t vocabulary) const;
};

// The hashes of names and words, by their numbers.
struct ParsedNames {
  ParsedNames(const std::vector<std::string>& labels, const std::vector<std::string>& tags,
              const Vocabulary& vocabulary);
  std::vector<std::uint64_t> labels, tags, words;
  std::vector<bool> is_verb_phrase;  // by label
};

}  // namespace manyways::features
