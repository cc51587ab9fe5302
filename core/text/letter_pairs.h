// Which word pairs are one word in two scripts, and which letters stand for which.
//
//   std::vector<double> chances = chances_of(sources, targets, names, threads);
//   std::vector<LetterUnit> units = learn_units(sources, targets, chances, threads);
//
// Row i of both columns is a pair of words that were linked to each other, in lower case: most are
// translations, some (names, loan words) are the same word spelt in another script. Each pair is drawn
// either from a source of spellings, which writes one unit after the other, or from noise, which
// writes letters of both sides independently (Sajjad, Fraser and Schmid 2012):
//
//   p(s, t) = chance * sum over ways to cut (s, t) into units of prod p(unit)
//             + (1 - chance) * prod p(letter of s) * prod p(letter of t)
//
// Units are a letter of either side or one of both. Units and chances are estimated by expectation
// maximisation. Pairs that are names (a capital says so) have a chance of their own, and begin with a
// high one: without that the sum finds other things that letters tell, such as endings of verbs.
//
// learn_units goes on with what was found, each pair weighted: units of a source letter and up to two
// letters of the target, which know `sh` and vowels that the other script does not write.
//
// Words of more than 40 letters and letters beyond the 127 most frequent of a side are left out. An
// iteration takes O(letters of s * letters of t) for each pair. Sums are added up in blocks of pairs,
// in their order: the same for any number of threads.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "base/text_column.h"

namespace manyways::text {

// 0 stands for no letter.
struct LetterUnit {
  char32_t source;
  std::array<char32_t, 2> target;
  double probability;  // of all units
};

// How probable it is of each pair that it is one word in two scripts. names: 1 for a name. Throws
// std::invalid_argument unless there is one of each.
std::vector<double> chances_of(const TextView& sources, const TextView& targets,
                               std::span<const std::uint8_t> names, unsigned threads);

// Units in the order of their letters' frequency. weights: what each pair counts.
std::vector<LetterUnit> learn_units(const TextView& sources, const TextView& targets,
                                    std::span<const double> weights, unsigned threads);

}  // namespace manyways::text
