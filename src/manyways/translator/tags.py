"""Where inline tags go in a translation, by its word links.

    place([(Tag("<b>", "open", "1"), 0), (Tag("</b>", "close", "1"), 1)], 2, [(0, 1), (1, 0)], 2)

A pair of tags goes around all words that translate the words inside it, and a tag that stands alone before
the translation of the word behind it. Pairs stay nested: one that would cross another, which began before it
in the source, gives way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from manyways.documents import Tag

__all__ = ["Placed", "place"]

Links = Sequence[tuple[int, int]]


@dataclass(frozen=True)
class Placed:
    """A tag that stands before target word `at`."""

    tag: Tag
    at: int


@dataclass
class _Pair:
    opening: Tag
    closing: Tag
    first: int  # source words [first, last)
    last: int
    start: int = 0  # target words [start, end)
    end: int = 0


def place(
    tags: Sequence[tuple[Tag, int]], words: int, links: Links, targets: int, starts: Mapping[int, int] = {}
) -> list[Placed]:
    """The tags in the order in which they are written.

    tags: each with the number of source words before it. words, targets: how many there are on both sides.
    starts: where sentences begin, by source word the target word; breaks go there.
    """
    linked: list[list[int]] = [[] for _ in range(words)]
    for one, other in links:
        if one < words and other < targets:
            linked[one].append(other)
    pairs, alone = _paired(tags)
    for pair in pairs:
        _span(pair, linked, targets)
    _nest(pairs)
    points = [
        (tag, starts.get(at, targets) if tag.kind == "break" else _point(at, linked, targets))
        for tag, at in alone
    ]
    return _written(pairs, points, targets)


def _paired(tags: Sequence[tuple[Tag, int]]) -> tuple[list[_Pair], list[tuple[Tag, int]]]:
    """Pairs by where they open, the outer ones first; and what has no partner."""
    pairs: list[_Pair] = []
    alone: list[tuple[Tag, int]] = []
    opened: list[tuple[Tag, int]] = []
    for tag, at in tags:
        if tag.kind == "open":
            opened.append((tag, at))
        elif tag.kind == "close" and opened and opened[-1][0].pair == tag.pair:
            opening, first = opened.pop()
            pairs.append(_Pair(opening, tag, first, at))
        else:
            alone.append((tag, at))
    alone += opened  # what is not closed, or crosses another, is a point
    order = {id(tag): index for index, (tag, _) in enumerate(tags)}
    pairs.sort(key=lambda pair: order[id(pair.opening)])
    alone.sort(key=lambda each: order[id(each[0])])
    return pairs, alone


def _span(pair: _Pair, linked: list[list[int]], targets: int) -> None:
    inside = [target for word in linked[pair.first : pair.last] for target in word]
    if inside:
        pair.start, pair.end = min(inside), max(inside) + 1
    else:
        pair.start = pair.end = _point(pair.first, linked, targets)


def _point(at: int, linked: list[list[int]], targets: int) -> int:
    """The place before the translation of source word `at`; behind that of the one before, if it has none."""
    if at >= len(linked):
        return targets
    for word in range(at, len(linked)):
        if linked[word]:
            return min(linked[word])
        if word > at + 1:
            break
    for word in range(at - 1, -1, -1):
        if linked[word]:
            return max(linked[word]) + 1
    return 0 if at == 0 else targets


def _nest(pairs: list[_Pair]) -> None:
    """Inner pairs inside their outer ones; of two that cross, the later one gives way."""
    for index, pair in enumerate(pairs):  # an outer pair holds all that is inside it
        inner = [other for other in pairs[index + 1 :] if other.last <= pair.last and other.first < pair.last]
        spans = [other for other in inner if other.end > other.start]
        if spans and pair.end > pair.start:
            pair.start = min([pair.start, *(other.start for other in spans)])
            pair.end = max([pair.end, *(other.end for other in spans)])
    for index, pair in enumerate(pairs):
        for other in pairs[:index]:
            if other.start < pair.start < other.end < pair.end:
                inside = pair.last <= other.last
                pair.start, pair.end = (pair.start, other.end) if inside else (other.end, pair.end)
            elif pair.start < other.start < pair.end < other.end:
                inside = pair.last <= other.last
                pair.start, pair.end = (other.start, pair.end) if inside else (pair.start, other.start)


def _written(pairs: list[_Pair], alone: list[tuple[Tag, int]], targets: int) -> list[Placed]:
    found: list[Placed] = []
    points = list(alone)
    open_pairs: list[_Pair] = []
    waiting = list(pairs)
    for at in range(targets + 1):
        while open_pairs and open_pairs[-1].end == at and open_pairs[-1].start < at:
            found.append(Placed(open_pairs.pop().closing, at))
        found += [Placed(tag, at) for tag, place in points if place == at and tag.kind != "open"]
        starting = [pair for pair in waiting if pair.start == at]
        empty = [pair for pair in starting if pair.end == at]
        for pair in empty:
            found += [Placed(pair.opening, at), Placed(pair.closing, at)]
        found += [Placed(tag, at) for tag, place in points if place == at and tag.kind == "open"]
        # The longest opens first; of equal ones the outer one, which opened first in the source.
        for pair in sorted((each for each in starting if each.end > at), key=lambda each: -each.end):
            found.append(Placed(pair.opening, at))
            open_pairs.append(pair)
        waiting = [pair for pair in waiting if pair.start != at]
    return found
