"""XML as a tree of places in its text, so that whatever is not changed stays byte for byte.

Well-formedness is checked by expat; entities of a document's own are refused, nothing outside is ever opened,
and depth is limited.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from manyways.documents.base import Part, Tag
from manyways.errors import InputError
from manyways.text.entities import unescape

__all__ = ["Node", "escape", "indent_before", "parts_of", "read_tree", "write_parts"]

_MAX_DEPTH = 200
_TOKEN = re.compile(
    r"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?.*?\?>|<!DOCTYPE[^>]*>"
    r"|<(/?)([^\s<>/!?\"'=]+)((?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*)>",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(r"([^\s=\"'<>/]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")


@dataclass
class Node:
    """An element: first tag [start, inside), content [inside, outside), last tag [outside, end).

    name: without its prefix. A comment, an instruction or a CDATA section has no name.
    """

    name: str
    start: int
    inside: int
    outside: int = 0
    end: int = 0
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Node] = field(default_factory=list)

    def child(self, name: str) -> Node | None:
        return next((each for each in self.children if each.name == name), None)

    def all(self, name: str) -> Iterator[Node]:
        """Elements of this name below it, in order; none inside another."""
        for each in self.children:
            if each.name == name:
                yield each
            else:
                yield from each.all(name)


def read_tree(text: str, name: str) -> Node:
    """The root element."""
    _check(text, name)
    top = Node("", 0, 0)
    stack = [top]
    for match in _TOKEN.finditer(text):
        if match[2] is None:
            stack[-1].children.append(Node("", match.start(), match.start(), match.end(), match.end()))
        elif match[1]:
            if len(stack) == 1:
                raise InputError("holds a tag that closes nothing", path=name)
            node = stack.pop()
            node.outside, node.end = match.start(), match.end()
        else:
            attributes = {
                key.rpartition(":")[2]: unescape(double or single)
                for key, double, single in _ATTRIBUTE.findall(match[3])
            }
            node = Node(match[2].rpartition(":")[2], match.start(), match.end(), attributes=attributes)
            stack[-1].children.append(node)
            if match[3].endswith("/"):
                node.outside = node.end = match.end()
            else:
                stack.append(node)
    root = next((node for node in top.children if node.name), None)
    if root is None or len(stack) > 1:
        raise InputError("holds a tag that is not understood", path=name)
    return root


def _check(text: str, name: str) -> None:
    parser = expat.ParserCreate("utf-8")
    depth = 0

    def start(*_: object) -> None:
        nonlocal depth
        depth += 1
        if depth > _MAX_DEPTH:
            raise refused(f"elements are nested more than {_MAX_DEPTH} deep")

    def end(*_: object) -> None:
        nonlocal depth
        depth -= 1

    def refused(what: str) -> InputError:
        return InputError(what, path=name, line=parser.CurrentLineNumber)

    def refuse(what: str) -> Callable[..., int]:
        def handler(*_: object) -> int:
            raise InputError(
                what, path=name, line=parser.CurrentLineNumber, remedy="Write the characters themselves."
            )

        return handler

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.EntityDeclHandler = refuse("declares entities of its own")
    parser.ElementDeclHandler = refuse("declares elements of its own")
    parser.AttlistDeclHandler = refuse("declares attributes of its own")
    parser.SkippedEntityHandler = refuse("uses an entity that is not XML's")
    parser.ExternalEntityRefHandler = refuse("asks for another file")
    declared = re.sub(
        r"""(<\?xml[^>]*?encoding\s*=\s*["'])[^"']*""", r"\1utf-8", text.lstrip("\ufeff"), count=1
    )
    try:
        parser.Parse(declared.encode(), True)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code)
        raise InputError(f"is not well-formed XML: {reason}", path=name, line=error.lineno) from None


def parts_of(
    text: str, node: Node, kinds: dict[str, str], pair: Callable[[Node], str] = lambda node: ""
) -> list[Part]:
    """The content of an element as text and tags.

    kinds: by name of an inner element: `pair` has text inside; `open`, `close` and `alone` are whole tags.
    Other elements are `alone`. pair: what an opening and its closing tag have in common.
    """
    parts: list[Part] = []
    at = node.inside
    for child in node.children:
        parts.append(unescape(text[at : child.start]))
        at = child.end
        written = text[child.start : child.end]
        kind = kinds.get(child.name, "alone") if child.attributes.get("translate") != "no" else "alone"
        if not child.name and written.startswith("<![CDATA["):
            parts.append(written[9:-3])
        elif kind == "pair" and child.outside != child.end:
            own = f"{child.start}"
            parts.append(Tag(text[child.start : child.inside], "open", own))
            parts += parts_of(text, child, kinds, pair)
            parts.append(Tag(text[child.outside : child.end], "close", own))
        elif kind in ("open", "close"):
            parts.append(Tag(written, "open" if kind == "open" else "close", pair(child)))
        else:
            parts.append(Tag(written))
    parts.append(unescape(text[at : node.outside]))
    return parts


def escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def write_parts(parts: tuple[Part, ...]) -> str:
    """Text and tags as XML; a character that XML cannot hold is left out."""
    return "".join(
        part.written
        if isinstance(part, Tag)
        else escape(re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", "", part))
        for part in parts
    )


def indent_before(text: str, at: int) -> str:
    """The white space before a place, from its line break on."""
    start = at
    while start > 0 and text[start - 1] in " \t\r\n":
        start -= 1
    spaces = text[start:at]
    return (
        spaces[spaces.rfind("\n") - (spaces[: spaces.rfind("\n")].endswith("\r")) :] if "\n" in spaces else ""
    )
