"""A part-of-speech tagger: learnt from any tagged text, fast enough for lists.

    train_tagger(read_tagged("train.tagged"), "en.tagger")
    tagger = Tagger.open("en.tagger")
    tags = tagger.tag_lists(lists)                       # one tag per word of every candidate
    tags.ids, tags.offsets, tags.names                   # candidate c: ids[offsets[c]:offsets[c + 1]]
    list(tagger.tag_texts(["the old house"]).texts())    # ['DT JJ NN']

A list is tagged as the trie of its candidates: what they begin with in common is tagged once.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

import numpy as np
import numpy.typing as npt

from manyways._core import syntax as core
from manyways._core.base import Vocabulary
from manyways.candidates.lists import CandidateLists, Tokens
from manyways.errors import InputError
from manyways.files import AnyPath, scratch_file
from manyways.linguistics.tagged import TaggedText, join_tagged
from manyways.lm.classes import read_classes
from manyways.progress import Progress
from manyways.settings import Settings, Within, to_core
from manyways.text.column import TextColumn
from manyways.text.vocabulary import Offsets, encode

__all__ = ["TagColumns", "Tagger", "TaggerSettings", "read_class_codes", "train_tagger"]

TagIds = npt.NDArray[np.uint16]
_LONGEST_CODE = 31  # bits of a class that are looked at


@dataclass(frozen=True, kw_only=True)
class TaggerSettings(Settings, table="tagger"):
    """How a tagger is trained; the defaults are of docs/design/006-linguistics.md.

    passes: how often it goes through the text. beam: hypotheses per word.
    known: occurrences from which on a word's tags are told to its neighbours; share: of them, that a tag has.
    frequent: occurrences from which on a word gets no other tags than those seen.
    least_weight: smaller weights, of 32767, are left out of the file.
    """

    passes: Annotated[int, Within(1, 1000)] = 5
    beam: Annotated[int, Within(1, 64)] = 4
    seed: Annotated[int, Within(0)] = 1
    known: Annotated[int, Within(1, 1_000_000)] = 3
    share: Annotated[float, Within(0, 1)] = 0.05
    frequent: Annotated[int, Within(1, 1_000_000)] = 20
    least_weight: Annotated[int, Within(1, 32767)] = 8


@dataclass(frozen=True, eq=False)
class TagColumns:
    """Tags of many texts: text i has ``ids[offsets[i]:offsets[i + 1]]``; ``names[id]`` is a tag's name.

    scores: the model's, of each text's tags, if a tagger found them; longer texts have larger ones.
    """

    ids: TagIds
    offsets: Offsets
    names: tuple[str, ...]
    scores: npt.NDArray[np.int64] | None = None

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def of(self, row: int) -> list[str]:
        """The tags of one text by name."""
        return [self.names[each] for each in self.ids[self.offsets[row] : self.offsets[row + 1]]]

    def texts(self) -> TextColumn:
        """The tags of each text, joined by blanks: what a language model of tags is trained on."""
        return TextColumn.from_texts(" ".join(self.of(row)) for row in range(len(self)))


class Tagger:
    """An opened tagger. `core` is what a parser uses."""

    def __init__(self, tagger: core.Tagger) -> None:
        self.core = tagger
        self.names: tuple[str, ...] = tuple(tagger.tags)

    @staticmethod
    def open(path: AnyPath) -> Tagger:
        """Map a tagger's file."""
        return Tagger(core.Tagger(os.fspath(path)))

    def numbers_of(self, tags: TagColumns) -> TagIds:
        """Tags of somebody else as numbers of `names`; those that this tagger never saw are its first."""
        numbers = {name: number for number, name in enumerate(self.names)}
        return np.array([numbers.get(name, 0) for name in tags.names], dtype=np.uint16)[tags.ids]

    def tag_lists(self, lists: CandidateLists, *, threads: int = 0) -> TagColumns:
        """The tags of every candidate, row by row as in the lists."""
        return self.tag_tokens(lists.tokens, lists.sentence_offsets, threads=threads)

    def tag_texts(self, texts: TextColumn | Iterable[str], *, threads: int = 0) -> TagColumns:
        """The tags of tokenised texts."""
        vocabulary = Vocabulary()
        ids, offsets = encode(texts, vocabulary, threads=threads)
        each = np.arange(len(offsets), dtype=np.int64)
        return self.tag_tokens(Tokens(ids, offsets, vocabulary), each, threads=threads)

    def tag_tokens(
        self, tokens: Tokens, lists: Offsets, *, guides: TagIds | None = None, threads: int = 0
    ) -> TagColumns:
        """The tags of words that have their ids; list l is the rows ``lists[l]`` to ``lists[l + 1]``.

        guides: another tagger's tags, for a tagger that was trained with such.
        """
        ids, scores = self.core.tag(tokens.ids, tokens.offsets, lists, tokens.vocabulary, guides, threads)
        return TagColumns(ids, tokens.offsets, self.names, scores)


def train_tagger(
    text: TaggedText,
    path: AnyPath,
    settings: TaggerSettings = TaggerSettings(),
    *,
    also: TaggedText | None = None,
    classes: AnyPath | None = None,
) -> None:
    """Learn from tagged text, and write the tagger.

    also: text whose tags are of another kind, or less reliable. What they are called in `text` is learnt
    first, and `text` with the converted rest is then learnt from: see `converted`.
    classes: a file of `manyways cluster`, layout paths; words of a class behave alike.
    """
    codes = None if classes is None else read_class_codes(classes)
    if also is not None:
        text = join_tagged([text, converted(text, also, settings, codes)])
    _train(text, path, settings, codes, "tagging")


def converted(
    text: TaggedText, other: TaggedText, settings: TaggerSettings, codes: dict[str, int] | None = None
) -> TaggedText:
    """`other` with tags as `text` would give them.

    A tagger of the other kind tags `text`; from those tags as guides and the true ones a second tagger
    learns what the one kind is called in the other, word by word in context; and it reads `other` with its
    own tags as guides (the annotation adaptation of Jiang, Huang and Liu 2009).
    """
    with scratch_file() as first, scratch_file() as second:
        _train(other, first, settings, codes, "tagging as the other text does")
        foreign = Tagger.open(first)
        guides = foreign.tag_texts(text.words).ids
        _train(text, second, settings, codes, "comparing tags", guides)
        guided = Tagger.open(second)
    vocabulary = Vocabulary()
    ids, offsets = encode(other.words, vocabulary)
    numbers = {name: number for number, name in enumerate(foreign.names)}
    own = np.array([numbers[tag] for tags in other.tags for tag in tags.split()], dtype=np.uint16)
    each = np.arange(len(offsets), dtype=np.int64)
    found = guided.tag_tokens(Tokens(ids, offsets, vocabulary), each, guides=own)
    return TaggedText(other.words, found.texts())


def _train(
    text: TaggedText,
    path: AnyPath,
    settings: TaggerSettings,
    codes: dict[str, int] | None,
    task: str,
    guides: TagIds | None = None,
) -> None:
    vocabulary, tags = Vocabulary(), Vocabulary()
    ids, offsets = encode(text.words, vocabulary)
    numbers, tag_offsets = encode(text.tags, tags)
    if not np.array_equal(offsets, tag_offsets):
        raise InputError("a sentence has not as many tags as words")
    if not len(ids):
        raise InputError("there is no tagged word to learn from")
    names = [tags.word(number) for number in range(3, len(tags))]
    known = None if codes is None else _codes_of(vocabulary, codes)
    inner = to_core(core.TaggerSettings(), settings, passes=None, least_weight=None)
    training = core.TaggerTraining(
        ids, offsets, vocabulary, (numbers - 3).astype(np.uint16), names, guides, known, inner
    )
    with Progress(task, total=settings.passes * len(text), unit="sentences") as progress:
        for _ in range(settings.passes):
            wrong = training.run_pass()
            progress.advance(len(text), note=f"{100 * wrong / len(ids):.2f} % wrong")
    training.save(os.fspath(path), settings.least_weight)


def _codes_of(vocabulary: Vocabulary, codes: dict[str, int]) -> npt.NDArray[np.uint32]:
    """Classes by id; words that the tagged text has not got are known by their class all the same."""
    for word in codes:
        vocabulary.add(word)
    return np.array([codes.get(vocabulary.word(i), 0) for i in range(len(vocabulary))], dtype=np.uint32)


def read_class_codes(path: AnyPath) -> dict[str, int]:
    """The classes of `manyways cluster --layout paths`, as the core takes them: their bits behind a 1."""
    codes = {}
    for word, bits in read_classes(path).items():
        if set(bits) - {"0", "1"}:
            raise InputError(
                f"the class {bits[:40]!r} of {word[:40]!r} is no path of bits",
                path=path,
                remedy="Write them by manyways cluster TEXT --layout paths.",
            )
        codes[word] = int("1" + bits[:_LONGEST_CODE], 2)
    return codes
