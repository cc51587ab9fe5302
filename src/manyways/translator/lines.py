"""Lines of a file or a pipe as the translator takes them: text, text with markup, lattices."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from manyways.errors import InputError
from manyways.files import line_blocks
from manyways.progress import Pace
from manyways.search import Source, read_plf
from manyways.translator.paragraphs import Paragraphs
from manyways.translator.terms import Use, in_words
from manyways.translator.translator import Between, Translator
from manyways.wording import counted

__all__ = ["Batch", "Kind", "Lines"]

Kind = Literal["text", "markup", "plf"]


class Batch(NamedTuple):
    """Some lines: the index of the first, the lines as they stand, and what they mean."""

    first: int
    lines: list[str]
    sources: list[Source]


@dataclass(frozen=True)
class Lines(Between):
    """A file (`-` is standard input) whose lines are of one kind.

    whole: a line with several sentences is searched as one; they are counted, to be said.
    """

    translator: Translator
    file: str
    kind: Kind = "text"
    whole: bool = False
    _several: list[int] = field(default_factory=lambda: [0])
    _flagged: list[bool] = field(default_factory=list)
    _uses: list[tuple[int, Use]] = field(default_factory=list)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What a person should know of the lines that were read."""
        found = []
        if self._several[0]:
            hold = "holds" if self._several[0] == 1 else "hold"
            found.append(
                f"{counted(self._several[0], 'lines')} {hold} several sentences, which were searched as one; "
                "for one sentence per line: manyways split"
            )
        if self._flagged:
            found.append(f"{sum(self._flagged):,} of {counted(len(self._flagged), 'lines')} flagged")
        if self.translator.words.lower_only:
            found.append("the model learnt from text in lower case: so are its translations")
        if self.translator.terms is not None:
            found += in_words(self._uses)
        return tuple(found)

    def flagged(self, flags: list[str]) -> list[str]:
        """The flags of a line, as they are; lines that have some are counted."""
        self._flagged.append(bool(flags))
        return flags

    def note(self, batch: Batch, texts: Iterable[str]) -> Iterator[str]:
        """The translations of a batch, as they are; terms of the glossary are looked for in them."""
        for number, (line, text) in enumerate(zip(batch.lines, texts, strict=True), batch.first + 1):
            if self.translator.terms is not None:
                self._uses.extend((number, use) for use in self.translator.terms.kept(line, text))
            yield text

    def count(self) -> int | None:
        """How many lines there are; None of a pipe, which can be read once."""
        if self.file == "-" or not os.path.isfile(self.file):
            return None
        return sum(map(len, line_blocks(self.file)))

    def batches(self, most: int) -> Iterator[Batch]:
        """Some lines at a time, so many that they take about a second; of a pipe, whatever has come."""
        done = 0
        lines: list[str] = []
        pace = Pace.for_threads(self.translator.threads, most=most)
        for block in line_blocks(self.file):
            lines += block
            while len(lines) >= pace.size or (lines and self.file == "-"):
                size = min(pace.size, len(lines))
                with pace.timed(size):
                    yield self._batch(done, lines[:size])
                done += size
                lines = lines[size:]
        if lines:
            yield self._batch(done, lines)

    def _batch(self, first: int, lines: list[str]) -> Batch:
        if self.whole and self.kind == "text" and not self.translator.tokenised:
            self._several[0] += Paragraphs.of(lines, self.source).several
        return Batch(first, lines, [self._read(line, first + i) for i, line in enumerate(lines, 1)])

    def _read(self, line: str, number: int) -> Source:
        try:
            if self.kind == "markup":
                return self.translator.marked([line])[0]
            return read_plf(line) if self.kind == "plf" else line
        except InputError as error:
            raise InputError(error.message, path=self.file, line=number, remedy=error.remedy) from None
