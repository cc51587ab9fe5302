"""Documents that people bring: segments to work on, and the same document with what they decided.

    upload = Upload.read(data, "manual.xlf", loaded)
    upload.segments[0].text          # inline tags are written as numbers: "Press ⟦1⟧Start⟦2⟧."
    upload.filled({0: Decision("Drücken Sie ⟦1⟧Start⟦2⟧.")})      # the bytes

Nothing is kept: the browser holds the file and sends it again to be filled.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from manyways.candidates import Candidate, Sentence, from_sentences
from manyways.documents import Document, Part, Segment, Tag, Target, format_of, parse
from manyways.documents.formats import HEAD, Format
from manyways.documents.plain import read as read_plain
from manyways.errors import InputError
from manyways.metrics.consensus import consensus, utilities
from manyways.web.engine import Loaded

__all__ = ["Decision", "Proposal", "Upload", "agreement", "shown", "with_tags"]

_SHOWN = re.compile("⟦(\\d{1,4})⟧")


@dataclass(frozen=True)
class Proposal:
    """Another translation of a segment, and how good it probably is, from 0 to 100."""

    text: str
    quality: float | None = None


@dataclass(frozen=True)
class Decision:
    """What a segment becomes, and what is proposed beside it."""

    text: str
    others: tuple[Proposal, ...] = ()


@dataclass(frozen=True)
class Upload:
    """A document; format: None for plain text."""

    name: str
    document: Document
    format: Format | None
    languages: tuple[str, str] = field(default=("", ""))

    @staticmethod
    def read(data: bytes, name: str, loaded: Loaded) -> Upload:
        if data[:2] == b"\x1f\x8b":
            raise InputError("is packed (gzip)", path=name, remedy="Unpack it first.")
        found = format_of(data[:HEAD], name)
        languages = (loaded.source, loaded.target)
        if found is None:
            return Upload(name, read_plain(data, name, loaded.source), None, languages)
        document = parse(data, name, source=loaded.source, target=loaded.target, format=found)
        return Upload(name, document, found, languages)

    @property
    def segments(self) -> tuple[Segment, ...]:
        return self.document.segments

    def filled(self, decisions: Mapping[int, Decision]) -> bytes:
        """The document with these decisions; all else as it was, byte for byte."""
        unknown = [number for number in decisions if not 0 <= number < len(self.segments)]
        if unknown:
            raise InputError(f"there is no segment {unknown[0]}", path=self.name)
        targets: list[Target | None] = [None] * len(self.segments)
        for number, decision in decisions.items():
            segment = self.segments[number]
            where = f"{self.name}, segment {number + 1}"
            others = [(with_tags(each.text, segment, where), each.quality) for each in decision.others]
            known = all(quality is not None for _, quality in others)
            targets[number] = Target(
                with_tags(decision.text, segment, where),
                tuple(parts for parts, _ in others),
                tuple(quality or 0.0 for _, quality in others) if known else (),
            )
        data = self.document.written(targets)
        if self.format is not None:
            self._check(data)
        return data

    def _check(self, data: bytes) -> None:
        """An error if what was written cannot be read again."""
        try:
            parse(data, self.name, source=self.languages[0], target=self.languages[1], format=self.format)
        except InputError as error:
            raise InputError(
                f"the tags of a segment cross each other: {error.message}", path=self.name
            ) from None


def shown(parts: Sequence[Part], segment: Segment) -> str:
    """Text whose tags are the numbers that they have in the segment."""
    numbers: dict[Tag, list[int]] = {}
    for number, tag in enumerate(_tags(segment), 1):
        numbers.setdefault(tag, []).append(number)
    used: Counter[Tag] = Counter()
    written = []
    for part in parts:
        if isinstance(part, str):
            written.append(part)
            continue
        known = numbers[part]
        written.append(f"⟦{known[min(used[part], len(known) - 1)]}⟧")
        used[part] += 1
    return "".join(written)


def with_tags(text: str, segment: Segment, where: str) -> tuple[Part, ...]:
    """The text with tags in place of their numbers; each must be there once."""
    tags = _tags(segment)
    parts: list[Part] = []
    seen: Counter[int] = Counter()
    for index, piece in enumerate(_SHOWN.split(text)):
        if index % 2 == 0:
            parts.append(piece)
        elif 1 <= int(piece) <= len(tags):
            seen[int(piece)] += 1
            parts.append(tags[int(piece) - 1])
        else:
            parts.append(f"⟦{piece}⟧")
    for number in range(1, len(tags) + 1):
        if seen[number] != 1:
            what = "is missing" if not seen[number] else "is there more than once"
            raise InputError(f"the tag ⟦{number}⟧ {what}", path=where, remedy="Each tag stands once.")
    return tuple(part for part in parts if part != "")


def agreement(texts: Sequence[str]) -> list[float | None]:
    """How far the others agree with each text, in chrF; None for one that has no others."""
    if len(texts) < 2:
        return [None] * len(texts)
    lists = from_sentences([Sentence("0", [Candidate(text) for text in texts])])
    return [round(value, 1) for value in consensus(lists, utilities("chrf"), threads=1)[:, 0].tolist()]


def _tags(segment: Segment) -> list[Tag]:
    return [part for part in segment.parts if isinstance(part, Tag)]
