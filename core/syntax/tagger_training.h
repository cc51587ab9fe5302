// Learning to tag: the averaged perceptron through a beam, with updates where it went most wrong.
//
//   TaggerTraining training(text, tags, names, guides, classes, settings);
//   for (...) std::size_t wrong = training.pass();      // words that the beam got wrong on its way
//   training.save("en.tagger", 50);
//
// For each sentence the beam is run with the weights of now. Where its best hypothesis is ahead of the
// gold tags by most (Huang, Fayong and Guo 2012: max-violation), both are compared up to that word and
// the weights moved from the one to the other. Sentences come in a new order in each pass, drawn from
// the seed. One thread: every sentence sees what the one before it taught.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/random.h"
#include "syntax/learner.h"
#include "syntax/tag_search.h"
#include "syntax/tagger.h"

namespace manyways::syntax {

struct TaggerSettings {
  std::uint32_t beam = 4;
  std::uint64_t seed = 1;
  LexiconSettings lexicon;
};

class TaggerTraining {
 public:
  // text: sentences of word ids, each a row; tags: one for each word. guides: one for each word, or
  // none. classes: by word of the vocabulary, or none. All of it must live as long as this does.
  TaggerTraining(RaggedView<WordId> text, const Vocabulary& vocabulary, std::span<const Tag> tags,
                 std::vector<std::string> names, std::span<const std::uint16_t> guides,
                 std::span<const ClassCode> classes, const TaggerSettings& settings);

  std::size_t pass();
  // Means of weights below `least`, of 32767, are left out.
  void save(const std::string& path, std::int32_t least) const;

 private:
  std::size_t learn(std::size_t row);
  bool is_forced(std::size_t i, Tag gold) const;
  std::size_t worst(std::span<const Tag> gold);
  void update(std::size_t words, std::span<const Tag> gold);

  RaggedView<WordId> text_;
  std::span<const Tag> tags_;
  std::vector<std::string> names_;
  std::span<const std::uint16_t> guides_;
  TaggerSettings settings_;
  LexiconParts parts_;
  Lexicon lexicon_;
  FactTable facts_;
  Learner learner_;
  TagSearch<Learner> search_;
  std::uint64_t passes_ = 0;
  WordFacts start_ = boundary_facts(0), end_ = boundary_facts(1);
  std::vector<const WordFacts*> words_;
  TagContext context_;
  std::vector<std::int32_t> scores_;
  std::vector<Tag> found_;
  std::vector<std::uint32_t> order_;
};

// Numbers 0 .. count - 1 in an order drawn from the seed and the pass.
void draw_order(std::uint64_t seed, std::uint64_t pass, std::size_t count,
                std::vector<std::uint32_t>& order);

}  // namespace manyways::syntax
