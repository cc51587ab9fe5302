"""What a format cannot hold: where numbers would come out wrong it is refused, other losses are told.

losses = Losses("moses", ("id", "text", "features", "score"))
for lists in chunks:
    losses.look(lists)
    ...
losses.remarks()
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from manyways.candidates.lists import CandidateLists, number_of
from manyways.errors import InputError
from manyways.wording import counted

__all__ = ["Losses"]

_REMEDY = "Write JSON Lines instead: it holds everything."


class Losses:
    """Watches what is written in a format with these columns, chunk by chunk."""

    def __init__(self, format: str, columns: Sequence[str]) -> None:
        self.format = format
        self.columns = columns
        self.systems: set[str] = set()
        self.lost: dict[str, None] = {}
        self.empty = 0
        self.size: int | None = None
        self.last: int | None = None

    def look(self, lists: CandidateLists) -> None:
        """Refuse these lists, or remember what they lose."""
        self._look_at_systems(lists)
        if "score" not in self.columns and np.any(~np.isnan(lists.scores)) and self.format != "text":
            raise InputError(
                f"some candidates have scores, the first in the file have none: {self.format} "
                "has them for all or for none",
                remedy=_REMEDY,
            )
        if "id" in self.columns:
            self._look_at_ids(lists)
        else:
            self._look_at_places(lists)
        present: dict[str, object] = {
            "references": lists.references,
            "sources": lists.sources,
            "links": lists.links,
        }
        present["flags"] = lists.flags
        self.lost |= {name: None for name, column in present.items() if column and name not in self.columns}
        self.empty += int(np.sum(lists.sizes == 0))

    def remarks(self) -> list[str]:
        """What was left out and changes no number."""
        if self.systems - {""}:
            self.lost[f"the system's name ({', '.join(sorted(self.systems))})"] = None
        if self.empty:
            self.lost[f"{self.empty:,} sentence(s) without candidates"] = None
        lost = ", ".join(self.lost)
        return [f"{self.format} cannot hold these, which are left out: {lost}"] if lost else []

    def empty_lines(self) -> list[str]:
        """What to say of sentences without candidates in a format of lines."""
        return (
            [f"{counted(self.empty, 'sentences')} without candidates: an empty line each"]
            if self.empty
            else []
        )

    def _look_at_systems(self, lists: CandidateLists) -> None:
        self.systems |= {lists.system_names[i] for i in np.unique(lists.systems).tolist()}
        alone = self.format == "text" and int(lists.sizes.max(initial=0)) < 2  # texts are all that is wanted
        if len(self.systems) > 1 and not alone:
            names = ", ".join(repr(name) for name in sorted(self.systems))
            found = f"the candidates come from several systems ({names}), which {self.format} cannot record"
            raise InputError(found, remedy=_REMEDY)

    def _look_at_ids(self, lists: CandidateLists) -> None:
        for one in lists.ids:
            if not one or "|||" in one or one.split() != [one]:
                raise InputError(f"{self.format} cannot hold the id {one!r}", remedy=_REMEDY)

    def _look_at_places(self, lists: CandidateLists) -> None:
        """Without ids a sentence is known by its place: lists of one size, in order, none left out."""
        for one, size in zip(lists.ids, lists.sizes.tolist(), strict=True):
            known = self.size
            self.size = size if known is None else max(known, size)
            if known is not None and size != known and self.size > 1:  # beside lists of one, none is a line
                sizes = f"{counted(size, 'candidates')}, the first {known}"
                found = f"sentence {one!r} has {sizes}: lines of {self.format}"
                remedy = f"{_REMEDY} Or the first of each alone: --top 1"
                raise InputError(f"{found} do not say which sentence they belong to", remedy=remedy)
            number = number_of(one)
            if number is not None and number not in ((0, 1) if self.last is None else (self.last + 1,)):
                found = f"sentence {one!r} is out of order, or others are missing before it"
                raise InputError(f"{found}: {self.format} has no ids", remedy=_REMEDY)
            self.last = number
