"""XML-style markup in the text: translations given or forbidden for some words, walls.

    das ist <x translation="house||home" prob="0.8||0.2">Haus</x> .
    <n translation="@num@">12</n> Uhr        a placeholder: comes out as it is
    ein <x forbid="bank">Bank</x>            no option that touches the word contains this
    <x translation="NATO" mode="inclusive">Nato</x>     competes with what the model knows
    erster Teil <wall/> zweiter Teil         the first part is translated before the second

A tag's name is free. Without `prob` a given translation has probability 1, which all its translation scores
are. A `<` that begins no tag is a `<`; `&lt; &gt; &amp; &quot; &apos;` and character numbers are understood.
Reading is linear in the length of the line, and everything that is not such markup is an InputError.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field

from manyways.errors import InputError
from manyways.text.entities import unescape

__all__ = ["Mark", "MarkedText", "read_markup"]

_TAG = re.compile(r"<(?=[A-Za-z/])")
_INSIDE = re.compile(r"""[^<>"']*(?:"[^"]*"[^<>"']*|'[^']*'[^<>"']*)*>""")
_PARTS = re.compile(r"""(/?)\s*([A-Za-z][\w:.-]*)(.*?)(/?)""", re.DOTALL)
_ATTRIBUTE = re.compile(r"""\s+([A-Za-z][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')""")
_KNOWN = ("translation", "prob", "mode", "forbid")
_MOST = 100  # alternatives in a tag
_REMEDY = (
    'Tags are <x translation="..." prob="...">, <x forbid="...">, closed by </x>, and <wall/>; < is &lt;.'
)


@dataclass(frozen=True)
class Mark:
    """What is known of one piece of the text: translations with their probabilities, forbidden texts."""

    translations: tuple[tuple[str, float], ...] = ()
    forbidden: tuple[str, ...] = ()
    exclusive: bool = True


@dataclass
class MarkedText:
    """A text in pieces: cut wherever a tag begins, ends or stands alone.

    marks: by piece. walls: indices of pieces that a wall stands before.
    """

    pieces: list[str] = field(default_factory=list)
    marks: dict[int, Mark] = field(default_factory=dict)
    walls: list[int] = field(default_factory=list)


def read_markup(line: str) -> MarkedText:
    """The text and what its tags say."""
    found = MarkedText()
    name, at = "", 0
    while tag := _TAG.search(line, at):
        found.pieces.append(_plain(line[at : tag.start()], line, at))
        end = _INSIDE.match(line, tag.end())
        if end is None:
            raise _error("a tag is not finished", line, tag.start())
        at = end.end()
        closing, tag_name, attributes, alone = _parts(line, tag.end(), at - 1)
        if closing:
            if tag_name != name:
                raise _error(f"</{tag_name}> closes {f'<{name}>' if name else 'no tag'}", line, tag.start())
            name = ""
        elif name:
            raise _error(f"a tag inside <{name}>", line, tag.start())
        elif tag_name == "wall" and alone:
            found.walls.append(len(found.pieces))
        else:
            found.marks[len(found.pieces)] = _mark(attributes, line, tag.start())
            name = tag_name
            if alone:
                raise _error(f"<{tag_name}/> contains no word", line, tag.start())
    if name:
        raise _error(f"<{name}> is not closed", line, len(line))
    found.pieces.append(_plain(line[at:], line, at))
    return found


def _plain(text: str, line: str, at: int) -> str:
    try:
        return unescape(text)
    except InputError as error:
        raise _error(error.message, line, at) from None


def _parts(line: str, start: int, end: int) -> tuple[str, str, dict[str, str], str]:
    """Of a tag: the slash before, the name, the attributes, the slash behind."""
    parts = _PARTS.fullmatch(line, start, end)
    if parts is None:
        raise _error("a tag without a name", line, start)
    attributes: dict[str, str] = {}
    at, stop = parts.start(3), parts.end(3)
    while match := _ATTRIBUTE.match(line, at, stop):
        attributes[match[1]] = _plain(match[2] if match[2] is not None else match[3], line, at)
        at = match.end()
    if line[at:stop].strip():
        raise _error(f'the attribute {line[at:stop].strip()[:40]!r} is not name="value"', line, at)
    return parts[1], parts[2], attributes, parts[4]


def _mark(attributes: dict[str, str], line: str, at: int) -> Mark:
    unknown = [name for name in attributes if name not in _KNOWN]
    if unknown:
        raise _error(f"unknown attribute {unknown[0]!r}; there are {', '.join(_KNOWN)}", line, at)
    texts = _alternatives(attributes.get("translation"), line, at)
    forbidden = _alternatives(attributes.get("forbid"), line, at)
    if not texts and not forbidden:
        raise _error("a tag that gives no translation and forbids none", line, at)
    mode = attributes.get("mode", "exclusive")
    if mode not in ("exclusive", "inclusive"):
        raise _error(f"mode {mode[:40]!r} is neither exclusive nor inclusive", line, at)
    numbers = attributes["prob"].split("||") if "prob" in attributes else ["1"] * len(texts)
    if len(numbers) != len(texts):
        raise _error(f"{len(numbers)} probabilities for {len(texts)} translations", line, at)
    pairs = tuple((text, _probability(number, line, at)) for text, number in zip(texts, numbers, strict=True))
    return Mark(pairs, tuple(forbidden), mode == "exclusive")


def _alternatives(value: str | None, line: str, at: int) -> list[str]:
    found = [] if value is None else [text.strip() for text in value.split("||")]
    if len(found) > _MOST or not all(found):
        raise _error(f"a tag needs 1 to {_MOST} texts separated by ||, none empty", line, at)
    return found


def _probability(text: str, line: str, at: int) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 < value <= 1:
        raise _error(f"the probability {text.strip()[:40]!r} is not above 0 and at most 1", line, at)
    return value


def _error(what: str, line: str, at: int) -> InputError:
    return InputError(
        f"markup, character {at + 1}: {what} (near {line[max(0, at - 20) : at + 20]!r})", remedy=_REMEDY
    )
