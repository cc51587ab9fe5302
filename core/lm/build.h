// From a list of n-grams to the file that answers queries (model.h).
//
//   write_model(ngrams, "lm.bin");                     // then Model("lm.bin")
//   write_model(ngrams, "lm.bin", {.bounds = true});   // with upper bounds for exact searches
//
// The list may come from anyone: an n-gram whose first or last n - 1 words are not in the list
// (SRILM prunes so) brings these in with the score that backing off gives them, which changes no
// probability. O(n-grams * order) time; about 60 bytes per n-gram while it works.
#pragma once

#include <string>

#include "lm/ngrams.h"

namespace manyways::lm {

struct BuildOptions {
  bool bounds = false;     // keep upper bounds over all longer contexts: 4 bytes more per slot
  double slots_per = 2.5;  // hash slots per n-gram: more is faster and larger
};

// Throws InputError if an n-gram stands in the list twice or the disk is full.
void write_model(const Ngrams& ngrams, const std::string& path, const BuildOptions& options = {});

}  // namespace manyways::lm
