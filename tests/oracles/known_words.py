"""What becomes of rare and new words, by trying everything: the slow twin of `core/text/known_words.h`."""

from __future__ import annotations

import itertools
import math
from collections import Counter

__all__ = ["KnownWordsOracle"]


class KnownWordsOracle:
    """Words with counts; joiners as given; a word seen more often than `most` is not split."""

    def __init__(self, counts: dict[str, int], joiners: list[str], most: int) -> None:
        self.total: Counter[str] = Counter()
        self.spellings: dict[str, list[str]] = {}
        for word, count in counts.items():
            self.total[word.lower()] += count
            self.spellings.setdefault(word.lower(), []).append(word)
        self.best = {low: max(words, key=lambda w: counts[w]) for low, words in self.spellings.items()}
        self.counts, self.joiners, self.most = counts, ["", *joiners], most

    def split(self, word: str) -> str | None:
        low = word.lower()
        own = self.total[low]
        if own > self.most:
            return None
        mean = math.log(max(own, 1)) + 1e-12
        found = max(
            (ways for ways in self._ways(low) if len(ways) > 1),
            key=lambda w: (self._mean(w), -len(w)),
            default=None,
        )
        if found is None or self._mean(found) <= mean:
            return None
        return " ".join(self.best[part] for part in found)

    def _mean(self, parts: list[str]) -> float:
        return sum(math.log(self.total[part]) for part in parts) / len(parts)

    def _ways(self, word: str) -> list[list[str]]:
        """Every way to cut the word, of at least eight letters, into two to four known parts."""
        return [ways for ways in self._cut(word, 4) if len(ways) > 1] if len(word) >= 8 else []

    def _cut(self, rest: str, most: int) -> list[list[str]]:
        found = []
        for end in range(4, len(rest) + 1):
            part = rest[:end]
            if self.total[part] < 5:
                continue
            if end == len(rest):
                found.append([part])
            for joiner in self.joiners if most > 1 else []:
                if rest[end:].startswith(joiner) and end < len(rest):
                    found += [[part, *more] for more in self._cut(rest[end + len(joiner) :], most - 1)]
        return found

    def by_ending(self, word: str) -> str | None:
        """A word of the same beginning, if twenty beginnings have both endings."""
        low, capital = word.lower(), word[0].isupper()
        stems: Counter[tuple[str, str]] = Counter()
        for one, other in itertools.combinations(sorted(w for w in self.total if len(w) >= 4), 2):
            stem, own, ending = _parted(one, other)
            if len(stem) >= 4 and max(len(own), len(ending)) <= 3:
                stems[own, ending] += 1
        found = []
        for other in self.total:
            stem, *ends = _parted(low, other)
            endings = tuple(sorted(ends))
            if len(stem) < 4 or max(map(len, ends)) > 3 or self.best[other][0].isupper() != capital:
                continue
            if stems[endings] >= 20:
                found.append((len(ends[0]) + len(ends[1]), -self.total[other], other))
        return self.best[min(found)[2]] if found else None


def _parted(one: str, other: str) -> tuple[str, str, str]:
    """What two words have in common, and their endings."""
    size = next(
        (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    return one[:size], one[size:], other[size:]
