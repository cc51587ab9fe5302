// A trained parser: opened out of a file, it gives the candidates of lists their trees.
//
//   Parser parser("en.parser");
//   Parses found = parser.parse(text, {}, threads);        // tags and trees
//
// The file holds the tagger that the parser works with, so that plain words are enough; tags may be
// given instead. As with the tagger, the candidates of a list are taken in the order of their tagged words,
// and what they share is parsed once (shared_order.h).
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/section_file.h"
#include "syntax/tagger.h"
#include "syntax/transitions.h"
#include "syntax/trees.h"
#include "syntax/weights.h"

namespace manyways::syntax {

struct Parses {
  std::vector<Tag> tags;             // one per word
  TreeColumns trees;                 // one per candidate, with heads
  std::vector<std::int64_t> scores;  // of each tree, in the model's own units
};

class Parser {
 public:
  static constexpr const char* kKind = "parser";
  static constexpr std::uint32_t kVersion = 1;
  static constexpr std::size_t kWidestBeam = 256;

  // Throws InputError if the file is missing, damaged, or something else.
  explicit Parser(const std::string& path);

  const Tagger& tagger() const { return *tagger_; }
  const std::vector<std::string>& labels() const { return labels_; }
  const Transitions& transitions() const { return transitions_; }
  const Weights& weights() const { return weights_; }
  std::size_t beam() const { return beam_; }

  // tags: one per word, of the tagger's; none if the tagger is to give them. beam: 0 is the model's.
  Parses parse(const ListsView& text, std::span<const Tag> tags, std::size_t beam,
               unsigned threads) const;

 private:
  SectionFile file_;
  std::unique_ptr<Tagger> tagger_;
  std::vector<std::string> labels_;
  Transitions transitions_;
  Weights weights_;
  std::size_t beam_ = 1;
};

// The parts of a parser in a file.
void save_parser(const std::string& path, const Tagger& tagger,
                 const std::vector<std::string>& labels, const Transitions& transitions,
                 const Weights& weights, std::uint32_t beam);

}  // namespace manyways::syntax
