// The beginnings of all options' target words, as a tree: options that begin alike are scored
// together.
//
//   Prefixes prefixes(options, reader);                  // reader.step(state, word, next)
//   prefixes.enter(state);                               // before some options
//   const auto& s = prefixes.score(option_id);
//   prefixes.enter_behind(option_id, state);             // or behind its first word: options that share it
//
// After entering a state, each beginning is scored at most once, and what does not depend on the
// state (words beyond the context of a language model) not again for the next state.
#pragma once

#include <cstdint>
#include <vector>

#include "base/interner.h"
#include "search/options.h"

namespace manyways::exact {

template <class Reader>
class Prefixes {
 public:
  using State = std::uint32_t;
  struct Score {
    double score = 0;  // weighted target features of the words so far
    State state = 0;
  };

  Prefixes(const search::SentenceOptions& options, Reader& reader) : reader_(reader), nodes_(1) {
    Numbering<std::uint64_t> known;  // parent << 32 | word
    for (const search::Option& option : options.all()) {
      std::uint32_t at = 0;
      for (const WordId word : option.words) {
        const std::uint32_t next = 1 + known.add(std::uint64_t{at} << 32 | word);
        if (next == nodes_.size()) {
          nodes_.emplace_back();
          nodes_.back().parent = at;
          nodes_.back().word = word;
        }
        at = next;
      }
      of_option_.push_back(at);
    }
  }

  void enter(State state) {
    nodes_[0].total.state = state;
    ++round_;
  }
  void enter_behind(std::uint32_t option, State state) {
    std::uint32_t at = of_option_[option];
    while (at != 0 && nodes_[at].parent != 0) at = nodes_[at].parent;
    nodes_[at].total = {0, state};
    nodes_[at].round = ++round_;
  }
  const Score& score(std::uint32_t option) { return visit(nodes_[of_option_[option]]).total; }

 private:
  struct Node {
    Score total;  // since the state entered in `round`
    std::uint32_t round = 0;
    State in = 0, out = 0;  // the last step through the word
    bool known = false;
    double step = 0;
    std::uint32_t parent = 0;
    WordId word = 0;
  };

  const Node& visit(Node& node) {
    if (node.round == round_ || &node == nodes_.data()) return node;
    const Score before = visit(nodes_[node.parent]).total;
    if (!node.known || node.in != before.state) {
      node.in = before.state;
      node.known = true;
      node.step = reader_.step(node.in, node.word, node.out);
    }
    node.round = round_;
    node.total = {before.score + node.step, node.out};
    return node;
  }

  Reader& reader_;
  std::vector<Node> nodes_;  // 0: no words
  std::vector<std::uint32_t> of_option_;
  std::uint32_t round_ = 0;
};

}  // namespace manyways::exact
