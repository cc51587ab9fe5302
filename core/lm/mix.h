// Linear interpolation of several models into one.
//
//   Ngrams mixed = mix({&a, &b}, {{0.7, 0.3}});
//
// The mixture holds every n-gram of any model, with the weighted sum of the models' probabilities;
// back-off weights are made so that each context sums to one. A word that a model does not know has
// probability 0 in it; as context it is <unk>. Mixing makes n-grams that no model holds back off in
// the mixture, so their probability is close to, not equal to, the sum of the models'.
// O(n-grams * models * order) queries.
#pragma once

#include <span>

#include "lm/model.h"
#include "lm/ngrams.h"

namespace manyways::lm {

// One weight per model; they should sum to 1.
Ngrams mix(std::span<const Model* const> models, std::span<const double> weights);

}  // namespace manyways::lm
