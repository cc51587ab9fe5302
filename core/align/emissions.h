// The translation probabilities of one sentence pair, laid out for the models that read them.
//
//   Emissions forward, backward;
//   gather(lexicon, s, forward, backward);
//   forward.row(j)[i];      // p(target word j | source word i), times a factor of row j
//   forward.null[j];        // p(target word j | NULL), times the same factor
//
// `forward` has a row for each target word (observed) over the source positions (states);
// `backward` exchanges the sides. A row is scaled so that its largest value, NULL's included, is 1:
// posteriors do not change and single precision suffices. Reuse the objects; they keep their
// memory.
#pragma once

#include <cstddef>
#include <vector>

#include "align/lexicon.h"

namespace manyways::align {

struct Emissions {
  std::size_t observed = 0, states = 0;
  std::vector<float> rows;  // observed x states
  std::vector<float> null;  // observed

  const float* row(std::size_t j) const { return rows.data() + j * states; }
  void resize(std::size_t observed_words, std::size_t state_words) {
    observed = observed_words;
    states = state_words;
    if (rows.size() < observed * states) rows.resize(observed * states);
    if (null.size() < observed) null.resize(observed);
  }
};

void gather(const Lexicon& lexicon, std::size_t s, Emissions& forward, Emissions& backward);

// What a model thinks of one sentence pair: the probability of each link, rows as in Emissions.
struct Posteriors {
  std::vector<float> links;  // observed x states
  std::vector<float> null;   // observed
  void resize(const Emissions& emissions) {
    const std::size_t cells = emissions.observed * emissions.states;
    if (links.size() < cells) links.resize(cells);
    if (null.size() < emissions.observed) null.resize(emissions.observed);
  }
};

}  // namespace manyways::align
