// What a tagger looks at: the word and two on either side, and the two tags before.
//
// Features that do not depend on tags (fixed_features) are asked for once per word, those that do
// (state_features) once for each hypothesis. tests/oracles/tagger.py has the same list, word for word.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "syntax/lexicon.h"
#include "syntax/weights.h"

namespace manyways::syntax {

inline constexpr std::size_t kTagAhead = 2, kTagBehind = 2;  // words that features look at
inline constexpr Tag kNoTag = kMostTags;                     // before the sentence

// The numbers of features, as many as there are.
template <std::size_t Most>
struct Keys {
  std::array<std::uint64_t, Most> keys;
  std::size_t count = 0;

  template <typename... Values>
  void add(std::uint64_t number, Values... values) {
    keys[count++] = feature_key(number, values...);
  }
  std::span<const std::uint64_t> view() const { return {keys.data(), count}; }
};
using FixedKeys = Keys<80>;
using StateKeys = Keys<12>;

// One sentence, two boundaries on either side. Guides are tags of another kind, one per word, that
// somebody else gave; none if there are none.
struct TagContext {
  std::span<const WordFacts* const> words;  // word i is words[i + kTagBehind]
  std::span<const std::uint16_t> guides;

  std::size_t size() const { return words.size() - kTagBehind - kTagAhead; }
  const WordFacts& at(std::size_t i, int by) const {
    return *words[static_cast<std::size_t>(static_cast<std::ptrdiff_t>(i + kTagBehind) + by)];
  }
  std::uint64_t guide(std::size_t i, int by) const {
    const auto at = static_cast<std::ptrdiff_t>(i) + by;
    const bool inside = at >= 0 && at < static_cast<std::ptrdiff_t>(guides.size());
    return inside ? guides[static_cast<std::size_t>(at)] : kMostTags;
  }
};

inline void fixed_features(const TagContext& context, std::size_t i, FixedKeys& keys) {
  const WordFacts &w = context.at(i, 0), &before = context.at(i, -1), &after = context.at(i, 1);
  const WordFacts &before2 = context.at(i, -2), &after2 = context.at(i, 2);
  keys.count = 0;
  keys.add(0, 0);
  keys.add(1, w.word);
  keys.add(2, w.lower);
  keys.add(3, w.shape);
  keys.add(4, w.shape, i == 0);
  for (std::size_t n = 0; n < WordFacts::kEnds && w.end[n] != 0; ++n) keys.add(10 + n, w.end[n]);
  for (std::size_t n = 0; n < WordFacts::kStarts && w.start[n] != 0; ++n) {
    keys.add(15 + n, w.start[n]);
  }
  keys.add(20, before.lower);
  keys.add(21, before2.lower);
  keys.add(22, after.lower);
  keys.add(23, after2.lower);
  keys.add(24, before.lower, w.lower);
  keys.add(25, w.lower, after.lower);
  keys.add(26, before.lower, after.lower);
  keys.add(27, before2.lower, before.lower);
  keys.add(28, after.lower, after2.lower);
  keys.add(29, after.end[2]);
  keys.add(30, before.end[2]);
  keys.add(31, before.shape, w.shape);
  keys.add(32, w.shape, after.shape);
  keys.add(33, w.possible);
  keys.add(34, after.possible);
  keys.add(35, after.possible, after2.possible);
  keys.add(36, w.possible, after.possible);
  keys.add(37, before.possible, w.possible, after.possible);
  keys.add(38, w.end[2], after.possible);
  keys.add(39, w.possible, w.shape);
  if (w.classes[3] != 0) {
    for (std::size_t n = 0; n < WordFacts::kClasses; ++n) keys.add(40 + n, w.classes[n]);
    keys.add(44, w.classes[1], w.end[1]);
  }
  if (before.classes[3] != 0) {
    keys.add(45, before.classes[3]);
    keys.add(46, before.classes[1], w.possible);
  }
  if (after.classes[3] != 0) {
    keys.add(47, after.classes[3]);
    keys.add(48, after.classes[1], w.possible);
    keys.add(49, after.classes[2], w.lower);
  }
  if (context.guides.empty()) return;
  const std::uint64_t guide = context.guide(i, 0);
  keys.add(50, guide);
  keys.add(51, guide, w.lower);
  keys.add(52, context.guide(i, -1), guide);
  keys.add(53, guide, context.guide(i, 1));
  keys.add(54, context.guide(i, -1), guide, context.guide(i, 1));
  keys.add(55, guide, w.possible);
  keys.add(56, guide, after.lower);
  keys.add(57, guide, before.lower);
}

// tag1 is the tag of the word before, tag2 that of the one before it.
inline void state_features(const TagContext& context, std::size_t i, Tag tag2, Tag tag1,
                           StateKeys& keys) {
  const WordFacts &w = context.at(i, 0), &after = context.at(i, 1);
  keys.count = 0;
  keys.add(60, tag1);
  keys.add(61, tag2, tag1);
  keys.add(62, tag1, w.lower);
  keys.add(63, tag1, after.lower);
  keys.add(64, tag1, after.possible);
  keys.add(65, tag2, tag1, w.possible);
  keys.add(66, tag1, w.end[2]);
  keys.add(67, tag1, w.possible, after.possible);
  keys.add(68, tag2, tag1, w.lower);
  keys.add(69, tag1, w.classes[1]);
  if (!context.guides.empty()) keys.add(70, tag1, context.guide(i, 0));
}

}  // namespace manyways::syntax
