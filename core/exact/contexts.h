// The target features when only the last words of a derivation are remembered: the levels between
// "nothing" and "all that the features see".
//
//   Contexts contexts(problem);
//   for (unsigned level = 0; level < contexts.levels(); ++level) {
//     contexts.begin();                                  // before the first word
//     double score = contexts.step(in, word, out);       // at least what the features give
//     contexts.shortened(out, level);                    // what a graph of this level remembers
//   }
//
// At level n a language model remembers n words (local_lm.h); from levels() on, all that
// matters. Other features, and language models of negative weight, are asked as they are and keep their states whole at every level.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "exact/local_lm.h"
#include "exact/problem.h"
#include "search/tuples.h"

namespace manyways::exact {

class Contexts {
 public:
  using State = std::uint32_t;

  explicit Contexts(Problem& problem);

  // How many levels remember less than there is.
  unsigned levels() const { return levels_; }
  State begin();
  double step(State in, WordId word, State& out);
  double finish(State state);
  State shortened(State state, unsigned level);

 private:
  struct Feature {
    std::unique_ptr<LocalLm> local;    // null: asked as it is
    std::vector<LocalLm::Word> words;  // by number of the sentence's words: the model's
    LocalLm::Word end = 0;
    search::TargetScorer* scorer = nullptr;
    double weight = 0;
  };
  // Every target word of the sentence's options, and which may stand behind which.
  struct Neighbours {
    std::vector<WordId> words;
    std::vector<std::vector<std::uint32_t>> follow;  // by number; words.size(): the sentence's end
    std::vector<std::uint32_t> first;
  };
  Neighbours neighbours();
  void add_local(Feature& feature, const search::LmFeature& lm, const Neighbours& sentence);
  // A state made of one of each feature.
  template <class Part>
  State made_of(Part part);
  std::uint32_t part(State state, std::size_t i) const {
    return features_.size() == 1 ? state : tuples_.of(state)[i];
  }

  Problem& problem_;
  std::vector<Feature> features_;
  unsigned levels_ = 0;
  HashMap<WordId, std::uint32_t> numbers_;  // of the sentence's words
  search::StateTuples tuples_;
  std::vector<std::uint32_t> row_;
};

}  // namespace manyways::exact
