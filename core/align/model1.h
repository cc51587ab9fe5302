// IBM Model 1: every word of the other side is as good a partner as the next but for the lexicon.
//
//   model1(emissions, posteriors);
//
// The posterior of a link is its translation probability over the sum of its row, NULL's included.
// Brown et al. (1993).
#pragma once

#include "align/emissions.h"

namespace manyways::align {

void model1(const Emissions& emissions, Posteriors& posteriors);

}  // namespace manyways::align
