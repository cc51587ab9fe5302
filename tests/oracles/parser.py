"""The parser, slowly: a stack of Python tuples, features and beam search as core/syntax describes them.

Weights and actions are asked of the model; all else is done again here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from manyways._core import syntax as core
from tests.oracles.tagger import NO_TAG, Facts, boundary, key

__all__ = ["best_tree"]

NO_LABEL, PARTIAL, TAGGED = 0xFFFF, 0x4000, 0x8000
SHIFT, HEAD_LEFT, HEAD_RIGHT = 0, 1, 2
Tree = list[tuple[int, int, int, int]]


@dataclass(frozen=True)
class Part:
    """A part on the stack; `chain` are its labels, the upper one first."""

    label: int
    chain: tuple[int, ...]
    partial: bool
    begin: int
    end: int
    head: int
    left: Part | None = None
    right: Part | None = None


class Sentence:
    """Words and tags with boundaries behind them, and what features ask of them."""

    def __init__(self, facts: Sequence[Facts], tags: Sequence[int]) -> None:
        self.facts = [*facts, *[boundary(1)] * 3]
        self.tags = [*tags, *[NO_TAG] * 3]
        self.size = len(tags)

    def view(self, part: Part | None) -> tuple[int, int, int, int, int]:
        """Label, head word, its tag and its class, and the length in steps."""
        if part is None:
            return NO_LABEL, 0, NO_TAG, 0, 0
        head = self.facts[part.head]
        length = min(6, (part.end - part.begin).bit_length())
        return part.label, head.lower, self.tags[part.head], head.classes[1], length


def ahead(text: Sentence, i: int) -> list[int]:
    w0, w1, w2 = (each.lower for each in text.facts[i : i + 3])
    t0, t1, t2 = text.tags[i : i + 3]
    return [
        *(key(100, 0), key(101, w0, t0), key(102, w1, t1), key(103, w2, t2), key(104, w0, w1)),
        *(key(105, w0, t1), key(106, t0, w1), key(107, t0, t1), key(108, t0, t1, t2)),
        key(109, text.facts[i].classes[3], t1),
    ]


def of_stack(text: Sentence, stack: Sequence[Part], i: int) -> list[int]:
    parts: list[Part | None] = [*reversed(stack[-4:]), None, None, None, None][:4]
    n0, n1 = parts[0], parts[1]
    (c0, a0, g0, k0, l0), (c1, a1, g1, k1, l1), (c2, a2, g2, _, _), (c3, _, g3, _, _) = map(text.view, parts)
    (c0l, a0l, *_), (c0r, a0r, *_) = map(text.view, (n0.left, n0.right) if n0 else (None, None))
    (c1l, a1l, *_), (c1r, a1r, *_) = map(text.view, (n1.left, n1.right) if n1 else (None, None))
    w0, t0, t1, q0 = text.facts[i].lower, text.tags[i], text.tags[i + 1], text.facts[i].classes[1]
    keys = [
        *(key(1, c0, g0), key(2, c0, a0), key(3, c1, g1), key(4, c1, a1), key(5, c2, g2), key(6, c2, a2)),
        *(key(7, c3, g3), key(8, c0l, a0l, c0), key(9, c0r, a0r, c0), key(10, c1l, a1l, c1)),
        *(key(11, c1r, a1r, c1), key(12, a0, a1), key(13, a0, c1), key(14, c0, a1), key(15, c0, c1)),
        *(key(16, a0, w0), key(17, a0, t0), key(18, c0, w0), key(19, c0, t0), key(20, a1, w0)),
        *(key(21, a1, t0), key(22, c1, w0), key(23, c1, t0), key(24, c0, c1, c2), key(25, a0, c1, c2)),
        *(key(26, c0, a1, c2), key(27, c0, c1, a2), key(28, c0, c1, t0), key(29, a0, c1, t0)),
        *(key(30, c0, a1, t0), key(31, c0, c1, w0), key(32, g0, g1, t0), key(33, c0, t0, t1)),
        *(key(34, c0, c1, c2, t0), key(35, g0, t0, t1), key(36, c0, c1, t0, t1), key(37, c0, c0l, c0r)),
        *(key(38, c1, c1l, c1r), key(39, c0, c1, c1r), key(40, c0, c0l, c1), key(41, c0, g0, c1, g1)),
        *(key(42, c0, l0), key(43, c0, c1, l0, l1), key(44, a1, a0, a0r), key(45, g1, a0, a0r)),
        *(key(46, c2, c1, c0, c3), key(47, c0, k0, c1, k1), key(48, c0, k0, q0), key(49, c1, k1, c0, t0)),
        *(key(50, a2, c0, c1), key(51, c2, g2, c0, g0)),
    ]
    if n0 is None:
        return keys
    first0, last0 = text.facts[n0.begin].lower, text.facts[n0.end - 1].lower
    f0, e0 = text.tags[n0.begin], text.tags[n0.end - 1]
    keys += [key(52, c0, first0), key(53, c0, last0), key(54, c0, f0, e0), key(55, c0, e0, t0)]
    keys += [key(56, c0, f0, t0)]
    if n1 is None:
        return keys
    first1, e1 = text.facts[n1.begin].lower, text.tags[n1.end - 1]
    keys += [key(57, c1, first1), key(58, c1, c0, first1), key(59, c1, c0, first0)]
    return [*keys, key(60, c1, c0, e1, f0), key(61, c0, e1, f0, t0)]


Action = tuple[tuple[int, ...], int, bool]


def reductions(actions: Sequence[Action], below: Part, top: Part, last: bool) -> list[int]:
    """Which reductions there are: a partial part goes on as the head of what it is."""
    found = []
    for number, (chain, step, _) in enumerate(actions):
        left = not below.partial or (step == HEAD_LEFT and chain[-1] == below.label & ~PARTIAL)
        right = not top.partial or (step == HEAD_RIGHT and chain[-1] == top.label & ~PARTIAL)
        if step != SHIFT and left and right and not (below.partial and top.partial):
            found.append(number)
    if last and not found:
        found = [n for n, (_, step, partial) in enumerate(actions) if step != SHIFT and not partial]
    return found


def done(text: Sentence, stack: tuple[Part, ...], i: int, action: Action) -> tuple[tuple[Part, ...], int]:
    chain, step, partial = action
    if step == SHIFT:
        label = chain[0] if chain else TAGGED | text.tags[i]
        return (*stack, Part(label, chain, False, i, i + 1, i)), i + 1
    left, right = stack[-2:]
    label = chain[0] | (PARTIAL if partial else 0)
    head = (left if step == HEAD_LEFT else right).head
    part = Part(label, chain, partial, left.begin, right.end, head, left, right)
    return (*stack[:-2], part), i


def constituents(part: Part, whole: bool = True) -> Tree:
    """Label, begin, end and head in preorder; a partial head is no constituent of its own."""
    found = [(label, part.begin, part.end, part.head) for label in part.chain] if whole else []
    for child in (part.left, part.right):
        if child is not None:
            found += constituents(child, not (child.partial and child.head == part.head))
    return found


def best_tree(
    parser: core.Parser, facts: Sequence[Facts], tags: Sequence[int], beam: int
) -> tuple[Tree, int]:
    text = Sentence(facts, tags)
    actions = [(tuple(chain), step, partial) for chain, step, partial in parser.actions]
    states: list[tuple[int, tuple[Part, ...], int]] = [(0, (), 0)]
    for _ in range(2 * text.size - 1):
        made = []
        for score, stack, i in states:
            gains = Counter[int]()
            for each in ahead(text, i) + of_stack(text, stack, i):
                for action, weight in parser.row(each):
                    gains[action] += weight
            last = i == text.size
            legal = [] if last else list(parser.shifts(text.tags[i]))
            if len(stack) > 1:
                legal += reductions(actions, stack[-2], stack[-1], last)
            made += [(score + gains[each], stack, i, each) for each in legal]
        made.sort(key=lambda each: -each[0])
        states = [(score, *done(text, stack, i, actions[action])) for score, stack, i, action in made[:beam]]
    return constituents(states[0][1][0]), states[0][0]
