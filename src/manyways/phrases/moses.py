"""Moses's text tables in and out.

import_moses("phrase-table.gz", "phrases.bin", reordering="reordering-table.gz")
"""

from __future__ import annotations

import os

import numpy as np
import numpy.typing as npt

from manyways._core import phrases as core
from manyways._core.base import Vocabulary
from manyways.errors import InputError
from manyways.files import atomic_bytes, atomic_write, read_blocks
from manyways.phrases.table import PhraseTable
from manyways.phrases.train import word_translations
from manyways.text.linked import LinkedText

__all__ = ["export_moses", "export_word_translations", "import_moses"]

AnyPath = str | os.PathLike[str]
_NULL = 2**32 - 1


def import_moses(phrase_table: AnyPath, out: AnyPath, *, reordering: AnyPath | None = None) -> PhraseTable:
    """Turn Moses's phrase table, and its reordering table if there is one, into a table file."""
    reader = core.MosesImport(os.fspath(phrase_table), os.fspath(reordering or ""))
    for block in read_blocks(phrase_table):
        reader.add_phrases(block)
    reader.end_phrases()
    if reordering is not None:
        for block in read_blocks(reordering):
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


def export_moses(table: PhraseTable, phrase_table: AnyPath, *, reordering: AnyPath | None = None) -> None:
    """Write a table as Moses's text (gzip by suffix), lines in the order of their bytes."""
    _write(table.core, phrase_table, core.TextKind.phrases)
    if reordering is not None:
        if not table.reordering_scores:
            raise InputError("has no reordering model to write", path=table.path)
        _write(table.core, reordering, core.TextKind.reordering)


def export_word_translations(
    text: LinkedText, source_words: Vocabulary, target_words: Vocabulary, f2e: AnyPath, e2f: AnyPath
) -> None:
    """Write w(e|f) as lines `e f p` to `f2e` and w(f|e) as lines `f e p` to `e2f`, as Moses does."""
    rows = word_translations(text).astype(np.int64)
    source_totals = _totals(rows[:, 0], rows[:, 2])
    target_totals = _totals(rows[:, 1], rows[:, 2])
    with atomic_write(f2e) as forward, atomic_write(e2f) as backward:
        for f, e, count in rows.tolist():
            source = "NULL" if f == _NULL else source_words.word(f)
            target = "NULL" if e == _NULL else target_words.word(e)
            forward.write(f"{target} {source} {count / source_totals[f]:.7f}\n")
            backward.write(f"{source} {target} {count / target_totals[e]:.7f}\n")


def _totals(words: npt.NDArray[np.int64], counts: npt.NDArray[np.int64]) -> dict[int, int]:
    distinct, place = np.unique(words, return_inverse=True)
    return dict(zip(distinct.tolist(), np.bincount(place, weights=counts).astype(int).tolist(), strict=True))


def _write(table: core.Table, path: AnyPath, kind: core.TextKind) -> None:
    """Write one of a table's texts, whole or not at all."""
    text = core.MosesExport(table, kind)
    with atomic_bytes(path) as out:
        while block := text.next():
            out.write(block)
