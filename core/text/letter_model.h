// How words of a language are spelt: each letter by the four before it.
//
//   LetterModel model(words);                        // every word counts once
//   double log_p = model.score(before, 'e');         // before: the letters so far
//   log_p += model.end(before);
//
// Counts of all orders are joined as by Witten and Bell (1991): a context that was seen before n times,
// with k different letters, leaves k of n + k to the shorter one. Building is linear in the letters of
// the words; a question takes up to ten look-ups.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/hash_table.h"
#include "base/text_column.h"

namespace manyways::text {

class LetterModel {
 public:
  explicit LetterModel(const TextView& words);

  // Natural logarithms.
  double score(std::u32string_view before, char32_t letter) const;
  double end(std::u32string_view before) const { return score(before, kEnd); }
  double word(std::u32string_view letters) const;  // all of it, and its end

 private:
  static constexpr char32_t kStart = 1, kEnd = 2;  // no letters of any text
  struct Seen {
    std::uint32_t times = 0, kinds = 0;
  };
  void add(const std::u32string& padded);

  HashMap<std::uint64_t, Seen> contexts_;
  HashMap<std::uint64_t, std::uint32_t> grams_;
};

}  // namespace manyways::text
