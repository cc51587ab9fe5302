"""Moses's text tables in and out.

import_moses("phrase-table.gz", "phrases.bin", reordering="reordering-table.gz")
"""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Iterator

from manyways._core import phrases as core
from manyways.errors import InputError
from manyways.files import open_bytes
from manyways.phrases.table import PhraseTable

__all__ = ["import_moses"]

AnyPath = str | os.PathLike[str]
_BLOCK = 1 << 20


def import_moses(phrase_table: AnyPath, out: AnyPath, *, reordering: AnyPath | None = None) -> PhraseTable:
    """Turn Moses's phrase table, and its reordering table if there is one, into a table file."""
    reader = core.MosesImport(os.fspath(phrase_table), os.fspath(reordering or ""))
    for block in _blocks(phrase_table):
        reader.add_phrases(block)
    reader.end_phrases()
    if reordering is not None:
        for block in _blocks(reordering):
            reader.add_reordering(block)
        reader.end_reordering()
        if reader.matched_reordering == 0:
            raise InputError(
                f"none of its pairs is in {os.fspath(phrase_table)}",
                path=reordering,
                remedy="Give the two tables of one model.",
            )
    reader.write(os.fspath(out))
    return PhraseTable(out)


def _blocks(path: AnyPath) -> Iterator[bytes]:
    """The bytes of a file, decompressed, a mebibyte at a time."""
    with open_bytes(path) as stream:
        try:
            while block := stream.read(_BLOCK):
                yield block
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise InputError(f"is damaged or cut off: {error}", path=path, remedy="Copy it again.") from None
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror or error}", path=path) from None
