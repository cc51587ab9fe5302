"""The files that candidate lists come from, with those of their references and sources.

files = ListFiles(lists=("a.en", "b.en"), references=("ref.en",))
lists = files.read()
"""

from __future__ import annotations

from dataclasses import dataclass

from manyways.candidates.lists import CandidateLists
from manyways.candidates.reading import read_inputs
from manyways.candidates.references import with_texts

__all__ = ["ListFiles"]


@dataclass(frozen=True, kw_only=True)
class ListFiles:
    """lists: one file of lists, several, or a plain file per system. references, source: files of them.

    by_position: match by order. format, per_source: of the lists.
    """

    lists: tuple[str, ...]
    references: tuple[str, ...] = ()
    source: str | None = None
    by_position: bool = False
    format: str | None = None
    per_source: int | None = None

    def read(self) -> CandidateLists:
        """The lists, with the references and sources that are given."""
        return with_texts(
            read_inputs(self.lists, format=self.format, per_source=self.per_source),
            self.lists[0],
            source=self.source,
            references=self.references,
            by_position=self.by_position,
        )
