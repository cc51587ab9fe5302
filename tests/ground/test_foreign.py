"""Readers that are given another tool's file say whose it is and what to do with it."""

from __future__ import annotations

import gzip
import io
import pickle
import sqlite3
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from manyways._core.base import foreign_file
from manyways.align.links import read_links
from manyways.candidates import read as read_candidates
from manyways.errors import InputError
from manyways.files import read_lines
from manyways.lm import LanguageModel
from manyways.lm.arpa import read_arpa
from manyways.phrases.moses import import_moses
from manyways.reading import read_json

ARPA = b"\\data\\\nngram 1=3\n\n\\1-grams:\n-1\t<s>\n-1\t</s>\n-1\ta\n\n\\end\\\n"
KENLM = b"mmap lm http://kheafield.com/code format version 5\n\0\0\0\0\0" + bytes(range(256))
A3 = b"# Sentence pair (1) source length 2 target length 2 alignment score : 0.1\na\nNULL ({ }) b ({ 1 })\n"


def packed(*names: str) -> bytes:
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as archive:
        for name in names:
            archive.writestr(name, "content")
    return raw.getvalue()


def database() -> bytes:
    connection = sqlite3.connect(":memory:")
    connection.execute("create table texts (line text)")
    return connection.serialize()


def array_archive() -> bytes:
    raw = io.BytesIO()
    np.savez(raw, texts=np.zeros(3))
    return raw.getvalue()


def array() -> bytes:
    raw = io.BytesIO()
    np.save(raw, np.zeros(3))
    return raw.getvalue()


BINARY = [
    (packed("[Content_Types].xml", "_rels/.rels", "word/document.xml"), "a Word document", "plain text"),
    (packed("[Content_Types].xml", "xl/workbook.xml"), "an Excel workbook", "plain text"),
    (packed("a.txt"), "a ZIP archive", "unzip"),
    (array_archive(), "a NumPy archive", "Export"),
    (packed("model/data.pkl"), "a PyTorch model", "translations"),
    (array(), "a NumPy array", "Export"),
    (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "a PDF file", "pdftotext"),
    (bytes.fromhex("d0cf11e0a1b11ae1") + bytes(100), "an old Word or Excel document", "plain text"),
    (database(), "an SQLite database", "Export"),
    (pickle.dumps(["text"]), "a Python pickle", "never read"),
    (
        (40).to_bytes(8, "little") + b'{"w":{"dtype":"F32","shape":[0]}}       ',
        "a safetensors model",
        "translations",
    ),
    ("größe\n".encode("utf-16"), "UTF-16 text", "iconv -f utf-16"),
    ("größe\n".encode("utf-32"), "UTF-32 text", "iconv -f utf-32"),
    (KENLM, "a KenLM binary", "ARPA"),
]


@pytest.mark.parametrize(("content", "name", "remedy"), BINARY, ids=[name for _, name, _ in BINARY])
def test_a_binary_file_given_as_text_is_named(tmp_path: Path, content: bytes, name: str, remedy: str) -> None:
    path = tmp_path / "corpus.en"
    path.write_bytes(content)
    readers: list[Callable[[Path], object]] = [
        read_lines,
        read_candidates,
        read_links,
        read_arpa,
        LanguageModel.open,
        lambda given: import_moses(given, tmp_path / "out.bin"),
        read_json,
    ]
    for read in readers:
        with pytest.raises(InputError) as error:
            read(path)
        assert f"this is {name}" in error.value.message, read
        assert remedy in error.value.remedy, read
        assert error.value.path == str(path)


def test_a_packed_language_model_without_its_suffix_is_named(tmp_path: Path) -> None:
    path = tmp_path / "lm.arpa"
    path.write_bytes(gzip.compress(ARPA))
    with pytest.raises(InputError, match=r"this is a gzip file\n.*suffix \.gz"):
        read_arpa(path)


def test_an_iarpa_file_is_not_read_as_if_its_numbers_were_those_of_arpa(tmp_path: Path) -> None:
    path = tmp_path / "lm.arpa"
    path.write_bytes(b"iARPA\n\n" + ARPA)
    with pytest.raises(InputError, match=r"this is an IRSTLM iARPA file\n.*compile-lm FILE --text=yes"):
        read_arpa(path)
    path.write_bytes(ARPA)
    assert read_arpa(path).order == 1
    packed_path = tmp_path / "lm.arpa.gz"
    packed_path.write_bytes(gzip.compress(b"iARPA\n\n" + ARPA))
    with pytest.raises(InputError, match="this is an IRSTLM iARPA file"):
        read_arpa(packed_path)


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b"blmt 3 5 10 20 30\n\x01\x02", "an IRSTLM binary"),
        (b"SRILM_BINARY_NGRAM_002\n\x01\x02", "an SRILM binary"),
        (b"<html><body>Not found</body></html>\n", "an HTML page"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:1\n", "a Git LFS pointer"),
    ],
)
def test_other_files_given_as_language_models_are_named(tmp_path: Path, content: bytes, name: str) -> None:
    path = tmp_path / "lm.arpa"
    path.write_bytes(content)
    with pytest.raises(InputError, match=f"this is {name}"):
        read_arpa(path)


def test_files_given_as_links_are_named(tmp_path: Path) -> None:
    path = tmp_path / "links.txt"
    for content, name in (
        (A3, r"a GIZA\+\+ alignment \(A3\)\n.*manyways align"),
        (b"das haus ||| the house\n", "a bitext\n.*fast_align"),
        (b"<?xml version='1.0'?>\n<tmx/>\n", "a TMX translation memory"),
    ):
        path.write_bytes(content)
        with pytest.raises(InputError, match=f"is not a link such as 3-4; this is {name}"):
            read_links(path)
    path.write_bytes(b"0-0 1-1\n\n0-2\n")  # what fast_align writes is what we read
    assert [len(list(each)) for each in read_links(path)] == [2, 0, 1]


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("phrase-table.minphr", "a compact phrase table of Moses"),
        ("reordering.minlexr", "a compact reordering table of Moses"),
        ("table.binphr.srctree.wa", "a binary phrase table of Moses"),
    ],
)
def test_binary_tables_of_moses_are_named_by_their_suffix(tmp_path: Path, name: str, what: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"\x03\0\0\0good bytes\n\xff\xff\n")
    with pytest.raises(InputError, match=f"this is {what}\n.*phrase-table.gz"):
        import_moses(path, tmp_path / "out.bin")


@pytest.mark.parametrize(
    "content", [b"", b"P", b"PK", b"a normal line\n", b"iarpa is a word\n", "größe\n".encode(), b"\x80"]
)
def test_what_is_not_known_is_not_named(content: bytes) -> None:
    assert foreign_file(content) is None
