"""Gettext catalogues (PO): messages of programs and their translations."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from manyways.errors import InputError
from manyways.files import open_text
from manyways.text.formats.xml import one_line

__all__ = ["read_pairs"]

AnyPath = str | os.PathLike[str]
_KEYWORD = re.compile(r'(msgctxt|msgid_plural|msgid|msgstr)(?:\[(\d{1,3})\])?\s*(".*")$')
_STRING = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"$')
_ESCAPE = re.compile(r"((?:\\x[0-9a-fA-F]{2}|\\[0-3]?[0-7]{1,2})+)|\\(.)")
_BYTE = re.compile(r"\\(?:x(..)|([0-7]+))")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "a": "", "b": "", "f": "\n", "v": "\n"}


@dataclass
class _Message:
    fuzzy: bool = False
    texts: dict[str, list[str]] = field(default_factory=dict)

    def text(self, name: str) -> str:
        return one_line("".join(self.texts.get(name, [])))

    def pairs(self) -> Iterator[tuple[str, str]]:
        source, plural = self.text("msgid"), self.text("msgid_plural")
        if self.fuzzy or not source:  # the header has an empty msgid
            return
        forms = [name for name in self.texts if name.startswith("msgstr")]
        if forms and self.text(forms[0]):
            yield source, self.text(forms[0])
        if plural and len(forms) > 1 and self.text(forms[-1]):
            yield plural, self.text(forms[-1])


def read_pairs(path: AnyPath) -> Iterator[tuple[str, str]]:
    """Translated messages, two pairs for a plural; fuzzy, obsolete and untranslated ones are passed over."""
    message = _Message()
    current: list[str] | None = None
    started = False
    with open_text(path) as lines:
        for number, line in enumerate(lines, 1):
            line = line.strip()
            if line.startswith("#") or not line:
                if started:
                    yield from message.pairs()
                    message, current, started = _Message(), None, False
                if line.startswith("#,") and "fuzzy" in line:
                    message.fuzzy = True
                continue
            if line.startswith('"'):
                if current is None:
                    raise _error("a text that belongs to no message", path, number)
                current.append(_unquote(line, path, number))
                continue
            keyword = _KEYWORD.match(line)
            if keyword is None:
                raise _error(f"expected msgid, msgstr or a text in quotes; found {line[:40]!r}", path, number)
            name = keyword[1] + (keyword[2] or "")
            if started and (name in message.texts or (name == "msgctxt" and message.texts)):
                yield from message.pairs()
                message = _Message()
            current = message.texts.setdefault(name, [])
            current.append(_unquote(keyword[3], path, number))
            started = True
    yield from message.pairs()


def _unquote(quoted: str, path: AnyPath, line: int) -> str:
    match = _STRING.match(quoted)
    if match is None:
        raise _error(f"a text without its closing quote: {quoted[:40]!r}", path, line)
    try:
        return _ESCAPE.sub(_unescape, match[1])
    except UnicodeDecodeError as error:
        raise _error(f"the escaped bytes {error.object!r} are not UTF-8", path, line) from None


def _unescape(match: re.Match[str]) -> str:
    if match[1] is None:
        return _ESCAPES.get(match[2], match[2])
    # A character outside ASCII is written as its bytes, one escape each: \\303\\251.
    return bytes(int(x or o, 16 if x else 8) for x, o in _BYTE.findall(match[1])).decode()


def _error(message: str, path: AnyPath, line: int) -> InputError:
    return InputError(message, path=path, line=line, remedy="Check the file: msgfmt --check FILE")
