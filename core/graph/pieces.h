// Pieces of a text as an automaton sees them that reads words from left to right, so that pieces
// can be joined in any order: what a graph with two tails needs of a machine.
//
//   InnerWords inner;  inner.add(words);               // of every pattern of the automaton
//   Pieces<Automaton> pieces(automaton, inner);
//   pieces.begin(/*left=*/true);                      // something may come to stand before it
//   pieces.word(symbol, paid);  pieces.piece(other, paid);  pieces.word(symbol, paid);
//   Pieces<Automaton>::Piece made = pieces.end(/*right=*/true);
//
// `paid` grows by what the patterns weigh that lie in the new piece and in none of those joined: the
// sum over a derivation is what the automaton pays for its words from left to right.
//
// A piece is two numbers. On the left its first words, as long as they can go on with a pattern that
// began before the piece: up to the last that can end one. On the right the automaton's state after
// it; a piece that lies whole inside a pattern has none, and all its words on the left (`kOpen`).
// Pieces with equal numbers are the same to whatever stands around them. Where nothing can come to
// stand on a side, that side is not kept: in a lattice a piece is the automaton's state.
//
// Reading a word costs a look-up, reading a piece some for each of its words on the left.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/hash.h"
#include "base/hash_table.h"
#include "base/interner.h"
#include "graph/hypergraph.h"

namespace manyways::graph {

// What can stand in patterns behind their first words, as a trie.
class InnerWords {
 public:
  using Node = std::uint32_t;
  static constexpr Node kNothing = 0;                  // no words
  static constexpr Node kOutside = ~std::uint32_t{0};  // words that no pattern holds

  InnerWords() : nodes_(1) {}
  void add(std::span<const Symbol> pattern);
  Node longer(Node node, Symbol word) const {
    const Node* found = children_.find(key(node, word));
    return found == nullptr ? kOutside : *found;
  }
  // The longest beginning of these words that ends a pattern.
  Node ending(Node node) const {
    while (!nodes_[node].ends) node = nodes_[node].parent;
    return node;
  }
  void words(Node node, std::vector<Symbol>& words) const;

 private:
  struct Entry {
    Node parent = kNothing;
    Symbol word = 0;
    std::uint32_t depth = 0;
    bool ends = true;  // a pattern; nothing ends one as well
  };
  static std::uint64_t key(Node node, Symbol word) {
    return std::uint64_t{node} << 32 | static_cast<std::uint32_t>(word);
  }
  std::vector<Entry> nodes_;
  HashMap<std::uint64_t, Node> children_;
};

// Machine: kRoot, and advance(state, word, paid), as Automaton has them.
template <typename Machine>
class Pieces {
 public:
  using State = typename Machine::State;
  using Piece = std::uint64_t;
  static constexpr State kOpen = ~State{0};
  static constexpr Piece kStart = 0;  // of a text: no words, and nothing can stand before it

  // Keeps references to both.
  Pieces(const Machine& machine, const InnerWords& inner) : machine_(machine), inner_(inner) {}

  void begin(bool left) {
    open_ = left;
    left_ = InnerWords::kNothing;
    state_ = Machine::kRoot;
  }
  void word(Symbol word, double& paid) {
    state_ = machine_.advance(state_, word, paid);
    if (open_) lengthen(word);
  }
  void piece(Piece piece, double& paid) {
    const auto left = static_cast<InnerWords::Node>(piece >> 32);
    const auto right = static_cast<State>(piece);
    if (left != InnerWords::kNothing) {
      inner_.words(left, words_);
      read(paid);
      for (std::size_t i = 0; open_ && i < words_.size(); ++i) lengthen(words_[i]);
    }
    if (right == kOpen) return;
    if (open_) close();
    state_ = right;
  }
  Piece end(bool right) {
    if (open_ && !right) close();
    if (open_) return pack(left_, kOpen);
    return pack(left_, right ? state_ : Machine::kRoot);
  }

 private:
  static Piece pack(InnerWords::Node left, State right) { return Piece{left} << 32 | right; }
  static_assert(InnerWords::kNothing == 0 && Machine::kRoot == 0);

  // Words that another piece has paid for as if nothing stood before them.
  void read(double& paid) {
    State alone = Machine::kRoot;
    for (const Symbol word : words_) {
      double here = 0, known = 0;
      state_ = machine_.advance(state_, word, here);
      alone = machine_.advance(alone, word, known);
      paid += here - known;
    }
  }
  void lengthen(Symbol word) {
    const InnerWords::Node longer = inner_.longer(left_, word);
    if (longer == InnerWords::kOutside) {
      close();
    } else {
      left_ = longer;
    }
  }
  void close() {
    open_ = false;
    left_ = inner_.ending(left_);
  }

  const Machine& machine_;
  const InnerWords& inner_;
  bool open_ = false;  // the piece so far lies inside a pattern, and what comes before it matters
  InnerWords::Node left_ = InnerWords::kNothing;
  State state_ = Machine::kRoot;
  std::vector<Symbol> words_;
};

// Pieces known by their first and their last words, up to `length` of each: for n-grams of length +
// 1 words. It pays nothing: composing a graph with it splits the nodes until each knows its edges.
class EdgeWords {
 public:
  using Piece = std::uint32_t;
  explicit EdgeWords(unsigned length) : length_(length) {}

  void begin(bool left);
  void word(Symbol word, double& paid);
  void piece(Piece piece, double& paid);
  Piece end(bool right);

  std::span<const Symbol> left(Piece piece) const { return pieces_.at(piece).left; }
  std::span<const Symbol> right(Piece piece) const { return pieces_.at(piece).right; }
  // Whether `left` is all of it. Where nothing can come to stand before or behind a piece it is not.
  bool whole(Piece piece) const { return pieces_.at(piece).whole; }

 private:
  struct Words {
    std::vector<Symbol> left, right;
    bool whole = true;
    friend bool operator==(const Words&, const Words&) = default;
    friend std::uint64_t hash_value(const Words& words) {
      std::uint64_t hash = words.whole;
      for (const auto* side : {&words.left, &words.right}) {
        hash = hash_combine(hash, side->size());
        for (const Symbol word : *side) hash = hash_combine(hash, static_cast<std::uint64_t>(word));
      }
      return hash;
    }
  };
  void append(Symbol word);

  unsigned length_;
  Words made_;
  Numbering<Words> pieces_;
};

// On which sides of a node's words others can come to stand.
struct Sides {
  std::vector<bool> left, right;  // by node
};
Sides open_sides(const Hypergraph& graph);

}  // namespace manyways::graph
