"""Word alignment, slowly: every definition written out, every alignment enumerated."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Sequence

Link = tuple[int, int]
STEPS = [(-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1)]


def symmetrise(forward: set[Link], backward: set[Link], how: str, order: str = "moses") -> set[Link]:
    """Koehn, Och & Marcu (2003) with sets of links."""
    union = forward | backward
    if how == "union":
        return union
    chosen = forward & backward
    if how == "intersection":
        return chosen
    grow = _grow_moses if order == "moses" else _grow_atools
    while grow(chosen, union):
        pass
    if how == "grow-diag":
        return chosen
    for direction in (forward, backward):
        for link in sorted(direction):
            free = sum(all(link[side] != other[side] for other in chosen) for side in (0, 1))
            if link not in chosen and free >= (2 if how == "grow-diag-final-and" else 1):
                chosen.add(link)
    return chosen


def _joins(link: Link, chosen: set[Link]) -> bool:
    return any(all(link[side] != other[side] for other in chosen) for side in (0, 1))


def _grow_moses(chosen: set[Link], union: set[Link]) -> bool:
    changed = False
    grid = [(i, j) for j in range(20) for i in range(20)]
    for i, j in grid:
        if (i, j) in chosen:
            for down, right in STEPS:
                near = (i + down, j + right)
                if near in union - chosen and _joins(near, chosen):
                    chosen.add(near)
                    changed = True
    return changed


def _grow_atools(chosen: set[Link], union: set[Link]) -> bool:
    changed = False
    for i, j in sorted(union - chosen):
        beside = any((i + down, j + right) in chosen for down, right in STEPS)
        if beside and _joins((i, j), chosen):
            chosen.add((i, j))
            changed = True
    return changed


def hmm(
    rows: Sequence[Sequence[float]], null_row: Sequence[float], weight: dict[int, float], null: float
) -> tuple[list[list[float]], list[float], dict[int, float]]:
    """Posteriors of links, of NULL, and expected jumps, by enumeration of all alignments."""
    observed, states = len(rows), len(rows[0])
    links = [[0.0] * states for _ in rows]
    nulls = [0.0] * observed
    jumps: dict[int, float] = defaultdict(float)
    total = 0.0
    for alignment in itertools.product([None, *range(states)], repeat=observed):
        score, at, seen = 1.0, -1, []
        for j, partner in enumerate(alignment):
            if partner is None:
                score *= null * null_row[j]
                continue
            norm = sum(weight[i - at] for i in range(states))
            score *= (1 - null) * weight[partner - at] / norm * rows[j][partner]
            seen.append(partner - at)
            at = partner
        seen.append(states - at)
        score *= weight[states - at]
        total += score
        for j, partner in enumerate(alignment):
            if partner is None:
                nulls[j] += score
            else:
                links[j][partner] += score
        for distance in seen:
            jumps[distance] += score
    return (
        [[value / total for value in row] for row in links],
        [value / total for value in nulls],
        {distance: value / total for distance, value in jumps.items()},
    )


def model1_counts(
    pairs: Sequence[tuple[Sequence[int], Sequence[int]]],
    passes: int,
    alpha: float,
    null_alpha: float,
    kin: float = 0.0,
    stems: tuple[Sequence[object], Sequence[object]] = ((), ()),
) -> dict[Link, float]:
    """Expected counts of word pairs after `passes` of Model 1 in two directions that agree."""
    sources = max(max(e) for e, _ in pairs) + 1
    targets = max(max(f) for _, f in pairs) + 1
    counts: dict[Link, float] = defaultdict(float)
    null_source, null_target = [0.0] * sources, [0.0] * targets
    for e, f in pairs:
        for ei in e:
            null_source[ei] += 1 / (len(f) + 1)
            for fj in f:
                counts[ei, fj] += ((len(e) + 1) * (len(f) + 1)) ** -0.5
        for fj in f:
            null_target[fj] += 1 / (len(e) + 1)
    for _ in range(passes - 1):
        if kin:
            counts = _with_kin(counts, kin, *stems)
        counts, null_source, null_target = _model1_pass(
            pairs, counts, null_source, null_target, alpha, null_alpha
        )
    return counts


def _with_kin(
    counts: dict[Link, float], kin: float, source_stems: Sequence[object], target_stems: Sequence[object]
) -> dict[Link, float]:
    """Counts with what words of one stem know of each other (core/align/kin.h)."""

    def among(stems: Sequence[object], word: int) -> list[int]:
        return [other for other, stem in enumerate(stems) if stem == stems[word]]

    def mass(sources: Sequence[int], targets: Sequence[int]) -> float:
        return sum(c for (e, f), c in counts.items() if e in sources and f in targets)

    shared = defaultdict(float, counts)
    everyone = range(len(source_stems)), range(len(target_stems))
    for e, f in counts:
        forms, others = among(source_stems, e), among(target_stems, f)
        if len(forms) == len(others) == 1:
            continue
        both = mass(forms, others)
        from_source, from_target = mass(forms, everyone[1]), mass(everyone[0], others)
        forward = both / from_source * mass(everyone[0], [f]) / from_target
        backward = both / from_target * mass([e], everyone[1]) / from_source
        shared[e, f] += kin / 2 * (forward + backward)
    return shared


def _model1_pass(
    pairs: Sequence[tuple[Sequence[int], Sequence[int]]],
    counts: dict[Link, float],
    null_source: list[float],
    null_target: list[float],
    alpha: float,
    null_alpha: float,
) -> tuple[dict[Link, float], list[float], list[float]]:
    sources, targets = len(null_source), len(null_target)

    def forward(e: int, f: int) -> float:  # p(f | e)
        total = sum(c for (ei, _), c in counts.items() if ei == e)
        return (counts[e, f] + alpha) / (total + alpha * targets)

    def backward(e: int, f: int) -> float:  # p(e | f)
        total = sum(c for (_, fj), c in counts.items() if fj == f)
        return (counts[e, f] + alpha) / (total + alpha * sources)

    def from_null(table: list[float], word: int) -> float:
        return (table[word] + null_alpha) / (sum(table) + null_alpha * len(table))

    fresh: dict[Link, float] = defaultdict(float)
    fresh_source, fresh_target = [0.0] * sources, [0.0] * targets
    for e, f in pairs:
        rows = {fj: sum(forward(ei, fj) for ei in e) + from_null(null_target, fj) for fj in f}
        columns = {ei: sum(backward(ei, fj) for fj in f) + from_null(null_source, ei) for ei in e}
        for ei in e:
            fresh_source[ei] += from_null(null_source, ei) / columns[ei]
            for fj in f:
                fresh[ei, fj] += forward(ei, fj) / rows[fj] * backward(ei, fj) / columns[ei]
        for fj in f:
            fresh_target[fj] += from_null(null_target, fj) / rows[fj]
    return fresh, fresh_source, fresh_target
