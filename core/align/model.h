// A trained aligner on disk: what it needs to align new sentences without the old ones.
//
//   save_model(model, "aligner.bin");
//   Model model = load_model("aligner.bin");       // throws InputError if damaged
//
// It holds the vocabularies, the expected counts of word pairs (above kLeastCount), of words
// without partner, and of jumps. New text is encoded with the same vocabularies, which may grow.
#pragma once

#include <string>
#include <vector>

#include "align/jumps.h"
#include "base/vocabulary.h"

namespace manyways::align {

// Expected counts of word pairs, sorted by source word; a word's targets are in no order.
struct PairCounts {
  std::vector<WordId> source, target;
  std::vector<float> count;
};

struct Model {
  static constexpr float kLeastCount = 0.01f;

  Vocabulary source, target;
  PairCounts pairs;
  std::vector<float> null_source, null_target;
  Jumps::Counts forward_jumps{}, backward_jumps{};
};

void save_model(const Model& model, const std::string& path);
Model load_model(const std::string& path);

}  // namespace manyways::align
