"""Language models over word classes or tags: each word is replaced by its class.

A class file has one word and its class per line, separated by white space (as word-class tools
write it), or a class, a word and its count, separated by tabs (the `paths` of `manyways cluster` and of
Liang's wcluster). A word without a class is <unk>.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from manyways._core.base import Vocabulary
from manyways.errors import InputError
from manyways.files import AnyPath, open_text
from manyways.text.column import TextColumn
from manyways.text.vocabulary import encode

__all__ = ["WordClasses", "read_classes"]


class WordClasses:
    """Which class each word has; `vocabulary` is that of the classes."""

    def __init__(self, classes: dict[str, str]) -> None:
        self.vocabulary = Vocabulary()
        self._words = Vocabulary()
        by_id = [0, 0, 0]
        for word, name in classes.items():
            if self._words.add(word) == len(by_id):
                by_id.append(self.vocabulary.add(name))
        self._classes: npt.NDArray[np.uint32] = np.array(by_id, dtype=np.uint32)

    @staticmethod
    def read(path: AnyPath) -> WordClasses:
        return WordClasses(read_classes(path))

    def encode(
        self, texts: TextColumn, *, threads: int = 0
    ) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.int64]]:
        """The texts as class ids, and their offsets."""
        ids, offsets = encode(texts, self._words, grow=False, threads=threads)
        return self._classes[ids], offsets


def read_classes(path: AnyPath) -> dict[str, str]:
    """The class of each word."""
    classes: dict[str, str] = {}
    with open_text(path) as lines:
        for number, line in enumerate(lines, 1):
            fields = line.split("\t")
            if len(fields) == 3 and fields[2].strip().isdigit():
                fields = [fields[1], fields[0]]
            else:
                fields = line.split()
            if len(fields) != 2 or not all(len(each.split()) == 1 for each in fields):
                raise InputError(
                    f"expected a word and its class, found {line[:60]!r}", path=path, line=number
                )
            classes[fields[0]] = fields[1]
    if not classes:
        raise InputError("holds no word classes", path=path)
    return classes
