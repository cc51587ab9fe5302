// The beginnings of all options' target words, as a tree: options that begin alike are scored
// together.
//
//   Prefixes prefixes(options);
//   prefixes.enter(target, state);                       // before some options
//   const Prefixes::Score& s = prefixes.score(target, option_id);
//
// After entering a state, each beginning is scored at most once, and what does not depend on the
// state (words beyond the context of a language model) not again for the next state.
#pragma once

#include <cstdint>
#include <vector>

#include "search/options.h"
#include "search/target.h"

namespace manyways::exact {

class Prefixes {
 public:
  struct Score {
    double score = 0;  // weighted target features of the words so far
    search::Target::State state = 0;
  };

  explicit Prefixes(const search::SentenceOptions& options);

  void enter(search::Target::State state) {
    nodes_[0].total.state = state;
    ++round_;
  }
  const Score& score(search::Target& target, std::uint32_t option) {
    return visit(target, nodes_[of_option_[option]]).total;
  }

 private:
  struct Node {
    Score total;  // since the state entered in `round`
    std::uint32_t round = 0;
    search::Target::State in = 0, out = 0;  // the last step through the word
    bool known = false;
    double step = 0;
    std::uint32_t parent = 0;
    WordId word = 0;
  };
  const Node& visit(search::Target& target, Node& node);

  std::vector<Node> nodes_;  // 0: no words
  std::vector<std::uint32_t> of_option_;
  std::uint32_t round_ = 0;
};

}  // namespace manyways::exact
