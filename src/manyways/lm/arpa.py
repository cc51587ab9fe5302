"""ARPA files, plain or gzip: what every other toolkit reads and writes.

ngrams = read_arpa("en.arpa.gz")
write_arpa(ngrams, "copy.arpa")

ARPA holds log10; `Ngrams` holds natural logs.
"""

from __future__ import annotations

import os

from manyways._core import lm as core
from manyways._core.lm import Ngrams
from manyways.files import AnyPath, atomic_bytes, read_bytes

__all__ = ["Ngrams", "read_arpa", "write_arpa"]


def read_arpa(path: AnyPath) -> Ngrams:
    """Read an ARPA file; gzip by suffix, `-` is standard input."""
    name = os.fspath(path)
    if name == "-" or name.endswith(".gz"):
        return core.parse_arpa(read_bytes(path), name)
    return core.read_arpa(name)


def write_arpa(ngrams: Ngrams, path: AnyPath) -> None:
    """Write an ARPA file; gzip by suffix, `-` is standard output."""
    with atomic_bytes(path) as out:
        core.write_arpa(ngrams, out.write)
