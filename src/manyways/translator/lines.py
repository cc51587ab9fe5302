"""Lines of a file or a pipe as the translator takes them: text, text with markup, lattices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, NamedTuple

from manyways.errors import InputError
from manyways.files import line_blocks
from manyways.search import Source, read_plf
from manyways.translator.translator import Translator

__all__ = ["Batch", "Kind", "Lines"]

Kind = Literal["text", "markup", "plf"]


class Batch(NamedTuple):
    """Some lines: the index of the first, the lines as they stand, and what they mean."""

    first: int
    lines: list[str]
    sources: list[Source]


@dataclass(frozen=True)
class Lines:
    """A file (`-` is standard input) whose lines are of one kind."""

    translator: Translator
    file: str
    kind: Kind = "text"

    def batches(self, size: int) -> Iterator[Batch]:
        """Up to `size` lines at a time; of a pipe, whatever has come."""
        done = 0
        lines: list[str] = []
        for block in line_blocks(self.file):
            lines += block
            while len(lines) >= size or (lines and self.file == "-"):
                yield self._batch(done, lines[:size])
                done += len(lines[:size])
                lines = lines[size:]
        if lines:
            yield self._batch(done, lines)

    def _batch(self, first: int, lines: list[str]) -> Batch:
        return Batch(first, lines, [self._read(line, first + i) for i, line in enumerate(lines, 1)])

    def _read(self, line: str, number: int) -> Source:
        try:
            if self.kind == "markup":
                return self.translator.marked([line])[0]
            return read_plf(line) if self.kind == "plf" else line
        except InputError as error:
            raise InputError(error.message, path=self.file, line=number, remedy=error.remedy) from None
