// What a tagger and a parser know of words: which tags they had, which class, and how they are spelt.
//
//   LexiconParts parts = learn_lexicon(words, tags, ...);        // from tagged text
//   Lexicon lexicon(file, "tag_");                               // or mapped, out of a model
//   WordFacts facts = lexicon.facts("houses");
//
// Facts are ready to be parts of features: hashes of the word, of its beginning and end in lower
// case, of its shape, of its place in the tree of word classes. They are made once for each word of a
// vocabulary, however often it stands in the lists.
//
// A set is a set of tags. `possible` is the one that a word was seen with, as a feature also of its
// neighbours: it tells, before they are tagged, what they can be. `allowed` is the one that a frequent word
// is tagged from. Set 0 is empty: nothing is known, and everything is allowed.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ragged.h"
#include "base/section_file.h"
#include "base/vocabulary.h"

namespace manyways::syntax {

using Tag = std::uint16_t;
inline constexpr std::size_t kMostTags = 4096;

struct WordFacts {
  static constexpr std::size_t kEnds = 5, kStarts = 4, kClasses = 4;

  std::uint64_t word = 0, lower = 0, shape = 0;
  std::array<std::uint64_t, kEnds> end{};      // the last 1 .. 5 letters; 0 if the word is shorter
  std::array<std::uint64_t, kStarts> start{};  // the first 1 .. 4
  std::array<std::uint64_t, kClasses>
      classes{};  // the first 4, 6 and 10 bits of its class, and all
  std::uint32_t possible = 0, allowed = 0;
};

// What stands before and behind a sentence.
WordFacts boundary_facts(unsigned number);

struct LexiconSettings {
  std::uint32_t known = 3;      // occurrences of a word whose possible tags are told
  double share = 0.05;          // of its occurrences that a possible tag has
  std::uint32_t frequent = 20;  // occurrences of a word that has no other tags than those seen
};

// A class as a number: its bits behind a 1, at most 31 of them; 0 is no class.
using ClassCode = std::uint32_t;

struct LexiconParts {
  Vocabulary words;
  std::vector<std::uint32_t> possible, allowed;  // sets, by word
  std::vector<ClassCode> classes;                // by word
  Ragged<Tag> sets;                              // each sorted; set 0 is empty
};

// From words and their tags. class_of: by word of the vocabulary, or empty.
LexiconParts learn_lexicon(std::span<const WordId> ids, std::span<const Tag> tags,
                           const Vocabulary& vocabulary, std::size_t tag_count,
                           std::span<const ClassCode> class_of, const LexiconSettings& settings);

class Lexicon {
 public:
  Lexicon() = default;
  explicit Lexicon(const LexiconParts& parts);
  // Throws InputError if a section is missing or not sound.
  Lexicon(const SectionFile& file, const std::string& prefix, std::size_t tag_count);

  WordFacts facts(std::string_view word) const;
  std::span<const Tag> set(std::uint32_t number) const { return sets_[number]; }
  void save(SectionWriter& writer, const std::string& prefix) const;

 private:
  VocabularyView words_;
  std::span<const std::uint32_t> possible_, allowed_;
  std::span<const ClassCode> classes_;
  RaggedView<Tag> sets_;
};

}  // namespace manyways::syntax
