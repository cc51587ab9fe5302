// A model's n-grams out of its query structure again, to write them as ARPA or to mix models.
#pragma once

#include "lm/model.h"
#include "lm/ngrams.h"

namespace manyways::lm {

// Every n-gram with the score and back-off that the model gives it, words by id, longer n-grams
// sorted by their words. O(n log n).
Ngrams list_ngrams(const Model& model);

}  // namespace manyways::lm
