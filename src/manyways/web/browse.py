"""Anybody's candidate lists, to look through: a page of sentences at a time, searched and filtered.

catalogue = Catalogue.read(["systems.jsonl"])
catalogue.page(View(search="house", system="A", offset=0, limit=25))
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from manyways.candidates import CandidateLists, read_inputs
from manyways.errors import ConfigError

__all__ = ["Catalogue", "Row", "Shown", "View"]


@dataclass(frozen=True)
class View:
    """Which sentences: those with this text, in which a system's candidate differs from the first's.

    differ: only sentences whose candidates are not all alike.
    """

    search: str = ""
    system: str = ""
    differ: bool = False
    offset: int = 0
    limit: int = 25


@dataclass(frozen=True)
class Shown:
    """A text with all systems that gave it."""

    text: str
    systems: list[str]
    score: float | None


@dataclass(frozen=True)
class Row:
    """A sentence: its texts, each once, in the order of the lists."""

    number: int
    id: str
    source: str
    references: list[str]
    candidates: list[Shown]


@dataclass(frozen=True)
class Catalogue:
    """Lists that are open to be looked at; None: there are none."""

    lists: CandidateLists | None = None

    @staticmethod
    def read(paths: Sequence[str]) -> Catalogue:
        """Files of lists, or a plain file per system."""
        return Catalogue(read_inputs(list(paths))) if paths else Catalogue()

    @property
    def systems(self) -> list[str]:
        if self.lists is None:
            return []
        return sorted(name for name in self.lists.system_names if name)

    @cached_property
    def rows(self) -> list[Row]:
        lists = self.lists
        if lists is None:
            return []
        return [self._row(lists, number) for number in range(len(lists))]

    @cached_property
    def _folded(self) -> list[str]:
        """Of each sentence all that can be searched for."""
        return [
            "\n".join(
                [row.id, row.source, *row.references, *(each.text for each in row.candidates)]
            ).casefold()
            for row in self.rows
        ]

    def page(self, view: View) -> tuple[int, list[Row]]:
        """How many there are, and those that are asked for."""
        if view.system and view.system not in self.systems:
            raise ConfigError("system", view.system[:80], f"one of {', '.join(self.systems) or 'none'}")
        words = view.search.casefold().split()
        found = [
            row
            for row, text in zip(self.rows, self._folded, strict=True)
            if all(word in text for word in words) and _wanted(row, view)
        ]
        return len(found), found[view.offset : view.offset + view.limit]

    @staticmethod
    def _row(lists: CandidateLists, number: int) -> Row:
        first, last = (int(lists.sentence_offsets[number + i]) for i in (0, 1))
        texts: dict[str, Shown] = {}
        for at in range(first, last):
            score = float(lists.scores[at])
            known = texts.setdefault(
                lists.texts[at], Shown(lists.texts[at], [], None if np.isnan(score) else score)
            )
            name = lists.system_names[int(lists.systems[at])]
            if name and name not in known.systems:
                known.systems.append(name)
        return Row(
            number,
            lists.ids[number],
            lists.sources[number] if lists.sources is not None else "",
            [each[number] for each in lists.references or () if each[number]],
            list(texts.values()),
        )


def _wanted(row: Row, view: View) -> bool:
    if view.differ and len(row.candidates) < 2:
        return False
    return not view.system or any(view.system in each.systems for each in row.candidates[1:])
