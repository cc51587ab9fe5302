// Constituency trees in columns, and out of brackets.
//
//   Treebank bank = read_trees("(ROOT (S (NP (PRP I)) (VP (VBP see))))", "file.mrg");
//   bank.trees.labels                                 // S NP VP, in preorder
//   bank.words, bank.tags                             // one text per tree: "I see", "PRP VBP"
//
// A node is a constituent; words and their tags are kept apart. Nodes of a tree come in preorder, so
// that of two with the same words the first is the upper one. Functions (NP-SBJ, NP=2) are cut off,
// what has no words (-NONE-) is left out, and the outermost ROOT, TOP or () is no node unless it has
// several children. Trees may stand on one line or on several.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/text_column.h"

namespace manyways::syntax {

using Label = std::uint16_t;
inline constexpr std::size_t kMostLabels = 4096;

struct TreeColumns {
  std::vector<std::int64_t> offsets{0};     // tree t has nodes offsets[t] .. offsets[t + 1]
  std::vector<Label> labels;                // by node
  std::vector<std::uint32_t> begins, ends;  // its words
  std::vector<std::int32_t> parents;  // a node of the same tree, counted from its first; -1: none
  std::vector<std::uint32_t> heads;   // its head word; empty before heads are known

  std::size_t size() const { return offsets.size() - 1; }
};

struct Treebank {
  TreeColumns trees;
  std::vector<std::string> names;  // of labels
  TextColumn words, tags;          // joined by blanks
  std::size_t word_count = 0;      // of all trees
};

// Throws InputError with the line if brackets do not match or a word has no tag.
Treebank read_trees(std::string_view text, const std::string& path);

}  // namespace manyways::syntax
