"""Sentences known by their content: whether two sets that must be apart share some.

    marks = marks_of(train_sources)
    overlap(test_sources, marks, path="test.de")     # an InputError that names the lines

What is compared are the words: letters in lower case, signs and spaces left out, so that another tokeniser or
another case does not hide that a sentence is the same.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Collection, Iterable, Mapping

from manyways.errors import InputError
from manyways.wording import counted

__all__ = ["apart", "mark_of", "marks_of", "overlap"]

_SIGNS = re.compile(r"[\W_]+")
_SHOWN = 5


def mark_of(text: str) -> str:
    """16 hexadecimal digits for the words of a text; empty for a text without any."""
    words = _SIGNS.sub("", text.casefold())
    return hashlib.sha256(words.encode()).hexdigest()[:16] if words else ""


def marks_of(texts: Iterable[str]) -> frozenset[str]:
    """The marks of all texts that have words."""
    return frozenset(filter(None, map(mark_of, texts)))


def overlap(
    texts: Iterable[str],
    marks: Collection[str],
    *,
    path: str | os.PathLike[str] | None = None,
    with_: str = "the sentences of training",
) -> None:
    """An InputError that names the lines, if texts have marks among these."""
    found = [number for number, text in enumerate(texts, 1) if mark_of(text) in marks]
    if found:
        lines = ", ".join(map(str, found[:_SHOWN])) + (", ..." if len(found) > _SHOWN else "")
        raise InputError(
            f"{counted(len(found), 'sentences')} of it are among {with_}: {lines}",
            path=path,
            remedy="What was learned from proves nothing: leave these sentences out of one of the two.",
        )


def apart(sets: Mapping[str, Iterable[str]]) -> None:
    """An InputError if two named sets of texts share a sentence."""
    known: dict[str, frozenset[str]] = {}
    for name, texts in sets.items():
        mine = list(texts)
        for other, marks in known.items():
            overlap(mine, marks, path=name, with_=f"those of {other}")
        known[name] = marks_of(mine)
