// What a parser looks at: the four topmost parts of the stack, their parts, and three words ahead.
//
// ahead_features depend on the next words alone and are asked for once per word; stack_features once for
// each hypothesis whose StackFacts are not remembered (stack_scores.h). tests/oracles/parser.py has the same list.
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

// The topmost parts of a stack; there may be fewer than four.
struct StackView {
  const ParseNode* parts[4] = {};
};

// What features ask of one part; what they do not ask stays 0.
struct PartFacts {
  std::uint64_t label = kNoLabel, word = 0, tag = kNoTag, kind = 0;
  std::uint64_t length = 0;  // in steps

  bool operator==(const PartFacts&) const = default;
};

// All that stack_features look at: where two stacks are equal in it, so are their features.
struct StackFacts {
  PartFacts s0, s1, s2, s3, s0l, s0r, s1l, s1r;
  std::uint64_t w0 = 0, t0 = 0, k0 = 0, t1 = 0;
  std::uint64_t first0 = 0, last0 = 0, first0_tag = 0, last0_tag = 0;
  std::uint64_t first1 = 0, last1_tag = 0;
  std::uint64_t parts = 0;  // 0, 1, or 2 for more

  bool operator==(const StackFacts&) const = default;
};

inline StackFacts stack_facts(const ParseContext& context, std::span<const ParseNode> nodes,
                              const StackView& stack, std::size_t next) {
  StackFacts facts;
  const auto put = [&](PartFacts& to, const ParseNode& part) {  // what all are asked for
    to.label = part.label;
    to.word = context.words[part.head]->lower;
  };
  const auto put_children = [&](const ParseNode& part, PartFacts& left, PartFacts& right) {
    if (part.left >= 0) put(left, nodes[static_cast<std::size_t>(part.left)]);
    if (part.right >= 0) put(right, nodes[static_cast<std::size_t>(part.right)]);
  };
  const auto put_whole = [&](PartFacts& to, const ParseNode& part) {
    put(to, part);
    to.tag = context.tags[part.head];
    to.kind = context.words[part.head]->classes[1];
    to.length = std::min<std::uint64_t>(6, std::bit_width(part.end - part.begin));
  };
  facts.w0 = context.words[next]->lower;
  facts.k0 = context.words[next]->classes[1];
  facts.t0 = context.tags[next];
  facts.t1 = context.tags[next + 1];
  if (const ParseNode* const part = stack.parts[3]; part != nullptr) {
    facts.s3.label = part->label;
    facts.s3.tag = context.tags[part->head];
  }
  if (const ParseNode* const part = stack.parts[2]; part != nullptr) {
    put(facts.s2, *part);
    facts.s2.tag = context.tags[part->head];
  }
  if (const ParseNode* const part = stack.parts[1]; part != nullptr) {
    put_whole(facts.s1, *part);
    put_children(*part, facts.s1l, facts.s1r);
    facts.first1 = context.words[part->begin]->lower;
    facts.last1_tag = context.tags[part->end - 1];
  }
  if (const ParseNode* const part = stack.parts[0]; part != nullptr) {
    put_whole(facts.s0, *part);
    put_children(*part, facts.s0l, facts.s0r);
    facts.first0 = context.words[part->begin]->lower;
    facts.last0 = context.words[part->end - 1]->lower;
    facts.first0_tag = context.tags[part->begin];
    facts.last0_tag = context.tags[part->end - 1];
    facts.parts = stack.parts[1] == nullptr ? 1 : 2;
  }
  return facts;
}

inline void stack_features(const StackFacts& facts, StackKeys& keys) {
  const auto& [s0, s1, s2, s3, s0l, s0r, s1l, s1r, w0, t0, k0, t1, first0, last0, first0_tag,
               last0_tag, first1, last1_tag, parts] = facts;
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
  if (parts == 0) return;
  keys.add(52, s0.label, first0);
  keys.add(53, s0.label, last0);
  keys.add(54, s0.label, first0_tag, last0_tag);
  keys.add(55, s0.label, last0_tag, t0);
  keys.add(56, s0.label, first0_tag, t0);
  if (parts == 1) return;
  keys.add(57, s1.label, first1);
  keys.add(58, s1.label, s0.label, first1);
  keys.add(59, s1.label, s0.label, first0);
  keys.add(60, s1.label, s0.label, last1_tag, first0_tag);
  keys.add(61, s0.label, last1_tag, first0_tag, t0);
}

}  // namespace manyways::syntax
