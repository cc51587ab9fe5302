"""Truecasing with dictionaries, word by word."""

from __future__ import annotations

from collections import Counter, defaultdict

STOPS = {".", "!", "?", ":", ";"}
OPENERS = {'"', "'", "(", "-", ")", "“"}


def mark_starts(words: list[str]) -> list[bool]:
    marks, start = [], True
    for word in words:
        marks.append(start)
        if word in STOPS:
            start = True
        elif word not in OPENERS:
            start = False
    return marks


class SlowTruecaser:
    def __init__(self, lines: list[str]) -> None:
        inside: dict[str, Counter[str]] = defaultdict(Counter)
        at_start: dict[str, Counter[str]] = defaultdict(Counter)
        for line in lines:
            words = line.split()
            if any(c.islower() for c in line):
                for word, start in zip(words, mark_starts(words), strict=True):
                    (at_start if start else inside)[word.lower()][word] += 1
        first_seen = {word: i for i, word in enumerate(dict.fromkeys(" ".join(lines).split()))}
        self.forms: dict[str, Counter[str]] = {}
        for lowered in {*inside, *at_start}:
            counts = inside.get(lowered) or at_start[lowered]
            if any(c.isalpha() for c in lowered):
                self.forms[lowered] = counts
        self.best = {
            lowered: min(counts, key=lambda word: (-counts[word], first_seen[word]))
            for lowered, counts in self.forms.items()
        }
        self.known = {word for counts in self.forms.values() for word in counts}

    def apply(self, line: str) -> str:
        words = line.split()
        return " ".join(map(self._one, words, mark_starts(words)))

    def _one(self, word: str, start: bool) -> str:
        capitals = word.isupper() and sum(c.isalpha() for c in word) > 1
        if word in self.known if capitals else not start:
            return word
        return self.best.get(word.lower(), word)
