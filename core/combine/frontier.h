// A new sentence out of several, word by word: the search of MEMT (Heafield and Lavie 2010).
//
//   FrontierSettings settings{.beam = 500, .size = 300};
//   Combined found = combine_frontiers(words, lists, {}, settings, weights, systems, threads);
//
// Every input has a frontier, its first word that is not used yet. A hypothesis grows by the frontier word
// of some input; this uses the word and, in every other input, the word that is linked to it (match.h).
// It may end when some input is used up. With `go_on` it also grows by the word that stands right behind its
// last one in some input, if that is not used, and ends where that is the end: words before it that nobody
// wants then do not block an input. So that inputs stay in step, a horizon drops words of laggards:
//
//   length     while the least frontier is more than `radius` words behind the farthest, it moves on;
//   alignment  an input moves on unless inputs with `stay` of the votes find it not too far behind: behind
//              their own frontier, seen through the nearest links, by `radius` words at most.
//
// Inputs that are used up neither push nor are pushed. With `alignment_phrases` a run of two or more words
// that another input has in the same order, once begun, is finished; with `punctuation_phrases` signs go
// with the word before them, and the other inputs' signs are skipped. No sentence is longer than the
// longest input and `radius` words more.
//
// Features, in this order: for each language model its log probability `LM0` and words it does not know
// `OOV0`; `words`; votes. Votes: run(s) is the number of last words that stand next to each other in input
// s, too, as links see it; <s> and </s> are linked everywhere. `exact:k` is, summed over the words, the
// share of votes of inputs with run >= k where only exact links count, `any:k` the same with all links. For
// k <= `individual` there is a feature for each system instead, `any:k:NAME`.
//
// Search goes by length, with the `beam` best hypotheses of each; those with the same past as far as the
// future can see are joined, and the k-best list comes from the lattice of all that was kept. If nothing
// was dropped, or nothing that could have become better than the last of the list, the list is proved to be
// the k best (`optimal`). What was dropped cannot become better than its score and, for each word that there is
// still room for, the best of the words that are left: with all votes of the inputs that have them, and language
// models that are certain of them. That is `above`, which no sentence surpasses; it is not known with `normalise`
// or a negative weight of a language model. With
// `normalise`, scores and features of finished sentences are divided by their words (</s> counted) before
// they are compared. Equal scores: the earlier hypothesis, then the earlier input.
//
// Cost: votes are masks of inputs, 64 at a time; words of several inputs that are linked alike are one
// extension. About 10 ms for 15 inputs of 25 words with a beam of 500.
#pragma once

#include <string>
#include <vector>

#include "combine/match.h"
#include "combine/paths.h"
#include "combine/words.h"

namespace manyways::combine {

enum class Horizon { kLength, kAlignment };

struct FrontierSettings {
  unsigned beam = 500;
  unsigned size = 1;  // of the list
  Horizon horizon = Horizon::kLength;
  unsigned radius = 7;
  double stay = 0.8;
  bool go_on = true;
  bool alignment_phrases = false, punctuation_phrases = false;
  unsigned exact_order = 2, any_order = 4;
  unsigned individual = 0;
  bool normalise = false;
};

std::vector<std::string> frontier_features(const FrontierSettings& settings, std::size_t models,
                                           const std::vector<std::string>& systems);

// weights: one for each feature. systems: names, for individual features. Blocks of sentences are done by
// threads, which change no result.
Combined combine_frontiers(const Words& words, const Lists& lists, const MatchSettings& matching,
                           const FrontierSettings& settings, std::span<const double> weights,
                           const std::vector<std::string>& systems, unsigned threads);

}  // namespace manyways::combine
