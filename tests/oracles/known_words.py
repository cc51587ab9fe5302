"""What becomes of rare and new words, by trying everything: the slow twin of `core/text/known_words.h`."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Collection

__all__ = ["KnownWordsOracle"]


class KnownWordsOracle:
    """Words with counts; joiners as given; a word seen more often than `most` is not split."""

    def __init__(
        self, counts: dict[str, int], joiners: list[str], most: int, unusable: Collection[str] = ()
    ) -> None:
        self.total: Counter[str] = Counter()
        self.spellings: dict[str, list[str]] = {}
        for word, count in counts.items():
            self.total[word.lower()] += count
            self.spellings.setdefault(word.lower(), []).append(word)
        self.best = {low: max(words, key=lambda w: counts[w]) for low, words in self.spellings.items()}
        usable = {low: [w for w in words if w not in unusable] for low, words in self.spellings.items()}
        self.usable = {low: max(words, key=lambda w: counts[w]) for low, words in usable.items() if words}
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

    def behind_prefix(self, word: str, prefixes: Collection[str]) -> str | None:
        """The word in two, unless it is better known than each rest."""
        rests = [(-self.total[word[len(p) :]], len(p), p) for p in prefixes if word.startswith(p)]
        sound = [each for each in rests if len(word) - each[1] >= 3 and -each[0] > self.total[word]]
        if self.total[word] > self.most or not sound:
            return None
        _, size, prefix = min(sound)
        return f"{prefix}+ {self.best[word[size:]]}"

    def prefixes(self) -> list[str]:
        """Up to four letters that begin thirty words, three of ten, whose rest was seen twice."""
        starts = {word[:size] for word in self.total for size in range(1, 5)}
        found = []
        for start in starts:
            words = [word for word in self.total if word.startswith(start) and len(word) - len(start) >= 3]
            seen = sum(self.total[word[len(start) :]] >= 2 for word in words)
            if seen >= 30 and seen >= 0.3 * len(words):
                found.append(start)
        return sorted(found)

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
            if len(stem) < 4 or max(map(len, ends)) > 3 or other not in self.usable or other == low:
                continue
            if self.usable[other][0].isupper() != capital:
                continue
            if stems[endings] >= 20:
                found.append((len(ends[0]) + len(ends[1]), -self.total[other], other))
        return self.usable[min(found)[2]] if found else None


def _parted(one: str, other: str) -> tuple[str, str, str]:
    """What two words have in common, and their endings."""
    size = next(
        (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other))
    )
    return one[:size], one[size:], other[size:]
