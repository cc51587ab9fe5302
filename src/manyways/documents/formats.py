"""Which format a document has, by its content and the suffix of its name."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass

from manyways.documents import html, markdown, po, srt, tmx, xliff
from manyways.documents.base import Document
from manyways.errors import InputError

__all__ = ["FORMATS", "Format", "HEAD", "format_of", "parse"]

HEAD = 4096  # bytes that tell the format


@dataclass(frozen=True)
class Format:
    """root: of XML or HTML, how its first element is called."""

    name: str
    suffixes: tuple[str, ...]
    read: Callable[[bytes, str, str, str], Document]
    root: str = ""
    proposals: bool = False


FORMATS = {
    each.name: each
    for each in (
        Format("XLIFF", (".xlf", ".xliff", ".sdlxliff", ".mqxliff"), xliff.read, "xliff", proposals=True),
        Format("TMX", (".tmx",), tmx.read, "tmx"),
        Format("PO", (".po", ".pot"), po.read),
        Format("SRT", (".srt",), srt.read),
        Format("HTML", (".html", ".htm", ".xhtml"), html.read, "html"),
        Format("Markdown", (".md", ".markdown"), markdown.read),
    )
}
_ROOT = re.compile(
    rb"(?:\s|<!--.*?-->|<\?.*?\?>|<!DOCTYPE[^>]*>)*<([A-Za-z][\w.:-]*)[\s/>]", re.DOTALL | re.IGNORECASE
)
_DOCTYPE = re.compile(rb"\s*<!DOCTYPE\s+html", re.IGNORECASE)


def format_of(head: bytes, name: str) -> Format | None:
    """The format of a document that begins so, None for plain text; an InputError for other markup."""
    suffix = os.path.splitext(name.removesuffix(".gz"))[1].lower()
    named = next((each for each in FORMATS.values() if suffix in each.suffixes), None)
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        head = head.replace(b"\x00", b"")[2:]
    head = head.removeprefix(b"\xef\xbb\xbf")
    found = _ROOT.match(head)
    root = found[1].decode("ascii", "replace").rpartition(":")[2].lower() if found is not None else ""
    rooted = next((each for each in FORMATS.values() if root and each.root == root), None)
    if rooted is None and _DOCTYPE.match(head):
        rooted = FORMATS["HTML"]
    if rooted is not None and (named is None or named.root):
        return rooted
    if named is not None:
        return named
    closed = found is not None and b"</" + found[1] in head
    if suffix in ("", ".txt") or not (closed or head.lstrip().startswith(b"<?xml")):
        return None
    known = ", ".join(FORMATS)
    raise InputError(
        f"looks like markup (<{root}>) of a kind that is not known; known are {known}",
        path=name,
        line=1,
        remedy="To translate it as plain text all the same, pipe it: manyways translate MODEL < FILE",
    )


def parse(data: bytes, name: str, *, source: str, target: str, format: Format | None = None) -> Document:
    """A document of a known format. source, target: languages, for formats that hold several."""
    found = format or format_of(data[:HEAD], name)
    if found is None:
        raise InputError("is plain text", path=name, remedy=f"Documents are: {', '.join(FORMATS)}.")
    try:
        return found.read(data, name, source, target)
    except InputError as error:
        if error.path is not None:
            raise
        raise InputError(error.message, path=name, remedy=error.remedy) from None
