"""Files of running text, changed line by line: words apart, words together, one sentence per line.

    tokenise_file("news.de", "news.tok.de", "de")
    split_file("-", "-", "en")        # standard input to standard output

Lines that come through a pipe are answered as they come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from manyways.files import atomic_write, line_blocks
from manyways.text.sentences import split_column
from manyways.text.tokenise import as_column, detokenise, tokenise

__all__ = ["detokenise_file", "split_file", "tokenise_file"]


def tokenise_file(file: str, out: str, language: str, *, protect: bool = True) -> None:
    """Words and signs between single spaces; addresses and their like stay whole, unless not protected."""
    _change(file, out, lambda lines: tokenise(lines, language, protect=protect))


def detokenise_file(file: str, out: str, language: str) -> None:
    """Running text from words and signs."""
    _change(file, out, lambda lines: detokenise(lines, language))


def split_file(file: str, out: str, language: str) -> None:
    """One sentence per line, without the white space around it; a line without any stays an empty line."""
    _change(file, out, lambda lines: _sentences(lines, language))


def _sentences(lines: list[str], language: str) -> Iterable[str]:
    pieces, offsets = split_column(as_column(lines), language)
    texts = [piece.strip() for piece in pieces]
    for start, end in zip(offsets[:-1].tolist(), offsets[1:].tolist(), strict=True):
        yield from filter(None, texts[start:end]) if any(texts[start:end]) else [""]


def _change(file: str, out: str, change: Callable[[list[str]], Iterable[str]]) -> None:
    with atomic_write(out) as output:
        for lines in line_blocks(file):
            output.writelines(f"{line}\n" for line in change(lines))
            output.flush()
