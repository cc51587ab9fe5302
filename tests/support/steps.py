"""Derivations as translations tell them: steps, and steps inside steps."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from manyways.search.results import Step

__all__ = ["all_steps", "written"]


def all_steps(steps: Sequence[Step]) -> Iterator[Step]:
    """Every step, those inside others too."""
    for step in steps:
        yield step
        if len(step) == 4:
            yield from all_steps(step[3])


def written(steps: Sequence[Step]) -> list[str]:
    """The words of steps, with those of their parts in place; a part lies within what it is part of."""
    return list(itertools.chain(*map(_words, steps)))


def _words(step: Step) -> Iterator[str]:
    told = {f"[{n}]": part for n, part in enumerate(step[3], 1)} if len(step) == 4 else {}
    for part in told.values():
        assert step[0] <= part[0] <= part[1] <= step[1]
    for word in step[2].split():
        yield from _words(told.pop(word)) if word in told else [word]
    assert not told, "a part stands somewhere"
