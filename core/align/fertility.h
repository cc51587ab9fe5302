// Fertility: words that answer to several, found after one-to-one links are known.
//
//   FertilitySettings settings;
//   settings.passes = 5;
//   add_further_links(pairs, forms, settings, threads, links);      // adds to `links`
//
// Directions that were trained to agree (aligner.h) link a word to one partner: of `am`, "at the",
// the article stays free. Here every free word is the further word of some word of the other side,
// or of NULL. A word e brings along f as a further word at a rate, the expected number of times in
// one occurrence of e; NULL does so at a rate per sentence. A free word f at position j belongs to
// the word at position i with probability
//
//   rate(e_i, f_j) weight(distance)^0.3 / (the sum of the same over all i, + rate(NULL, f_j)),
//
// distance being that of j to the nearest partner of i, in classes; a word without a partner is a
// class of its own and is also credited with the links of its type, so that two free words that are
// often linked find each other. EM estimates rates and weights:
//
//   rate(e, f) = count(e, f) / (occurrences of e + prior).
//
// A link is added where the probability is above `threshold` and the rate above `least_rate` and
// above the number of times the word is free in a sentence at all: "the" is free so often that it
// is found beside anything. So the fertility of a word is one more than the sum of its rates.
// Punctuation takes no part. Both directions start from the links given; a link that both find
// counts once, with the probability of the first.
//
// This is the head and the further words of IBM Model 4 (Brown et al. 1993), with the HMM's links
// as heads. A pass is linear in free words times sentence length. No ties: all above the threshold
// are taken. Sums do not depend on the threads.
#pragma once

#include "align/forms.h"
#include "align/links.h"
#include "align/pairs.h"

namespace manyways::align {

struct FertilitySettings {
  int passes = 0;            // 0: no further links
  double prior = 20;         // occurrences without further words
  float threshold = 0.7f;    // least probability of a link
  float least_rate = 0.05f;  // of a word to bring along another
};

// `links` are those of the text of `pairs`; `forms` may be empty.
void add_further_links(const PairIndex& pairs, const WordForms& forms,
                       const FertilitySettings& settings, unsigned threads, Links& links);

}  // namespace manyways::align
