from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from manyways.errors import InputError
from manyways.files import atomic_write, content_hash, lock_directory, open_text, read_bytes, read_lines


@pytest.mark.parametrize("name", ["plain.txt", "packed.txt.gz"])
def test_what_is_written_is_read_back(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    with atomic_write(path) as out:
        out.write("eins\nzwei ß\n")
    assert read_lines(path) == ["eins", "zwei ß"]


def test_equal_content_gives_equal_bytes(tmp_path: Path) -> None:
    for name in ("a.gz", "b.gz"):
        with atomic_write(tmp_path / name) as out:
            out.write("same\n" * 100)
    assert content_hash(tmp_path / "a.gz") == content_hash(tmp_path / "b.gz")


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "kept"
    path.write_text("old")
    with pytest.raises(RuntimeError), atomic_write(path) as out:
        out.write("half")
        raise RuntimeError
    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["kept"]


def test_a_byte_that_is_not_utf8_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "latin"
    path.write_bytes(b"good\nna\xefve\n")
    with pytest.raises(InputError, match=r"latin, line 2: byte 3 is not UTF-8 \(0xef\)"):
        read_lines(path)


def test_a_cut_gzip_file_is_an_error_not_an_end(tmp_path: Path) -> None:
    path = tmp_path / "cut.gz"
    path.write_bytes(gzip.compress(b"line\n" * 10000)[:-20])
    with pytest.raises(InputError, match="damaged or cut off"):
        read_lines(path)
    with pytest.raises(InputError, match="damaged or cut off"):
        read_bytes(path)


def test_only_line_feeds_end_a_line(tmp_path: Path) -> None:
    path = tmp_path / "odd"
    path.write_bytes("a\u2028b\x0bc\r\nd".encode())
    with open_text(path) as lines:
        assert list(lines) == ["a\u2028b\x0bc", "d"]


def test_missing_file_and_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read: No such file"):
        read_lines(tmp_path / "none")
    with pytest.raises(InputError, match="cannot be written"), atomic_write(tmp_path / "no" / "file"):
        pass


def test_a_directory_is_held_by_one(tmp_path: Path) -> None:
    with lock_directory(tmp_path):
        with pytest.raises(InputError, match="in use by another"), lock_directory(tmp_path):
            pass
    with lock_directory(tmp_path):
        pass
