"""The words that training knew, and what becomes of those that it did not know or hardly knew.

    known = KnownWords.learn(cased, split=True)       # words, their counts, and what joins compounds
    known.apply(["der Haushaltsausschuss tagt"])      # "der Haushalt Ausschuss tagt"
    known.save("words.source")

Compounds are split where their parts are better known than they are (Koehn and Knight, 2003), with joiners
(`s`, `en`) that are learnt too; words with a prefix (Arabic `و`, `ال`, `بال`) behind it, where the rest is
better known. A word that is new, or that has no translation, becomes one that has and that it is a form of:
`core/text/known_words.h` has the rules. The file has a line of joiners and prefixes (`ال+`), then in
every line a word, its count, and `-` if it has no translation of its own.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from manyways._core import text as core
from manyways.errors import InputError
from manyways.files import atomic_write, open_text
from manyways.text.column import TextColumn
from manyways.text.tokenise import Texts, as_column
from manyways.text.vocabulary import Vocabulary, count_words, encode

__all__ = ["KnownWords", "is_word"]

MOST = 20  # times that a word may have been seen that is split
_HEAD, _ADDED, _UNUSABLE = "joiners", "+", "-"  # the last two: behind a prefix, and of such words
_REMEDY = "Copy the model again, or train it again."


@dataclass(frozen=True)
class KnownWords:
    """Words, how often each was seen, and the letters that stand between parts of compounds.

    split: compounds are put into their parts. vary: new words become forms of them that are known.
    prefixes: what words are split behind. unusable: words without a translation, which no other becomes.
    """

    words: TextColumn
    counts: npt.NDArray[np.int64]
    joiners: tuple[str, ...] = ()
    split: bool = False
    vary: bool = True
    prefixes: tuple[str, ...] = ()
    unusable: frozenset[str] = frozenset()

    @staticmethod
    def learn(
        texts: Texts, *, split: bool = False, prefixes: bool = False, vary: bool = True, threads: int = 0
    ) -> KnownWords:
        """From text that is split into words and cased. prefixes: words are split behind them, too."""
        vocabulary = Vocabulary()
        ids, _ = encode(as_column(texts), vocabulary, threads=threads)
        often = count_words(ids, vocabulary)
        counted = [(vocabulary.word(row), int(often[row])) for row in np.flatnonzero(often).tolist()]
        counted = [(word, count) for word, count in counted if is_word(word)]
        words = TextColumn.from_texts(word for word, _ in counted)
        counts = np.array([count for _, count in counted], dtype=np.int64)
        joiners = core.joiners_of(words.data, words.offsets, counts) if split else ()
        before = core.prefixes_of(words.data, words.offsets, counts) if prefixes else ()
        return KnownWords(words, counts, tuple(joiners), split, vary, tuple(before))

    @cached_property
    def _core(self) -> core.KnownWords:
        words = self.words
        return core.KnownWords(
            words.data,
            words.offsets,
            self.counts,
            usable=np.array([word not in self.unusable for word in words], dtype=np.uint8),
            affixes=self._affixes,
            split=self.split,
            vary=self.vary,
            most=MOST,
        )

    @property
    def _affixes(self) -> list[str]:
        return [*self.joiners, *(prefix + _ADDED for prefix in self.prefixes)]

    def apply(self, texts: Texts, *, threads: int = 0) -> TextColumn:
        """Tokenised texts with compounds in their parts, and known words for new ones."""
        column = as_column(texts)
        return TextColumn(*self._core.apply(column.data, column.offsets, threads=threads))

    def with_new(self, texts: Texts) -> KnownWords:
        """The same, and the words of these texts as known ones, which split nothing and are parts of none."""
        old = set(self.words)
        new = [
            word
            for word in dict.fromkeys(" ".join(as_column(texts)).split())
            if is_word(word) and word not in old
        ]
        words = TextColumn.from_texts([*self.words, *new])
        return replace(self, words=words, counts=np.append(self.counts, np.ones(len(new), dtype=np.int64)))

    def with_unusable(self, words: Iterable[str]) -> KnownWords:
        """The same, with these words known to have no translation."""
        return replace(self, unusable=frozenset(words))

    def save(self, path: str | os.PathLike[str]) -> None:
        """The file appears whole or not at all."""
        with atomic_write(path) as out:
            out.write("\t".join([_HEAD, *self._affixes]) + "\n")
            for word, count in zip(self.words, self.counts.tolist(), strict=True):
                out.write(f"{word}\t{count}" + f"\t{_UNUSABLE}" * (word in self.unusable) + "\n")

    @staticmethod
    def load(path: str | os.PathLike[str], *, split: bool = False, vary: bool = True) -> KnownWords:
        """Read what `save` wrote."""
        words: list[str] = []
        counts: list[int] = []
        affixes: list[str] = []
        unusable: set[str] = set()
        with open_text(path) as lines:
            for number, line in enumerate(lines, 1):
                first, *rest = line.rstrip("\n").split("\t")
                if number == 1 and first == _HEAD:
                    affixes = rest
                    continue
                sound = rest[:1] and rest[0].isascii() and rest[0].isdigit() and rest[1:] in ([], [_UNUSABLE])
                if number == 1 or not sound:
                    expected = f"{_HEAD} and joiners" if number == 1 else "a word, a tab and its count"
                    raise InputError(
                        f"expected {expected}; found {line[:40]!r}", path=path, line=number, remedy=_REMEDY
                    )
                words.append(first)
                counts.append(min(int(rest[0][:18]), 1 << 53))
                unusable.update([first] * len(rest[1:]))
        return KnownWords(
            TextColumn.from_texts(words),
            np.array(counts, dtype=np.int64),
            tuple(each for each in affixes if not each.endswith(_ADDED)),
            split,
            vary,
            tuple(each.removesuffix(_ADDED) for each in affixes if each.endswith(_ADDED)),
            frozenset(unusable),
        )


def is_word(text: str) -> bool:
    """Whether it is made of letters with their marks, and hyphens between them."""
    if text.isalpha():
        return True
    return all(c == "-" or unicodedata.category(c)[0] in "LM" for c in text) and "-" not in (
        text[0],
        text[-1],
    )
