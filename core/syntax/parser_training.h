// Learning to parse: the averaged perceptron through a beam, as for tags (tagger_training.h).
//
//   ParserTraining training(treebank, tags, tagger, settings);
//   for (...) std::size_t wrong = training.pass();       // trees that the beam did not find
//   training.save("en.parser", 50);
//
// Where the best state is ahead of the gold tree's by most, after some step, the weights move from the
// actions of the one to those of the other, from the first in which they differ.
//
// The tags are those that a parser will see, of a tagger that did not learn from these trees; with gold
// tags it would learn to trust them more than it may.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "syntax/learner.h"
#include "syntax/parse_search.h"
#include "syntax/parser.h"

namespace manyways::syntax {

struct ParserSettings {
  std::uint32_t beam = 8;
  std::uint64_t seed = 1;
  HeadRules::Kind heads = HeadRules::Kind::kEnglish;
};

class ParserTraining {
 public:
  // tags: one for each word of the treebank, of the tagger's. Both must live as long as this does.
  ParserTraining(const Treebank& bank, std::span<const Tag> tags, const Tagger& tagger,
                 const ParserSettings& settings);

  std::size_t pass();
  void save(const std::string& path, std::int32_t least) const;

 private:
  static Ragged<WordId> encode(const Treebank& bank, Vocabulary& vocabulary);
  bool learn(std::size_t tree);
  void follow_gold(std::span<const ActionId> gold);
  std::int32_t worst() const;
  void update(std::int32_t found, std::span<const ActionId> gold);
  void change(std::int32_t state, ActionId action, std::int32_t by);

  const Treebank& bank_;
  std::span<const Tag> tags_;
  const Tagger& tagger_;
  ParserSettings settings_;
  Derivations derivations_;
  Transitions transitions_;
  Vocabulary vocabulary_;
  Ragged<WordId> words_;
  FactTable facts_;
  Learner learner_;
  ParseSearch<Learner> search_;
  std::uint64_t passes_ = 0;
  WordFacts end_ = boundary_facts(1);
  std::vector<const WordFacts*> context_words_;
  std::vector<Tag> context_tags_;
  ParseContext context_;
  std::vector<std::int32_t> gold_states_;  // after so many gold actions
  std::vector<std::int64_t> gold_scores_;
  std::vector<std::int32_t> scores_;
  std::vector<std::int32_t> path_;
  std::vector<std::uint32_t> order_;
  AheadKeys ahead_keys_;
  StackKeys stack_keys_;
};

}  // namespace manyways::syntax
