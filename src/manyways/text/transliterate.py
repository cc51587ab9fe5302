"""Words of another script, spelt in that of the target.

    pairs = WordPairs.of(linked, source_vocabulary, target_vocabulary)     # words that are linked one to one
    spelling, report = Transliterator.learn(pairs, words, counts)
    spelling.borrows("नाओको")            # it looks like a name or a loan word
    spelling.best("नाओको", 5)            # [("Naoko", 0.31), ("Naucho", 0.11), ...]

Which pairs are one word in two scripts, and which letters stand for which, is learnt from the pairs alone
(`core/text/letter_pairs.h`), and so is what borrowed words look like (`core/text/transliterate.h`). Source
words are decomposed (Hangul into letters, marks from their letters), target words are in lower case; a
spelling that the target's text has gets the case it has there, and any other a capital if names do. The file
has a line that says so, then lines of a kind and its fields: a `unit` (a source letter, target letters, their
probability), a `word` of the target and its count, a `borrowed` word of the source, or one of its `own`.
"""

from __future__ import annotations

import math
import os
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from manyways._core import text as core
from manyways.errors import InputError
from manyways.files import atomic_write, open_text
from manyways.text.column import TextColumn
from manyways.text.linked import LinkedText
from manyways.text.vocabulary import Vocabulary

__all__ = ["Report", "Transliterator", "WordPairs", "script_of"]

MOST_PAIRS = 100_000  # that are looked at
MOST_WORDS = 50_000  # of the target that tell how its words are spelt
_HELD_OUT = 10  # every tenth pair is left out to see whether the others teach it
_FIRST = 10  # spellings among which its own should be
_SURE, _UNSURE = 0.5, 0.1  # chances of pairs that are one word, and that are not
_HEAD = "letters"
_CASES = ("lower", "capital")
_REMEDY = "Copy the model again, or train it again."

Letters = npt.NDArray[np.uint32]
Numbers = npt.NDArray[np.float64]


class Report(NamedTuple):
    """How many pairs are one word in two scripts, and what nine tenths of the pairs say of the others.

    best, among_ten: the share of these whose spelling is the best, or among the ten best; the target's text
    may have the word. found: of borrowed words the share that is taken for such; right: of those that are
    taken for such the share that is.
    """

    pairs: int
    best: float = 0.0
    among_ten: float = 0.0
    found: float = 0.0
    right: float = 0.0


@dataclass(frozen=True)
class WordPairs:
    """Words that are linked to each other and to nothing else, of two scripts; names have a capital."""

    source: tuple[str, ...]
    target: tuple[str, ...]
    names: tuple[bool, ...]

    @staticmethod
    def of(text: LinkedText, source: Vocabulary, target: Vocabulary) -> WordPairs:
        """Each pair once, names first, then the most frequent."""
        own, other = _linked_alone(text)
        both = own.astype(np.uint64) << np.uint64(32) | other.astype(np.uint64)
        pairs, counts = np.unique(both, return_counts=True)
        scripts: Counter[str] = Counter()
        for word, times in zip(*np.unique(text.target, return_counts=True), strict=True):
            scripts[script_of(target.word(int(word)))] += int(times)
        scripts.pop("", None)
        script = max(scripts, key=lambda each: scripts[each], default="")
        often: Counter[tuple[str, str]] = Counter()
        raised: Counter[tuple[str, str]] = Counter()
        for pair_of_ids, times in zip(pairs.tolist(), counts.tolist(), strict=True):
            one, two = source.word(pair_of_ids >> 32), target.word(pair_of_ids & 0xFFFFFFFF)
            if min(len(one), len(two)) < 2 or script_of(two) != script or script_of(one) in ("", script):
                continue
            pair = (_decomposed(one), two.lower())
            often[pair] += times
            raised[pair] += times * (two[0].isupper() or one[0].isupper())
        is_name = {pair: 2 * raised[pair] > often[pair] for pair in often}
        order = sorted(often, key=lambda pair: (not is_name[pair], -often[pair], pair))[:MOST_PAIRS]
        return WordPairs(
            tuple(one for one, _ in order),
            tuple(two for _, two in order),
            tuple(is_name[pair] for pair in order),
        )

    def __len__(self) -> int:
        return len(self.source)

    def chances(self, *, threads: int = 0) -> Numbers:
        """How probable it is of each that it is one word in two scripts."""
        source, target = TextColumn.from_texts(self.source), TextColumn.from_texts(self.target)
        names = np.array(self.names, dtype=np.uint8)
        return core.transliteration_chances(
            source.data, source.offsets, target.data, target.offsets, names, threads=threads
        )

    def taken(self, rows: Sequence[int]) -> WordPairs:
        """Some of them."""
        return WordPairs(
            *(tuple(side[row] for row in rows) for side in (self.source, self.target, self.names))  # type: ignore[arg-type]
        )


@dataclass(frozen=True)
class Transliterator:
    """Which letters stand for which, and words of both sides.

    letters: rows of a source letter and two of the target's, 0 for none. words: of the target, with counts.
    borrowed, own: words of the source that are the same in the target, and that are not.
    capital: names are written with one.
    """

    letters: Letters
    probabilities: Numbers
    words: TextColumn
    counts: npt.NDArray[np.int64]
    borrowed: tuple[str, ...]
    own: tuple[str, ...]
    capital: bool

    @staticmethod
    def learn(
        pairs: WordPairs, words: TextColumn, counts: npt.NDArray[np.int64], *, threads: int = 0
    ) -> tuple[Transliterator, Report]:
        """words: of the target, as it writes them, with their counts."""
        chances = pairs.chances(threads=threads)
        rows = np.flatnonzero(chances > _SURE).tolist()
        found, weights = pairs.taken(rows), chances[rows]
        highest: dict[str, float] = {}
        for word, chance in zip(pairs.source, chances.tolist(), strict=True):
            highest[word] = max(chance, highest.get(word, 0.0))
        most = np.sort(np.argsort(-counts, kind="stable")[:MOST_WORDS])
        made = Transliterator(
            *_units(found, weights, threads),
            TextColumn.from_texts(words[row] for row in most.tolist()),
            counts[most],
            tuple(word for word, chance in highest.items() if chance > _SURE),
            tuple(word for word, chance in highest.items() if chance < _UNSURE),
            2 * sum(found.names) > len(found),
        )
        return made, made._tried(found, weights, threads)

    def _tried(self, pairs: WordPairs, weights: Numbers, threads: int) -> Report:
        """What a model of nine tenths of the pairs says of the others, whose words it has not paired."""
        held = [row for row, word in enumerate(pairs.source) if _is_held(word)]
        new = {pairs.target[row] for row in held}
        rest = [
            row
            for row in range(len(pairs))
            if not _is_held(pairs.source[row]) and pairs.target[row] not in new
        ]
        if not held or not rest:
            return Report(len(pairs))
        letters, probabilities = _units(pairs.taken(rest), weights[rest], threads)
        other = replace(
            self,
            letters=letters,
            probabilities=probabilities,
            borrowed=tuple(word for word in self.borrowed if not _is_held(word)),
            own=tuple(word for word in self.own if not _is_held(word)),
        )
        ranks = []
        for row in held:
            spelt = [text.lower() for text, _ in other.best(pairs.source[row], _FIRST)]
            ranks.append(spelt.index(pairs.target[row]) if pairs.target[row] in spelt else _FIRST)
        borrowed, own = (
            [other.borrows(word) for word in words if _is_held(word)] for words in (self.borrowed, self.own)
        )
        return Report(
            len(pairs),
            sum(rank == 0 for rank in ranks) / len(held),
            sum(rank < _FIRST for rank in ranks) / len(held),
            sum(borrowed) / len(borrowed),
            sum(borrowed) / max(1, sum(borrowed) + sum(own)),
        )

    @cached_property
    def _core(self) -> core.Transliterator:
        lowered = TextColumn.from_texts(dict.fromkeys(word.lower() for word in self.words))
        borrowed, own = TextColumn.from_texts(self.borrowed), TextColumn.from_texts(self.own)
        return core.Transliterator(
            self.letters,
            self.probabilities,
            lowered.data,
            lowered.offsets,
            borrowed.data,
            borrowed.offsets,
            own.data,
            own.offsets,
        )

    def borrows(self, word: str) -> bool:
        """Whether a word of the source looks more like a borrowed one than like one of its own."""
        return self._core.odds(_decomposed(word)) > 0

    @cached_property
    def _written(self) -> dict[str, str]:
        """How a word of the target is written most often."""
        best: dict[str, tuple[int, str]] = {}
        for word, count in zip(self.words, self.counts.tolist(), strict=True):
            if word.lower() not in best or count > best[word.lower()][0]:
                best[word.lower()] = (count, word)
        return {lowered: word for lowered, (_, word) in best.items()}

    def best(self, word: str, most: int) -> list[tuple[str, float]]:
        """Spellings, best first, and how probable each is among them; none if a letter is not known."""
        found = self._core.best(_decomposed(word), most)
        if not found:
            return []
        shares = [math.exp(score - found[0][1]) for _, score in found]
        return [
            (self._cased(text), share / sum(shares)) for (text, _), share in zip(found, shares, strict=True)
        ]

    def _cased(self, lowered: str) -> str:
        known = self._written.get(lowered)
        return known or (lowered[:1].upper() + lowered[1:] if self.capital else lowered)

    def save(self, path: str | os.PathLike[str]) -> None:
        """The file appears whole or not at all."""
        with atomic_write(path) as out:
            out.write(f"{_HEAD}\t{_CASES[self.capital]}\n")
            rows = self.letters.reshape(-1, 3).tolist()
            for (source, *target), probability in zip(rows, self.probabilities.tolist(), strict=True):
                letters = "".join(chr(letter) for letter in target if letter)
                out.write(f"unit\t{chr(source)}\t{letters}\t{probability!r}\n")
            for word, count in zip(self.words, self.counts.tolist(), strict=True):
                out.write(f"word\t{word}\t{count}\n")
            for kind, words in (("borrowed", self.borrowed), ("own", self.own)):
                out.writelines(f"{kind}\t{word}\n" for word in words)

    @staticmethod
    def load(path: str | os.PathLike[str]) -> Transliterator:
        """Read what `save` wrote."""
        letters: list[int] = []
        probabilities: list[float] = []
        words: list[str] = []
        counts: list[int] = []
        kinds: dict[str, list[str]] = {"borrowed": [], "own": []}
        capital = False
        with open_text(path) as lines:
            for number, line in enumerate(lines, 1):
                kind, *fields = line.rstrip("\n").split("\t")
                if number == 1 and kind == _HEAD and len(fields) == 1 and fields[0] in _CASES:
                    capital = fields[0] == _CASES[1]
                elif number > 1 and kind == "unit" and (unit := _unit(fields)):
                    letters += unit[0]
                    probabilities.append(unit[1])
                elif number > 1 and kind == "word" and len(fields) == 2 and _is_count(fields[1]):
                    words.append(fields[0])
                    counts.append(min(int(fields[1][:18]), 1 << 53))
                elif number > 1 and kind in kinds and len(fields) == 1:
                    kinds[kind].append(fields[0])
                else:
                    expected = f"{_HEAD} and a case" if number == 1 else "a unit of letters, or a word"
                    raise InputError(
                        f"expected {expected}; found {line[:40]!r}", path=path, line=number, remedy=_REMEDY
                    )
        return Transliterator(
            np.array(letters, dtype=np.uint32),
            np.array(probabilities, dtype=np.float64),
            TextColumn.from_texts(words),
            np.array(counts, dtype=np.int64),
            tuple(kinds["borrowed"]),
            tuple(kinds["own"]),
            capital,
        )


def script_of(word: str) -> str:
    """The script of a word that is made of letters and their marks; empty for anything else."""
    if not word or not all(unicodedata.category(c)[0] in "LM" for c in word):
        return ""
    return unicodedata.name(word[0], "").split(" ")[0]


def _linked_alone(text: LinkedText) -> tuple[Letters, Letters]:
    """The source and the target word of each link whose ends have no other."""
    source, target = text.linked_places()
    alone = (np.bincount(source)[source] == 1) & (np.bincount(target)[target] == 1)
    return text.source[source[alone]], text.target[target[alone]]


def _units(pairs: WordPairs, weights: Numbers, threads: int) -> tuple[Letters, Numbers]:
    source, target = TextColumn.from_texts(pairs.source), TextColumn.from_texts(pairs.target)
    return core.learn_units(
        source.data, source.offsets, target.data, target.offsets, np.minimum(weights, 1.0), threads=threads
    )


def _unit(fields: list[str]) -> tuple[list[int], float] | None:
    """A unit and its probability; None for what is none."""
    try:
        source, target, probability = fields
        value = float(probability)
    except ValueError:
        return None
    if len(source) != 1 or len(target) > 2 or not 0 < value <= 1:
        return None
    return [ord(source), *(ord(c) for c in target), *([0] * (2 - len(target)))], value


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit()


def _is_held(word: str) -> bool:
    """Whether a word is one of those that are left out, which its spelling decides."""
    column = TextColumn.from_texts([word])
    return int(core.hash_texts(column.data, column.offsets)[0]) % _HELD_OUT == 0


def _decomposed(word: str) -> str:
    return unicodedata.normalize("NFD", word.lower())
