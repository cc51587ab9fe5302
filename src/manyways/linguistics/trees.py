"""Constituency trees in columns.

    trees = parser.parse_lists(lists)
    first = trees.offsets[c], trees.offsets[c + 1]       # the constituents of candidate c, in preorder
    trees.labels, trees.begins, trees.ends               # label and words of each
    trees.parents, trees.heads                           # its parent among them (-1: none) and its head word
    trees.tags                                           # of all words
    trees.text(c)                                        # '(ROOT (S (NP (PRP I)) (VP (VBP see))))'

Words and their tags are no constituents: they stand in columns of their own. Of constituents with the same
words the upper one comes first. `children` gives what a model of productions needs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from manyways._core import syntax as core
from manyways._core.base import Vocabulary
from manyways.candidates.lists import Tokens
from manyways.candidates.ragged import Ragged
from manyways.files import AnyPath
from manyways.linguistics.tagger import TagColumns
from manyways.reading import read_lines
from manyways.text.column import TextColumn
from manyways.text.vocabulary import encode

__all__ = ["Treebank", "Trees", "read_treebank"]

_ESCAPES = {"(": "-LRB-", ")": "-RRB-"}


@dataclass(frozen=True, eq=False)
class Trees:
    """Trees of many texts; tree i has nodes ``offsets[i]`` to ``offsets[i + 1]``.

    labels: numbers of `names`. begins, ends: words of the text, the end not included. parents: numbers
    within the tree, -1 at the top. heads: the head word of each, counted within the text; empty for trees
    that were read. tags, tokens: of all texts, word by word. A text without words has no nodes, and neither
    has a lone word without a constituent. scores: the model's, of each tree, if a parser found them.
    """

    offsets: npt.NDArray[np.int64]
    labels: npt.NDArray[np.uint16]
    begins: npt.NDArray[np.uint32]
    ends: npt.NDArray[np.uint32]
    parents: npt.NDArray[np.int32]
    heads: npt.NDArray[np.uint32]
    names: tuple[str, ...]
    tags: TagColumns
    tokens: Tokens
    scores: npt.NDArray[np.int64] | None = None

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @cached_property
    def tree_of(self) -> npt.NDArray[np.int64]:
        """The tree of each node."""
        return np.repeat(np.arange(len(self), dtype=np.int64), np.diff(self.offsets))

    @cached_property
    def word_parents(self) -> npt.NDArray[np.int32]:
        """By word of all texts: the lowest constituent around it, counted within its tree; -1: none."""
        parents = np.full(len(self.tags.ids), -1, dtype=np.int32)
        within = np.arange(len(self.labels), dtype=np.int64) - self.offsets[self.tree_of]
        first = self.tags.offsets[self.tree_of] + self.begins
        lengths = (self.ends - self.begins).astype(np.int64)
        # In preorder what is lower comes later, and later writes win.
        places = np.repeat(first - np.concatenate([[0], np.cumsum(lengths)[:-1]]), lengths)
        parents[places + np.arange(len(places))] = np.repeat(within, lengths)
        return parents

    @cached_property
    def children(self) -> Ragged:
        """By node, the symbols of its children from left to right: a label's number, or that of a tag plus
        ``len(names)``. It is what a constituent is rewritten as."""
        nodes = np.flatnonzero(self.parents >= 0)
        words = np.flatnonzero(self.word_parents >= 0)
        tree_of_word = np.repeat(np.arange(len(self), dtype=np.int64), np.diff(self.tags.offsets))
        word_tree = tree_of_word[words]
        parent = np.concatenate(
            [
                self.offsets[self.tree_of[nodes]] + self.parents[nodes],
                self.offsets[word_tree] + self.word_parents[words],
            ]
        )
        begin = np.concatenate([self.begins[nodes], words - self.tags.offsets[word_tree]])
        symbol = np.concatenate([self.labels[nodes].astype(np.int64), self.tags.ids[words] + len(self.names)])
        order = np.lexsort((begin, parent))
        counts = np.bincount(parent, minlength=len(self.labels))
        offsets = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(counts)])
        return Ragged(symbol[order], offsets)

    def symbol(self, number: int) -> str:
        """The name of a child's symbol."""
        return (*self.names, *self.tags.names)[number]

    def spans(self, row: int) -> list[tuple[str, int, int]]:
        """Label, begin and end of each constituent of a tree."""
        nodes = slice(*self.offsets[row : row + 2].tolist())
        columns = (self.labels[nodes].tolist(), self.begins[nodes].tolist(), self.ends[nodes].tolist())
        return [(self.names[label], begin, end) for label, begin, end in zip(*columns, strict=True)]

    def text(self, row: int) -> str:
        """A tree in brackets, on one line; of a text without words, nothing."""
        tokens, tags = self.tokens, self.tags.of(row)
        ids = tokens.ids[tokens.offsets[row] : tokens.offsets[row + 1]].tolist()
        spans = self.spans(row)
        pieces, node = ["(ROOT"], 0
        closing: list[int] = []
        for place, (word, tag) in enumerate(zip(ids, tags, strict=True)):
            while node < len(spans) and spans[node][1] == place:
                pieces.append(f" ({spans[node][0]}")
                closing.append(spans[node][2])
                node += 1
            pieces.append(f" ({tag} {_escaped(tokens.vocabulary.word(word))})")
            while closing and closing[-1] == place + 1:
                pieces.append(")")
                closing.pop()
        return "".join([*pieces, ")"]) if ids else ""

    def texts(self) -> TextColumn:
        """All trees in brackets."""
        return TextColumn.from_texts(self.text(row) for row in range(len(self)))


def _escaped(word: str) -> str:
    return "".join(_ESCAPES.get(letter, letter) for letter in word)


@dataclass(frozen=True, eq=False)
class Treebank:
    """Trees that were read. `core` is what a parser learns from."""

    core: core.Treebank
    trees: Trees

    def __len__(self) -> int:
        return len(self.trees)

    @property
    def words(self) -> TextColumn:
        return TextColumn(*self.core.words())

    @property
    def tags(self) -> TextColumn:
        return TextColumn(*self.core.tags())


def read_treebank(*paths: AnyPath) -> Treebank:
    """Trees in brackets out of one or several files.

    Functions of labels are cut off (NP-SBJ is NP), what has no words is left out, and so is the outermost
    bracket if it is ROOT, TOP, or without a label.
    """
    if len(paths) == 1:
        return _treebank("\n".join(read_lines(paths[0])), str(paths[0]))
    for path in paths:  # each is read alone first, so that messages name it
        core.read_trees("\n".join(read_lines(path)).encode(), str(path))
    return _treebank("\n".join(line for path in paths for line in read_lines(path)), str(paths[0]))


def _treebank(text: str, name: str) -> Treebank:
    bank = core.read_trees(text.encode(), name)
    words, tags = Vocabulary(), Vocabulary()
    ids, offsets = encode(TextColumn(*bank.words()), words)
    tag_ids, _ = encode(TextColumn(*bank.tags()), tags)
    names = tuple(tags.word(number) for number in range(3, len(tags)))
    columns = TagColumns((tag_ids - 3).astype(np.uint16), offsets, names)
    trees = Trees(*bank.trees(), tuple(bank.labels), columns, Tokens(ids, offsets, words))
    return Treebank(bank, trees)
