// Features: what a derivation is scored by. Each is one small class.
//
// An OptionFeature scores a phrase pair by itself (translation scores, penalties, sparse
// indicators): it is asked once when the options of a source phrase are collected and never again.
// A TargetFeature reads the target words from left to right (language models, class models,
// anything with n-gram context): what it must remember is its own type, handed to the search as a
// 32-bit state; two hypotheses with equal states are recombined. (Distortion and lexicalised
// reordering look at two neighbouring phrases: options.h.)
//
// To add a feature, derive from one of the two and give it to the Model: the search does not
// change, and its inner loop does not slow down, because it sees one product of all target features
// (target.h) through a cache.
//
// A chart search does not write from left to right but joins pieces: it asks the same TargetFeature
// for a ChartScorer, whose states know both edges of a piece.
//
// A TargetFeature is shared by threads; its scorers live for one sentence and may own memory, for
// instance to number states that do not fit into 32 bits. Scores are natural logs, unweighted.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/ids.h"
#include "base/vocabulary.h"
#include "phrases/table.h"

namespace manyways::search {

// Target words of one sentence: the table's, and behind them those that only this sentence brings
// in (unknown words, given translations).
class TargetWords {
 public:
  explicit TargetWords(const VocabularyView& table) : table_(&table) {}

  void clear() { extras_.clear(); }
  WordId add(std::string_view word);
  std::string_view word(WordId id) const {
    return id < table_->size() ? table_->word(id) : std::string_view(extras_[id - table_->size()]);
  }
  std::size_t table_size() const { return table_->size(); }

 private:
  const VocabularyView* table_;
  std::vector<std::string> extras_;
};

// A phrase pair as OptionFeatures see it.
struct PhrasePair {
  std::span<const WordId> target;
  const phrases::Option* entry;  // of the table; null for an unknown word or a given translation
  bool unknown;                  // a source word that nothing translates, copied
  std::span<const WordId> source = {};  // of an entry: the table's ids of its source words
  double given = 0.0;                   // the translation scores of a given translation
};

class OptionFeature {
 public:
  virtual ~OptionFeature() = default;
  // One name for each value.
  virtual std::vector<std::string> names() const = 0;
  virtual void score(const PhrasePair& pair, std::span<double> values) const = 0;
};

// A question to a TargetScorer, and its answer.
struct Advance {
  std::uint32_t in;
  std::span<const WordId> words;
  std::uint32_t out;
  double score;
};

class TargetScorer {
 public:
  using State = std::uint32_t;
  virtual ~TargetScorer() = default;

  virtual State begin() const = 0;
  // The score of `words` after `in`; sets the state after them.
  virtual double advance(State in, std::span<const WordId> words, State& out) = 0;
  // Several at once: the same answers, for those who can hide the waiting for memory.
  virtual void advance_all(std::span<Advance> all) {
    for (Advance& one : all) one.score = advance(one.in, one.words, one.out);
  }
  // The score of ending the sentence.
  virtual double finish(State state) = 0;
  // The score of `words` after an unknown beginning: for estimates only.
  virtual double estimate(std::span<const WordId> words) = 0;
};

// A word, or -1 and -2 for the first and the second piece that a rule joins (as graph::Symbol).
using ChartSymbol = std::int32_t;

// Scores pieces of a sentence in any order of joining: the sum of all that join() and finish() say
// of a derivation is the score of its words, as TargetScorer would have it from left to right. The
// first piece of a sentence is begin(), which has no words.
class ChartScorer {
 public:
  using State =
      std::uint32_t;  // of both edges: equal for pieces that the feature cannot tell apart
  virtual ~ChartScorer() = default;

  virtual State begin() = 0;
  // What a new piece is worth beyond what `pieces`, which stand for -1 and -2 in `symbols`, have
  // counted already; sets its state.
  virtual double join(std::span<const ChartSymbol> symbols, std::span<const State> pieces,
                      State& out) = 0;
  // The same when a piece that starts with begin() becomes the whole sentence: of its end.
  virtual double finish(State piece) = 0;
  // The score of `words` in a piece of which nothing else is known: for estimates only.
  virtual double estimate(std::span<const WordId> words) = 0;
};

class TargetFeature {
 public:
  virtual ~TargetFeature() = default;
  virtual std::string name() const = 0;
  // `words` must outlive the scorer.
  virtual std::unique_ptr<TargetScorer> open(const TargetWords& words) const = 0;
  virtual std::unique_ptr<ChartScorer> open_chart(const TargetWords& words) const = 0;
};

inline constexpr const char* kUnknownPenalty = "UnknownWordPenalty0";

// The table's scores, under the names that it gives them.
std::unique_ptr<OptionFeature> translation_scores(const phrases::Table& table,
                                                  const std::string& name);
std::unique_ptr<OptionFeature> phrase_penalty(std::string name);   // 1
std::unique_ptr<OptionFeature> word_penalty(std::string name);     // -1 for each word
std::unique_ptr<OptionFeature> unknown_penalty(std::string name);  // -100 for each unknown word

}  // namespace manyways::search
