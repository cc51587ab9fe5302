"""The seal in the first line of a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from manyways.errors import InputError
from manyways.seal import check_seal, is_sealed, sealed_json, sealed_toml
from manyways.toml import format_toml, read_toml

VALUES = {"a": 1, "größe": {"b": [1, 2], "c": "x\ny"}}


@pytest.mark.parametrize(
    "text", [sealed_toml(format_toml(VALUES)), sealed_json(VALUES)], ids=["toml", "json"]
)
def test_every_changed_byte_breaks_a_seal(tmp_path: Path, text: str) -> None:
    path, good = tmp_path / "file", text.encode()
    path.write_bytes(good)
    check_seal(path, remedy="")
    changed = [good[:i] + bytes([good[i] ^ 2]) + good[i + 1 :] for i in range(len(good))]
    for bad in (*changed, b"", good[:-1], good + b" ", b"\n" + good):
        path.write_bytes(bad)
        with pytest.raises(InputError, match=r"seal|is not UTF-8|is a zero byte"):
            check_seal(path, remedy="")


def test_a_sealed_file_is_what_it_was_without(tmp_path: Path) -> None:
    seal, values = "seal", json.loads(sealed_json(VALUES))
    assert values.pop(seal)
    assert values == VALUES
    (tmp_path / "file").write_text(sealed_toml(format_toml(VALUES)))
    assert is_sealed(tmp_path / "file")
    values = read_toml(tmp_path / "file")
    assert values.pop(seal)
    assert values == VALUES


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="absent: cannot be read"):
        check_seal(tmp_path / "absent", remedy="")
