"""A stream of XML events from files that nobody vouches for.

Entities of a document's own are refused, nothing outside the file is ever opened, and depth is limited, so
that neither a billion laughs nor a file that asks for another file does any harm. A DOCTYPE line alone, as
TMX files have, is fine.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from manyways.errors import InputError
from manyways.reading import LONGEST_LINE, AnyPath, read_blocks, too_long

__all__ = ["Element", "Segment", "Writing", "read_events", "one_line"]

_REMEDY = "Write the characters themselves into the file."
_CHUNK = 1 << 16
_MAX_DEPTH = 200
_LONGEST_TAG = 1 << 20  # bytes; they are looked at again with every chunk until the end is there


@dataclass(frozen=True, slots=True)
class Element:
    """`kind` is start, end or text. Names are without namespace; `line` is 1-based."""

    kind: str
    name: str
    line: int
    text: str = ""
    attributes: dict[str, str] = field(default_factory=dict)


def read_events(path: AnyPath) -> Iterator[Element]:
    """Elements and texts in the order of the file."""
    reader = _Reader(path)
    for chunk in read_blocks(path, _CHUNK):
        reader.feed(chunk, final=False)
        yield from reader.drain()
    reader.feed(b"", final=True)
    yield from reader.drain()


def one_line(text: str) -> str:
    """White space, line breaks included, as single spaces."""
    return " ".join(text.split())


class Segment:
    """The text of one segment as it comes, no longer than a line may be."""

    def __init__(self, path: AnyPath) -> None:
        self._path = path
        self._parts: list[str] = []
        self._size = 0

    def add(self, event: Element) -> None:
        self._size += len(event.text)
        if self._size > LONGEST_LINE:
            raise too_long(self._path, event.line)
        self._parts.append(event.text)

    def text(self) -> str:
        return one_line("".join(self._parts))


class Writing:
    """The words of the segment that is open, without what stands in elements named in `hidden`."""

    def __init__(self, path: AnyPath, hidden: Collection[str]) -> None:
        self._path, self._names = path, hidden
        self._segment: Segment | None = None
        self._depth = 0

    def takes(self, event: Element) -> bool:
        """Whether the event is text, or an edge of something hidden."""
        if event.kind == "text":
            if self._segment is not None and not self._depth:
                self._segment.add(event)
            return True
        if event.name in self._names:
            self._depth += 1 if event.kind == "start" else -1
            return True
        return False

    @property
    def hidden(self) -> bool:
        return self._depth > 0

    def edge(self, event: Element) -> str | None:
        """The start or the end of a segment; at its end, the text."""
        ended = self._segment if event.kind == "end" else None
        self._segment = Segment(self._path) if event.kind == "start" else None
        return None if ended is None else ended.text()


class _Reader:
    def __init__(self, path: AnyPath) -> None:
        self._path = path
        self._fed = 0
        self._events: list[Element] = []
        self._depth = 0
        self._parser = expat.ParserCreate()
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text
        self._parser.EntityDeclHandler = self._refuse_entity
        self._parser.SkippedEntityHandler = self._refuse_skipped
        self._parser.ExternalEntityRefHandler = self._refuse_external

    def feed(self, chunk: bytes, *, final: bool) -> None:
        self._fed += len(chunk)
        try:
            self._parser.Parse(chunk, final)
        except expat.ExpatError as error:
            reason = expat.ErrorString(error.code)
            raise InputError(
                f"is not well-formed XML: {reason}", path=self._path, line=error.lineno
            ) from None
        except (LookupError, ValueError, UnicodeDecodeError) as error:
            raise InputError(f"cannot be decoded: {error}", path=self._path) from None
        if self._fed - self._parser.CurrentByteIndex > _LONGEST_TAG:
            raise self._error(f"a tag or a comment is longer than {_LONGEST_TAG >> 20} MB")

    def drain(self) -> list[Element]:
        events, self._events = self._events, []
        return events

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise self._error(f"elements are nested more than {_MAX_DEPTH} deep")
        plain = {key.rpartition(":")[2]: value for key, value in attributes.items()}
        self._add("start", name, attributes=plain)

    def _end(self, name: str) -> None:
        self._depth -= 1
        self._add("end", name)

    def _text(self, text: str) -> None:
        self._add("text", "", text=text)

    def _add(self, kind: str, name: str, text: str = "", attributes: dict[str, str] | None = None) -> None:
        line = self._parser.CurrentLineNumber
        self._events.append(Element(kind, name.rpartition(":")[2], line, text, attributes or {}))

    def _refuse_entity(self, name: str, *_: object) -> None:
        raise self._error(f"declares the entity {name!r}; entities of a document's own are not read", _REMEDY)

    def _refuse_skipped(self, name: str, *_: object) -> None:
        raise self._error(f"uses the entity {name!r}, which it does not define", _REMEDY)

    def _refuse_external(self, *_: object) -> int:
        raise self._error("asks for another file; nothing outside the document is read", _REMEDY)

    def _error(self, message: str, remedy: str = "Is the file whole?") -> InputError:
        return InputError(message, path=self._path, line=self._parser.CurrentLineNumber, remedy=remedy)
