// Word alignment of a corpus: the passes of training, and the links at their end.
//
//   Aligner aligner(text, settings, threads);
//   while (aligner.passes_done() < aligner.passes()) aligner.pass();      // show progress between
//   Links links = aligner.links({Symmetry::kGrowDiagFinalAnd});
//
// Both directions are trained together so that they agree (Liang, Taskar & Klein 2006): a pass
// computes the posterior of every link in each direction and counts their product. Model 1 comes
// first, then the HMM. The last model also gives the links: in each direction a word takes its most
// probable partner unless NULL is more probable (of equal ones the first), and the two
// sets are joined as the caller asks. With `fertility.passes`, words that are then still free are
// linked as further words (fertility.h), if the links are a union or grown: an intersection or one
// direction stays what it is.
//
// A pass is linear in the cells of the corpus. Sentences are cut into blocks whose number does not
// depend on the threads, and counts do not depend on the order of adding, so neither do the links.
#pragma once

#include <cstdint>

#include "align/fertility.h"
#include "align/hmm.h"
#include "align/lexicon.h"
#include "align/links.h"
#include "align/model.h"
#include "align/symmetrise.h"

namespace manyways::align {

struct AlignSettings {
  int model1_passes = 4;
  int hmm_passes = 4;
  LexicalPrior lexical;
  float null = 0.2f;        // prior probability that a word has no partner
  double jump_alpha = 0.5;  // prior count of each distance
  FertilitySettings fertility;
};

// Which links to give.
struct LinkChoice {
  Symmetry symmetry = Symmetry::kGrowDiagFinalAnd;
  float threshold = 0.5f;      // for Symmetry::kPosterior
  bool probabilities = false;  // also fill Links::probability
};

class Aligner {
 public:
  // The arrays behind `text` must outlive the aligner. Throws InputError if they do not fit.
  // `forms` may be empty. With `base`, which must outlive the aligner, training adds to its counts;
  // the text's ids are then those of its vocabularies, grown or not.
  Aligner(const Bitext& text, const AlignSettings& settings, unsigned threads, WordForms forms = {},
          const Model* base = nullptr);

  int passes() const { return settings_.model1_passes + settings_.hmm_passes; }
  int passes_done() const { return done_; }
  void pass();
  // The probability of a link is the geometric mean of its two posteriors; of a further link, that
  // of its owner.
  Links links(const LinkChoice& choice) const;
  // Of all pairs whose count is above `least`.
  PairCounts pair_counts(float least) const;
  // What was learned, the base included. The vocabularies are those of the text's ids.
  Model model(const Vocabulary& source, const Vocabulary& target) const;

 private:
  struct Workspace;
  void expect(Workspace& work, std::size_t s) const;
  std::size_t blocks() const;

  AlignSettings settings_;
  unsigned threads_;
  PairIndex pairs_;
  const Model* base_;
  Lexicon lexicon_;
  HmmModel forward_, backward_;
  Jumps::Counts forward_jumps_{}, backward_jumps_{};
  int done_ = 1;  // the first pass of Model 1 is made with the pair index
};

}  // namespace manyways::align
