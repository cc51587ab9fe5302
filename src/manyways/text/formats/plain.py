"""Two files with one text per line: line n of one translates line n of the other."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator

from manyways.errors import InputError
from manyways.files import open_text
from manyways.text.column import TextColumn

__all__ = ["read_pairs", "check_lengths"]

AnyPath = str | os.PathLike[str]


def read_pairs(source: AnyPath, target: AnyPath, *, truncate: bool) -> Iterator[tuple[str, str]]:
    """Pairs of lines; an InputError where one file goes on alone, unless `truncate`."""
    with open_text(source) as ones, open_text(target) as others:
        for number, (one, other) in enumerate(itertools.zip_longest(ones, others), 1):
            if one is None or other is None:
                if truncate:
                    return
                longer, shorter = (target, source) if one is None else (source, target)
                raise _no_partner(longer, shorter, number)
            yield one, other


def check_lengths(
    source: AnyPath, sources: TextColumn, target: AnyPath, targets: TextColumn, *, truncate: bool
) -> tuple[TextColumn, TextColumn]:
    """Both columns as long as the shorter one, or an InputError if one has lines without a partner."""
    count = min(len(sources), len(targets))
    if len(sources) != len(targets) and not truncate:
        longer, shorter = (source, target) if len(sources) > count else (target, source)
        raise _no_partner(longer, shorter, count + 1)
    return (
        TextColumn(sources.data, sources.offsets[: count + 1]),
        TextColumn(targets.data, targets.offsets[: count + 1]),
    )


def _no_partner(longer: AnyPath, shorter: AnyPath, line: int) -> InputError:
    return InputError(
        f"no partner, because {os.fspath(shorter)} ends at line {line - 1}.",
        path=longer,
        line=line,
        remedy="Check that both files come from the same download, or pass --truncate.",
    )
