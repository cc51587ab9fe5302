#include "align/model1.h"

namespace manyways::align {

void model1(const Emissions& emissions, Posteriors& posteriors) {
  posteriors.resize(emissions);
  for (std::size_t j = 0; j < emissions.observed; ++j) {
    const float* row = emissions.row(j);
    float sum = emissions.null[j];
    for (std::size_t i = 0; i < emissions.states; ++i) sum += row[i];
    const float factor = 1.0f / sum;
    float* out = posteriors.links.data() + j * emissions.states;
    for (std::size_t i = 0; i < emissions.states; ++i) out[i] = row[i] * factor;
    posteriors.null[j] = emissions.null[j] * factor;
  }
}

}  // namespace manyways::align
