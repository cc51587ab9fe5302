"""The tagger, slowly: facts of words, features and beam search as core/syntax describes them.

Weights are asked of the model, feature by feature; all else is done again here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from manyways._core.base import hash_bytes

__all__ = ["Facts", "Lexicon", "best_tags", "boundary", "key"]

MASK = 2**64 - 1
NO_TAG = 4096
Row = Callable[[int], Sequence[tuple[int, int]]]


def key(number: int, *values: int) -> int:
    """The number of a feature."""
    found = (number + 1) * 0xD6E8FEB86659FD93 & MASK
    for value in values:
        found = (found ^ value) * 0x9E3779B97F4A7C15 & MASK
        found ^= found >> 32
    return found


def hashed(text: str) -> int:
    return hash_bytes(text.encode())


def mixed(x: int) -> int:
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
    return x ^ x >> 31


def shape_of(word: str) -> str:
    shape = ""
    for letter in word:
        if letter.isupper():
            kind = "X"
        elif letter.islower():
            kind = "x"
        elif letter.isdecimal():
            kind = "d"
        elif letter.isalnum():
            kind = "o"
        else:
            kind = letter if ord(letter) < 128 else "*"
        if not shape.endswith(kind * 2):
            shape += kind
    return shape


class Facts:
    """What is known of a word."""

    def __init__(self, word: str = "") -> None:
        low = word.lower()
        self.word, self.lower, self.shape = hashed(word), hashed(low), hashed(shape_of(word))
        self.end = [hashed(low[-n:]) if len(low) >= n else 0 for n in range(1, 6)]
        self.start = [hashed(low[:n]) if len(low) >= n else 0 for n in range(1, 5)]
        self.classes = [0, 0, 0, 0]
        self.possible = 0
        self.allowed: list[int] = []


def boundary(number: int) -> Facts:
    facts = Facts()
    facts.word = facts.lower = facts.shape = mixed(number + 1)
    facts.end = [facts.word] * 5
    facts.start = [0] * 4
    return facts


class Lexicon:
    """Tags by word, learnt from tagged sentences; `codes` are classes."""

    def __init__(
        self,
        sentences: Sequence[Sequence[tuple[str, int]]],
        tags: int,
        codes: dict[str, int],
        *,
        known: int,
        share: float,
        frequent: int,
    ) -> None:
        counts: dict[str, Counter[int]] = {}
        for sentence in sentences:
            for word, tag in sentence:
                counts.setdefault(word, Counter())[tag] += 1
        for word in codes:
            counts.setdefault(word, Counter())
        sets: dict[tuple[int, ...], int] = {(): 0}
        self.words: dict[str, tuple[int, list[int], int]] = {}
        for word, found in counts.items():
            total = sum(found.values())
            if total < known and not codes.get(word):
                continue
            possible = tuple(sorted(tag for tag in found if found[tag] >= share * total))
            number = sets.setdefault(possible, len(sets)) if total >= known else 0
            allowed = sorted(found) if total >= frequent and len(found) < tags else []
            sets.setdefault(tuple(allowed), len(sets))
            self.words[word] = (number, allowed, codes.get(word, 0))

    def facts(self, word: str) -> Facts:
        facts = Facts(word)
        known = self.words.get(word)
        if known is not None:
            facts.allowed = known[1]
        known = known or self.words.get(word.lower())
        if known is not None:
            facts.possible = known[0]
            bits = f"{known[2]:b}" if known[2] else ""
            if bits:
                facts.classes = [int(bits[: 1 + n], 2) for n in (4, 6, 10)] + [known[2]]
        return facts


def fixed(words: list[Facts], guides: Sequence[int] | None, i: int) -> list[int]:
    """Features of word i; there are two boundaries on either side."""
    before2, before, w, after, after2 = words[i : i + 5]
    keys = [key(0, 0), key(1, w.word), key(2, w.lower), key(3, w.shape), key(4, w.shape, int(i == 0))]
    keys += [key(10 + n, each) for n, each in enumerate(w.end) if each]
    keys += [key(15 + n, each) for n, each in enumerate(w.start) if each]
    keys += [key(20, before.lower), key(21, before2.lower), key(22, after.lower), key(23, after2.lower)]
    keys += [key(24, before.lower, w.lower), key(25, w.lower, after.lower)]
    keys += [key(26, before.lower, after.lower), key(27, before2.lower, before.lower)]
    keys += [key(28, after.lower, after2.lower), key(29, after.end[2]), key(30, before.end[2])]
    keys += [key(31, before.shape, w.shape), key(32, w.shape, after.shape)]
    keys += [key(33, w.possible), key(34, after.possible), key(35, after.possible, after2.possible)]
    keys += [key(36, w.possible, after.possible), key(37, before.possible, w.possible, after.possible)]
    keys += [key(38, w.end[2], after.possible), key(39, w.possible, w.shape)]
    if w.classes[3]:
        keys += [key(40 + n, each) for n, each in enumerate(w.classes)]
        keys += [key(44, w.classes[1], w.end[1])]
    if before.classes[3]:
        keys += [key(45, before.classes[3]), key(46, before.classes[1], w.possible)]
    if after.classes[3]:
        keys += [key(47, after.classes[3]), key(48, after.classes[1], w.possible)]
        keys += [key(49, after.classes[2], w.lower)]
    if guides is not None:
        g1, g, g2 = (guide_at(guides, i + by) for by in (-1, 0, 1))
        keys += [key(50, g), key(51, g, w.lower), key(52, g1, g), key(53, g, g2), key(54, g1, g, g2)]
        keys += [key(55, g, w.possible), key(56, g, after.lower), key(57, g, before.lower)]
    return keys


def guide_at(guides: Sequence[int], i: int) -> int:
    return guides[i] if 0 <= i < len(guides) else NO_TAG


def of_state(words: list[Facts], guides: Sequence[int] | None, i: int, tag2: int, tag1: int) -> list[int]:
    """Features of word i behind two tags."""
    w, after = words[i + 2], words[i + 3]
    keys = [key(60, tag1), key(61, tag2, tag1), key(62, tag1, w.lower), key(63, tag1, after.lower)]
    keys += [key(64, tag1, after.possible), key(65, tag2, tag1, w.possible), key(66, tag1, w.end[2])]
    keys += [key(67, tag1, w.possible, after.possible), key(68, tag2, tag1, w.lower)]
    keys += [key(69, tag1, w.classes[1])]
    return keys if guides is None else [*keys, key(70, tag1, guide_at(guides, i))]


def best_tags(
    row: Row, facts: Sequence[Facts], tags: int, beam: int, guides: Sequence[int] | None = None
) -> tuple[list[int], int]:
    """The tags of a sentence and their score: of all continuations, the best for each last two tags stay."""
    words = [boundary(0), boundary(0), *facts, boundary(1), boundary(1)]
    hypotheses: list[tuple[int, list[int]]] = [(0, [NO_TAG, NO_TAG])]
    for i, word in enumerate(facts):
        allowed = word.allowed or list(range(tags))
        made = []
        for score, before in hypotheses:
            keys = fixed(words, guides, i) + of_state(words, guides, i, before[-2], before[-1])
            gains = Counter[int]()
            if len(allowed) > 1:
                for each in keys:
                    for tag, weight in row(each):
                        gains[tag] += weight
            made += [(score + gains[tag], [*before, tag]) for tag in allowed]
        made.sort(key=lambda each: -each[0])
        hypotheses = []
        for score, found in made:
            if len(hypotheses) < beam and all(found[-2:] != other[-2:] for _, other in hypotheses):
                hypotheses.append((score, found))
    return hypotheses[0][1][2:], hypotheses[0][0]
