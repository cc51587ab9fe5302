// Which rules are no accident: the test of Johnson, Martin, Foster and Kuhn (2007), with gaps.
//
//   Significance test(text, settings, threads);
//   SentenceSet source;
//   test.find_source(place, source);                        // C(s) = source.size()
//   const auto of_target = test.target_sentences(place);    // C(t)
//   const auto both = test.pairs(place, source);            // C(s, t)
//   test.fisher().value(both, source.size(), of_target) > test.fisher().alpha()
//
// Counts are of the corpus, not of what was extracted, and do not look at links. A side *occurs* in
// a sentence if its words stand there in the side's order, words that are neighbours in the side
// are neighbours in the sentence, and each gap covers at least as many words as extraction asks for
// (hole_source, hole_target) and at most what the sentence has: a gap at the edge of a side needs
// words before or after it. C(s) is the number of source sentences in which the source side occurs,
// C(t) that of target sentences for the target side (whatever the order of its gaps), C(s, t)
// that of sentence pairs in which both occur, and N that of all pairs. A sentence counts once,
// however often a side occurs in it.
//
// The value of a rule is -ln p, p being the chance (Fisher's exact test, one-sided) that so many or
// more of the C(t) sentence pairs would have the source side if they were drawn at random from N
// pairs of which C(s) have it. If all three counts are 1 the value is alpha = ln N. No rule with
// C(s, t) = 1 has more, and none but that one has as much: alpha + epsilon removes all that was
// seen together once; alpha - epsilon removes of these all but the rules whose sides both occur
// once.
//
// Cost of a count: the places of the side's rarest run of words, each compared with the sentence
// around it. Memory: that of two text indexes.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "grammar/rules.h"
#include "grammar/text_index.h"
#include "phrases/linked_text.h"

namespace manyways::grammar {

// -ln P(X >= both), X hypergeometric: `target` draws from `pairs`, of which `source` are marked.
// both <= source, target <= pairs.
class FisherTest {
 public:
  explicit FisherTest(std::uint32_t pairs);
  double value(std::uint32_t both, std::uint32_t source, std::uint32_t target) const;
  double alpha() const;
  std::uint32_t pairs() const { return static_cast<std::uint32_t>(log_factorial_.size() - 1); }

 private:
  std::vector<double> log_factorial_;
};

// Sentences, each once, in the order in which they were added. Reuse one object: clearing is free.
class SentenceSet {
 public:
  void clear(std::size_t sentences);  // of the text
  // Whether it is new.
  bool add(std::uint32_t sentence) {
    if (has(sentence)) return false;
    marks_[sentence] = mark_;
    list_.push_back(sentence);
    return true;
  }
  bool has(std::uint32_t sentence) const { return marks_[sentence] == mark_; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(list_.size()); }
  const std::vector<std::uint32_t>& list() const { return list_; }

 private:
  std::vector<std::uint32_t> list_, marks_;
  std::uint32_t mark_ = 0;
};

class Significance {
 public:
  // The text must outlive the test.
  Significance(const phrases::LinkedText& text, const RuleSettings& settings, unsigned threads);

  // In how many sentences, or pairs, the sides of the rule that occurred at `place` occur.
  void find_source(const RulePlace& place, SentenceSet& out) const;
  std::uint32_t target_sentences(const RulePlace& place) const;
  std::uint32_t pairs(const RulePlace& place, const SentenceSet& source) const;
  // Upper bounds of C(s) and C(t) that cost next to nothing: the places of the rarest run.
  std::uint32_t most_source(const RulePlace& place) const;
  std::uint32_t most_target(const RulePlace& place) const;
  const FisherTest& fisher() const { return fisher_; }

 private:
  // A side: runs of words, each after a gap of at least `before` words or (the first) 0.
  struct Side {
    struct Run {
      std::uint32_t place;  // in the text
      std::uint8_t size, before;
    };
    unsigned runs = 0;
    std::array<Run, kMostGaps + 1> run;
    unsigned after = 0;  // words behind the last run
  };
  Side source_side(const RulePlace& place) const;
  Side target_side(const RulePlace& place) const;
  // All places of the run that stands in the fewest.
  static std::span<const std::uint32_t> fewest_places(const TextIndex& index, const Side& side);
  static bool occurs(const TextIndex& index, const Side& side, std::uint32_t sentence);
  // Calls work(sentence) for each sentence in which the side occurs, once.
  template <typename Work>
  void for_each_sentence(const TextIndex& index, const Side& side, Work&& work) const;

  const RuleSettings settings_;
  TextIndex source_, target_;
  FisherTest fisher_;
};

}  // namespace manyways::grammar
