// What the forms of one word know of each other's translations.
//
//   Kin kin(pairs, forms);
//   kin.share(counts, strength, shared);      // shared[p]: what to add to the count of pair p
//
// Rare forms are many, rare words fewer: of `brachten`, seen once, something is known from
// `brachte`. Words that begin alike (forms.h) are kin. With kin E of e and F of f, all
// probabilities out of the expected counts, the pair (e, f) is given
//
//   strength / 2 [ p(F | E) p(f | F)  +  p(E | F) p(e | E) ]:
//
// about `strength` occurrences of e, spread as its kin are translated, and the same for f. Pairs of
// two words without kin are given nothing. Linear in the pairs; sums are in the order of the words.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "align/forms.h"
#include "align/pairs.h"

namespace manyways::align {

class Kin {
 public:
  // `pairs` must outlive it. Without stems in `forms` nobody has kin.
  Kin(const PairIndex& pairs, const WordForms& forms);

  bool empty() const { return words_.empty(); }
  void share(std::span<const float> counts, float strength, std::vector<float>& shared) const;

 private:
  // Words of one side: how often each is linked, and each stem.
  struct Sums {
    std::vector<double> word, stem;
  };
  void add_up(std::span<const float> counts, Sums& source, Sums& target) const;

  const PairIndex* pairs_;
  std::vector<WordId> words_;                  // source words, by stem
  std::vector<std::uint32_t> starts_;          // of each source stem in words_
  std::vector<std::uint32_t> target_stem_;     // of each target word
  std::vector<std::uint32_t> target_members_;  // of each target stem: how many
};

}  // namespace manyways::align
