"""Lines of running text as sentences, and translated sentences as lines again.

    paragraphs = Paragraphs.of(["Er kam.  Sie ging. ", ""], "de")
    paragraphs.sentences                                  # ["Er kam.", "Sie ging."]
    paragraphs.joined(["He came.", "She left."], "en")    # ["He came.  She left. ", ""]

The white space that stood between sentences, and at both ends of a line, comes back. Where one of the
languages writes no space between sentences, the space goes or comes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from manyways.text.column import TextColumn
from manyways.text.languages import language_of
from manyways.text.sentences import split_column

__all__ = ["Paragraphs"]


@dataclass(frozen=True)
class Paragraphs:
    """gaps: for each line, the white space before its first sentence and behind each one."""

    sentences: list[str]
    gaps: list[list[str]]

    @staticmethod
    def of(lines: Sequence[str], language: str) -> Paragraphs:
        """Split lines of this language."""
        pieces, offsets = split_column(TextColumn.from_texts(lines), language)
        texts = list(pieces)
        sentences: list[str] = []
        gaps = []
        for start, end in zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True):
            row = [""]
            for piece in texts[start:end]:
                inside = piece.strip()
                if not inside:
                    row[-1] += piece
                    continue
                row[-1] += piece[: len(piece) - len(piece.lstrip())]
                row.append(piece[len(piece.rstrip()) :])
                sentences.append(inside)
            gaps.append(row)
        return Paragraphs(sentences, gaps)

    @property
    def several(self) -> int:
        """How many lines hold more than one sentence."""
        return sum(len(row) > 2 for row in self.gaps)

    def joined(self, texts: Sequence[str] | TextColumn, language: str) -> Iterator[str]:
        """The lines of the translated sentences, in their order."""
        unspaced = language_of(language).unspaced
        following = iter(texts)
        for row in self.gaps:
            parts = [row[0]]
            for index, gap in enumerate(row[1:], 1):
                parts.append(next(following))
                last = index + 1 == len(row)
                between = gap if last else gap.replace(" ", "") if unspaced else gap or " "
                parts.append(between)
            yield "".join(parts)
