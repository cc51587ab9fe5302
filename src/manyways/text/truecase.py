"""Words in the case they have in the middle of a sentence, and a capital at the start again.

    truecaser = Truecaser.train(tokenised)
    truecaser.apply(["The EU MUST act ."])        # "the EU must act ."
    truecaser.save("truecase.de")
    capital(["the EU must act ."])                # "The EU must act ."

The file is the truecase model of Moses: one word per line, its most frequent spelling first,
`EU (981/985) Eu (4)`, so that models go both ways.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from manyways._core import text as core
from manyways.errors import InputError
from manyways.files import atomic_write, open_text
from manyways.text.column import TextColumn
from manyways.text.tokenise import Texts, as_column

__all__ = ["Truecaser", "capital"]


@dataclass(frozen=True)
class Truecaser:
    """Spellings and how often each was seen away from the start of a sentence."""

    surfaces: TextColumn
    counts: npt.NDArray[np.int64]

    @staticmethod
    def train(texts: Texts, *, threads: int = 0) -> Truecaser:
        """Count spellings in tokenised text."""
        column = as_column(texts)
        data, offsets, counts = core.count_forms(column.data, column.offsets, threads=threads)
        return Truecaser(TextColumn(data, offsets), counts)

    @cached_property
    def lower_only(self) -> bool:
        """Whether the text it was trained on was in lower case (save one word in a thousand)."""
        upper = sum(
            count
            for surface, count in zip(self.surfaces, self.counts.tolist(), strict=True)
            if surface != surface.lower()
        )
        return bool(upper * 1000 < int(self.counts.sum()))

    @cached_property
    def _core(self) -> core.Truecaser:
        return core.Truecaser(self.surfaces.data, self.surfaces.offsets, self.counts)

    def apply(self, texts: Texts, *, threads: int = 0) -> TextColumn:
        """Change words at starts of sentences, and words in capitals that are not usually so."""
        column = as_column(texts)
        return TextColumn(*self._core.apply(column.data, column.offsets, threads=threads))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a Moses truecase model; the file appears whole or not at all."""
        groups: dict[str, list[tuple[str, int]]] = {}
        for surface, count in zip(self.surfaces, self.counts.tolist(), strict=True):
            groups.setdefault(surface.lower(), []).append((surface, count))
        with atomic_write(path) as out:
            for forms in groups.values():
                best, *others = sorted(forms, key=lambda form: -form[1])
                total = sum(count for _, count in forms)
                rest = "".join(f" {surface} ({count})" for surface, count in others)
                out.write(f"{best[0]} ({best[1]}/{total}){rest}\n")

    @staticmethod
    def load(path: str | os.PathLike[str]) -> Truecaser:
        """Read what `save`, or Moses, wrote."""
        surfaces: list[str] = []
        counts: list[int] = []
        with open_text(path) as lines:
            for number, line in enumerate(lines, 1):
                parts = line.split()
                for surface, counted in zip(parts[::2], parts[1::2], strict=False):
                    surfaces.append(surface)
                    counts.append(_count_of(counted, path, number))
                if len(parts) % 2:
                    raise InputError(
                        f"a word without its count: {parts[-1]!r}",
                        path=path,
                        line=number,
                        remedy="A truecase model has lines such as: EU (981/985) Eu (4)",
                    )
        return Truecaser(TextColumn.from_texts(surfaces), np.array(counts, dtype=np.int64))


def _count_of(text: str, path: str | os.PathLike[str], line: int) -> int:
    digits = text.removeprefix("(").removesuffix(")").split("/")[0]
    if not (
        text.startswith("(")
        and text.endswith(")")
        and digits.isascii()
        and digits.isdigit()
        and len(digits) < 19
    ):
        raise InputError(f"expected a count such as (981/985) or (4); found {text!r}", path=path, line=line)
    return int(digits)


def capital(texts: Texts, *, threads: int = 0) -> TextColumn:
    """A capital for each text, and each sentence in it, unless its first word has one somewhere.

    Sentences inside a text begin behind a stop that is a token of its own, so that this is for tokens.
    """
    column = as_column(texts)
    return TextColumn(*core.capital(column.data, column.offsets, threads=threads))
