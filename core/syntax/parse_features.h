// What a parser looks at: the four topmost parts of the stack, their parts, and three words ahead.
//
// ahead_features depend on the next words alone and are asked for once per word; stack_features once for
// each hypothesis. tests/oracles/parser.py has the same list.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

#include "syntax/lexicon.h"
#include "syntax/tag_features.h"

namespace manyways::syntax {

inline constexpr std::size_t kParseAhead = 2;  // words after the next one that features look at
inline constexpr std::uint16_t kNoLabel = 0xffff, kPartialLabel = 0x4000, kTagLabel = 0x8000;

// A part of a tree on the stack.
struct ParseNode {
  std::uint16_t label = kNoLabel;  // as features see it: partial ones and bare tags are marked
  std::uint16_t symbol = 0;        // the chain of labels that it stands for
  bool partial = false;
  std::uint32_t begin = 0, end = 0, head = 0;
  std::int32_t left = -1, right = -1;  // the parts it was made of
};

// One sentence. Behind its words there are kParseAhead + 1 boundaries.
struct ParseContext {
  std::span<const WordFacts* const> words;
  std::span<const Tag> tags;  // of the words and the boundaries

  std::size_t size() const { return words.size() - kParseAhead - 1; }
};

using AheadKeys = Keys<12>;
using StackKeys = Keys<80>;

inline void ahead_features(const ParseContext& context, std::size_t next, AheadKeys& keys) {
  const std::uint64_t w0 = context.words[next]->lower, w1 = context.words[next + 1]->lower;
  const std::uint64_t w2 = context.words[next + 2]->lower;
  const std::uint64_t t0 = context.tags[next], t1 = context.tags[next + 1];
  const std::uint64_t t2 = context.tags[next + 2];
  keys.count = 0;
  keys.add(100, 0);
  keys.add(101, w0, t0);
  keys.add(102, w1, t1);
  keys.add(103, w2, t2);
  keys.add(104, w0, w1);
  keys.add(105, w0, t1);
  keys.add(106, t0, w1);
  keys.add(107, t0, t1);
  keys.add(108, t0, t1, t2);
  keys.add(109, context.words[next]->classes[3], t1);
}

// What features ask of one part.
struct PartView {
  std::uint64_t label = kNoLabel, word = 0, tag = kNoTag, kind = 0;
  std::uint64_t first = 0, last = 0, length = 0;  // first and last word, length in steps

  PartView() = default;
  PartView(const ParseNode& node, const ParseContext& context)
      : label(node.label),
        word(context.words[node.head]->lower),
        tag(context.tags[node.head]),
        kind(context.words[node.head]->classes[1]),
        first(node.begin),
        last(node.end - 1),
        length(std::min<std::uint64_t>(6, std::bit_width(node.end - node.begin))) {}
};

// The topmost parts of a stack; there may be fewer than four.
struct StackView {
  const ParseNode* parts[4] = {};
};

inline void stack_features(const ParseContext& context, std::span<const ParseNode> nodes,
                           const StackView& stack, std::size_t next, StackKeys& keys) {
  const auto view = [&](const ParseNode* node) {
    return node == nullptr ? PartView() : PartView(*node, context);
  };
  const auto part = [&](const ParseNode* node, bool left) -> const ParseNode* {
    const std::int32_t at = node == nullptr ? -1 : left ? node->left : node->right;
    return at < 0 ? nullptr : &nodes[static_cast<std::size_t>(at)];
  };
  const ParseNode *n0 = stack.parts[0], *n1 = stack.parts[1];
  const PartView s0 = view(n0), s1 = view(n1), s2 = view(stack.parts[2]), s3 = view(stack.parts[3]);
  const PartView s0l = view(part(n0, true)), s0r = view(part(n0, false));
  const PartView s1l = view(part(n1, true)), s1r = view(part(n1, false));
  const std::uint64_t w0 = context.words[next]->lower, t0 = context.tags[next];
  const std::uint64_t t1 = context.tags[next + 1], k0 = context.words[next]->classes[1];
  keys.count = 0;
  keys.add(1, s0.label, s0.tag);
  keys.add(2, s0.label, s0.word);
  keys.add(3, s1.label, s1.tag);
  keys.add(4, s1.label, s1.word);
  keys.add(5, s2.label, s2.tag);
  keys.add(6, s2.label, s2.word);
  keys.add(7, s3.label, s3.tag);
  keys.add(8, s0l.label, s0l.word, s0.label);
  keys.add(9, s0r.label, s0r.word, s0.label);
  keys.add(10, s1l.label, s1l.word, s1.label);
  keys.add(11, s1r.label, s1r.word, s1.label);
  keys.add(12, s0.word, s1.word);
  keys.add(13, s0.word, s1.label);
  keys.add(14, s0.label, s1.word);
  keys.add(15, s0.label, s1.label);
  keys.add(16, s0.word, w0);
  keys.add(17, s0.word, t0);
  keys.add(18, s0.label, w0);
  keys.add(19, s0.label, t0);
  keys.add(20, s1.word, w0);
  keys.add(21, s1.word, t0);
  keys.add(22, s1.label, w0);
  keys.add(23, s1.label, t0);
  keys.add(24, s0.label, s1.label, s2.label);
  keys.add(25, s0.word, s1.label, s2.label);
  keys.add(26, s0.label, s1.word, s2.label);
  keys.add(27, s0.label, s1.label, s2.word);
  keys.add(28, s0.label, s1.label, t0);
  keys.add(29, s0.word, s1.label, t0);
  keys.add(30, s0.label, s1.word, t0);
  keys.add(31, s0.label, s1.label, w0);
  keys.add(32, s0.tag, s1.tag, t0);
  keys.add(33, s0.label, t0, t1);
  keys.add(34, s0.label, s1.label, s2.label, t0);
  keys.add(35, s0.tag, t0, t1);
  keys.add(36, s0.label, s1.label, t0, t1);
  keys.add(37, s0.label, s0l.label, s0r.label);
  keys.add(38, s1.label, s1l.label, s1r.label);
  keys.add(39, s0.label, s1.label, s1r.label);
  keys.add(40, s0.label, s0l.label, s1.label);
  keys.add(41, s0.label, s0.tag, s1.label, s1.tag);
  keys.add(42, s0.label, s0.length);
  keys.add(43, s0.label, s1.label, s0.length, s1.length);
  keys.add(44, s1.word, s0.word, s0r.word);
  keys.add(45, s1.tag, s0.word, s0r.word);
  keys.add(46, s2.label, s1.label, s0.label, s3.label);
  keys.add(47, s0.label, s0.kind, s1.label, s1.kind);
  keys.add(48, s0.label, s0.kind, k0);
  keys.add(49, s1.label, s1.kind, s0.label, t0);
  keys.add(50, s2.word, s0.label, s1.label);
  keys.add(51, s2.label, s2.tag, s0.label, s0.tag);
  if (n0 == nullptr) return;
  const std::uint64_t first0 = context.words[s0.first]->lower,
                      last0 = context.words[s0.last]->lower;
  const std::uint64_t first0_tag = context.tags[s0.first], last0_tag = context.tags[s0.last];
  keys.add(52, s0.label, first0);
  keys.add(53, s0.label, last0);
  keys.add(54, s0.label, first0_tag, last0_tag);
  keys.add(55, s0.label, last0_tag, t0);
  keys.add(56, s0.label, first0_tag, t0);
  if (n1 == nullptr) return;
  const std::uint64_t first1 = context.words[s1.first]->lower, last1_tag = context.tags[s1.last];
  keys.add(57, s1.label, first1);
  keys.add(58, s1.label, s0.label, first1);
  keys.add(59, s1.label, s0.label, first0);
  keys.add(60, s1.label, s0.label, last1_tag, first0_tag);
  keys.add(61, s0.label, last1_tag, first0_tag, t0);
}

}  // namespace manyways::syntax
