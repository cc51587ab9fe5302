#include "align/emissions.h"

#include <algorithm>

namespace manyways::align {
namespace {

void scale_rows(Emissions& emissions) {
  for (std::size_t j = 0; j < emissions.observed; ++j) {
    float* row = emissions.rows.data() + j * emissions.states;
    float largest = emissions.null[j];
    for (std::size_t i = 0; i < emissions.states; ++i) largest = std::max(largest, row[i]);
    const float factor = 1.0f / largest;
    emissions.null[j] *= factor;
    for (std::size_t i = 0; i < emissions.states; ++i) row[i] *= factor;
  }
}

}  // namespace

void gather(const Lexicon& lexicon, std::size_t s, Emissions& forward, Emissions& backward) {
  const PairIndex& pairs = lexicon.pairs();
  const auto source = pairs.text().source(s), target = pairs.text().target(s);
  const std::size_t width = source.size(), height = target.size();
  forward.resize(height, width);
  backward.resize(width, height);
  for (std::size_t i = 0; i < width; ++i) backward.null[i] = lexicon.null_source(source[i]);
  const std::uint32_t* cell = pairs.cells(s).data();
  for (std::size_t j = 0; j < height; ++j) {
    forward.null[j] = lexicon.null_target(target[j]);
    const float target_scale = lexicon.target_scale(target[j]);
    float* row = forward.rows.data() + j * width;
    float* column = backward.rows.data() + j;
    for (std::size_t i = 0; i < width; ++i) {
      const float weight = lexicon.weight(cell[i]);
      row[i] = weight * lexicon.source_scale(source[i]);
      column[i * height] = weight * target_scale;
    }
    cell += width;
  }
  scale_rows(forward);
  scale_rows(backward);
}

}  // namespace manyways::align
