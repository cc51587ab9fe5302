// The HMM of word alignment: partners of neighbouring words lie near each other.
//
//   HmmModel model{jumps, 0.2f};
//   ForwardBackward hmm;                       // keeps its memory
//   hmm.run(emissions, model, posteriors, &jump_counts);
//
// A state is the position of the last partner, from -1 (none yet). Each observed word goes to NULL
// with probability `null` and leaves the state as it is, or jumps to position i with probability
// (1 - null) weight(i - state) / sum. The jump from the last partner to the end counts with its
// weight. run() gives the exact posterior of every link (forward-backward, scaled, single
// precision) and adds expected jumps to the counts.
//
// O(observed * states * live), live being the positions that hold more than 1e-6 of the mass: few,
// once the lexicon knows something. Vogel, Ney & Tillmann (1996); NULL as in Och & Ney (2003).
#pragma once

#include "align/emissions.h"
#include "align/jumps.h"

namespace manyways::align {

struct HmmModel {
  Jumps jumps;
  float null = 0.2f;
};

class ForwardBackward {
 public:
  void run(const Emissions& emissions, const HmmModel& model, Posteriors& posteriors,
           Jumps::Counts* jump_counts);

 private:
  void forward(const Emissions& emissions, float null);
  void backward(const Emissions& emissions, float null, Posteriors& posteriors,
                Jumps::Counts* jump_counts);
  void count_jumps(std::size_t j, const Emissions& emissions, const float* posterior, float null,
                   Jumps::Counts& counts) const;

  SentenceJumps jumps_;
  std::vector<float> linked_;  // observed x states: mass of "word j has partner i"
  std::vector<float> mass_;    // (observed + 1) x (states + 1): mass of each position after j words
  std::vector<float> scale_;   // what mass of word j was multiplied by
  std::vector<float> later_;   // states + 1: probability of the rest from each position
  std::vector<float> sum_, arrive_;
};

}  // namespace manyways::align
