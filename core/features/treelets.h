// A language model of trees: how probable a parse is, top down, each production given the one above it.
//
//   TreeletTrainer trainer;
//   trainer.add("(S (NP (DT the) (NN house)) (VP (VBZ is) (ADJP (JJ small))))");
//   trainer.write("treelets.bin");
//
//   Treelets model("treelets.bin");
//   std::vector<double> log_p = model.score(trees, threads);     // a bracketed tree per text, or
//   model.score(parsed, names, threads);                          // columns of a parser (parsed.h)
//
// After Pauls and Klein (2012). A node P with parent P', both made by the rule r' (P' and all its
// children), has its children as one event given P, P', r', where the context is shortened from the end
// (r' first). Children that were never seen below a P are as probable as their sequence: each symbol given the
// one before, P, and the two before that. A word is an event given its tag P, the sister to the right of
// it, the two words before, and r', shortened from the end. All are smoothed as n-grams (events.h). A word that was
// never seen has the share of one more word.
//
// Children that were seen below a P get nothing of what is left for those that were not, so that all
// together have a little less than 1. Of the paper's changes to trees there are these: what follows a - or =
// in a label is cut off, a VP's label names its parent's, the outermost bracket is left out if it is ROOT
// or the like, and a number counts as the word <num>. The
// paper has more (heads, flat noun phrases), and sums over parses: this is the one parse it is given.
//
// A tree that is empty has logarithm 0. O(nodes) looks into the table; events that come again in a block of
// lists are looked up once.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/text_column.h"
#include "features/events.h"
#include "features/hashed_table.h"
#include "features/parsed.h"

namespace manyways::features {

// A tree as read from brackets, nodes in the order of their opening ones.
struct BracketTree {
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Node {
    std::uint64_t label;
    std::uint64_t word;                            // of a tag; else 0
    std::uint32_t parent, right, first, children;  // right: the next sister
    bool is_tag;
  };
  std::vector<Node> nodes;

  // Nothing is left of the one before. False if the text is not one tree (or empty): a word must stand
  // beside a tag, and a label before its children.
  bool read(std::string_view text);
  // The same tree out of a parser's columns; nothing for a text without words.
  void build(const ParsedView& parsed, const ParsedNames& names, std::size_t row);

 private:
  struct Open {
    std::string_view label;
    std::uint64_t hash;
    std::uint32_t node, last;
  };
  // A new node, the last child of the innermost open one.
  std::uint32_t append(std::uint64_t label);

  std::vector<Open> open_;
  std::vector<std::uint32_t> ends_;  // of the open ones, of columns
};

class TreeletTrainer {
 public:
  TreeletTrainer();
  // False if the text is no tree; nothing is learnt of it then.
  bool add(std::string_view tree);
  void add(const ParsedView& parsed, const ParsedNames& names);
  std::size_t trees() const { return trees_; }
  void write(const std::string& path);

 private:
  void count();

  EventCounter rules_, symbols_, words_;
  BracketTree tree_;
  std::size_t trees_ = 0;
};

class Treelets {
 public:
  explicit Treelets(const std::string& path);

  // Throws InputError (line: the text's number from 1) if a text is no tree.
  std::vector<double> score(const TextView& trees, unsigned threads) const;
  // The same of a parser's columns.
  std::vector<double> score(const ParsedView& parsed, const ParsedNames& names,
                            unsigned threads) const;
  void verify() const { table_.verify(); }

 private:
  class Scorer;
  HashedTable table_;
  double unseen_word_, unseen_symbol_;  // logarithms
};

}  // namespace manyways::features
