"""XLIFF 1.2 (trans-unit) and 2.x (segment): targets for units that have none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from manyways.documents.base import Builder, Document, Part, Segment, Target, decoded, trimmed
from manyways.documents.markup import Node, escape, indent_before, parts_of, read_tree, write_parts
from manyways.errors import InputError

__all__ = ["read"]

_KINDS = dict.fromkeys(("g", "mrk", "hi", "pc"), "pair")
_KINDS |= dict.fromkeys(("bpt", "bx", "sc", "sm"), "open")
_KINDS |= dict.fromkeys(("ept", "ex", "ec", "em"), "close")
_OPEN_STATES = {"new", "needs-translation", "initial"}
_STATE = re.compile(r"""(\bstate\s*=\s*["'])(?:new|needs-translation)(?=["'])""")
_LOCKS = {"true", "yes", "locked", "1"}
_MATCHES = "urn:oasis:names:tc:xliff:matches:2.0"


def read(data: bytes, name: str, source: str = "", target: str = "") -> Document:
    """Units without a translation; the languages are those of the file."""
    text, encoding = decoded(data, name)
    root = read_tree(text, name)
    if root.name != "xliff":
        raise InputError(f"is not XLIFF: its root element is <{root.name}>", path=name)
    builder = Builder(text, encoding)
    for unit, closed in _units(root, False):
        if unit.name == "trans-unit":
            _unit_1(builder, unit, closed)
        else:
            _unit_2(builder, unit, closed)
    if root.attributes.get("version", "").startswith("2") and "trgLang" not in root.attributes:
        _name_language(builder, root, target)
    return builder.document()


def _name_language(builder: Builder, root: Node, language: str) -> None:
    """XLIFF 2 has to name the language of targets as soon as it has any."""
    if language:
        builder.lead(root.inside - 1, lambda found: f' trgLang="{escape(language)}"' if any(found) else "")


def _units(node: Node, closed: bool) -> Iterator[tuple[Node, bool]]:
    """Units, and whether they, or what they are in, must not be translated."""
    if node.attributes.get("translate"):
        closed = node.attributes["translate"] == "no"
    closed = closed or node.attributes.get("locked", "").lower() in _LOCKS
    if node.name in ("trans-unit", "unit"):
        yield node, closed
        return
    for child in node.children:
        yield from _units(child, closed)


def _pair(node: Node) -> str:
    """What joins bpt and ept, bx and ex, sc and ec."""
    values = node.attributes
    return values.get("rid") or values.get("startRef") or values.get("id") or values.get("i") or ""


def _open(builder: Builder, source: Node | None, target: Node | None, state: str, closed: bool) -> bool:
    """Whether a unit is to be translated; else it is counted."""
    text = builder.text
    if source is None or not Segment(tuple(parts_of(text, source, _KINDS, _pair))).has_letters:
        return False
    if closed:
        builder.skip("not to be translated")
    elif target is not None and text[target.inside : target.outside].strip() and state not in _OPEN_STATES:
        builder.skip("translated already")
    else:
        return True
    return False


def _unit_1(builder: Builder, unit: Node, closed: bool) -> None:
    source, target = unit.child("source"), unit.child("target")
    state = target.attributes.get("state", "") if target is not None else ""
    closed = closed or (unit.attributes.get("approved") == "yes" and target is not None)
    if not _open(builder, source, target, state, closed):
        return
    assert source is not None
    divided = unit.child("seg-source")
    if divided is not None:
        _fill(builder, divided, target, divided)
    else:
        _fill(builder, source, target, source)


def _fill(builder: Builder, source: Node, target: Node | None, behind: Node) -> None:
    """A target for the content of `source`, in place of the one that there is, or behind an element."""
    text = builder.text
    before, parts, after = trimmed(parts_of(text, source, _KINDS, _pair))
    segment = builder.add(Segment(parts))
    prefix = _prefix(text, source)
    if target is not None:
        start, place = target.start, target.end
        tag = text[target.start : target.inside].rstrip("/> \t\r\n")
        opening = _STATE.sub(r"\1needs-review-translation", tag) + ">"
    else:
        start = place = behind.end
        opening = f"{indent_before(text, source.start)}<{prefix}target>"
    builder.slot(
        start,
        place,
        segment,
        lambda found: f"{opening}{before}{write_parts(found.parts)}{after}</{prefix}target>",
    )
    if behind.name != "source" or _is_unit_1(text, behind):
        _propose_1(builder, source, place, segment)


def _prefix(text: str, source: Node) -> str:
    """What stands before the names of elements, if anything."""
    return text[source.start + 1 : source.inside].split("source")[0].removesuffix("seg-")


def _is_unit_1(text: str, source: Node) -> bool:
    """Whether a source stands in a trans-unit, which proposals can follow at once."""
    prefix = _prefix(text, source)
    unit, other = (text.rfind(f"<{prefix}{name}", 0, source.start) for name in ("trans-unit", "segment"))
    return unit > other


def _propose_1(builder: Builder, source: Node, place: int, segment: int) -> None:
    """Other translations, each with the division of the source that its marks refer to."""
    text = builder.text
    indent, prefix = indent_before(text, source.start), _prefix(text, source)
    division = text[source.start : source.end] if source.name == "seg-source" else ""

    def render(found: Target) -> str:
        return "".join(
            f"{indent}<{prefix}alt-trans{_quality('match-quality', quality, '%')}>"
            f"{division}<{prefix}target>{write_parts(other)}</{prefix}target></{prefix}alt-trans>"
            for other, quality in found.proposals
        )

    builder.slot(place, place, segment, render)


def _quality(name: str, value: float | None, unit: str = "") -> str:
    """An attribute with a number from 0 to 100; nothing where it is not known."""
    return "" if value is None else f' {name}="{value:.1f}{unit}"'


def _unit_2(builder: Builder, unit: Node, closed: bool) -> None:
    text = builder.text
    open_segments = []
    for node in unit.all("segment"):
        source, target = node.child("source"), node.child("target")
        if _open(builder, source, target, node.attributes.get("state", ""), closed):
            open_segments.append((node, source, target))
    if open_segments and unit.child("matches") is None:
        # Proposals come first in a unit; the segments that they are for have numbers that follow.
        first = len(builder.segments)
        numbers = tuple(range(first, first + len(open_segments)))
        proposals = _Proposals(text, [node for node, _, _ in open_segments])
        builder.group(unit.inside, numbers, proposals)
    for _, source, target in open_segments:
        assert source is not None
        _fill(builder, source, target, source)


@dataclass(frozen=True)
class _Proposals:
    """The matches module: one element for a unit, which refers to its segments by their ids."""

    text: str
    nodes: list[Node]

    def __call__(self, targets: Sequence[Target | None]) -> str:
        matches = "".join(
            self._match(node, other, quality)
            for node, target in zip(self.nodes, targets, strict=True)
            if target is not None and node.attributes.get("id")
            for other, quality in target.proposals
        )
        if not matches:
            return ""
        indent = indent_before(self.text, self.nodes[0].start)
        return f'{indent}<mtc:matches xmlns:mtc="{_MATCHES}">{matches}</mtc:matches>'

    def _match(self, node: Node, other: tuple[Part, ...], quality: float | None) -> str:
        source = node.child("source")
        assert source is not None
        prefix = _prefix(self.text, source)
        return (
            f'<mtc:match ref="#{escape(node.attributes["id"])}"{_quality("matchQuality", quality)}>'
            f"<{prefix}source>{self.text[source.inside : source.outside]}</{prefix}source>"
            f"<{prefix}target>{write_parts(other)}</{prefix}target></mtc:match>"
        )
