"""The command line has words for bad numbers, any locale, names that are not UTF-8, and too little memory."""

from __future__ import annotations

import gzip
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from manyways.cli.main import app, main
from manyways.cli.verb import Verb
from manyways.errors import InputError
from tests.support.verbs import command_of, verbs

COMMAND = [sys.executable, "-c", "from manyways.cli.main import main; main()"]
ASCII = {
    "LC_ALL": "C",
    "PYTHONUTF8": "0",
    "PYTHONCOERCECLOCALE": "0",
    "PYTHONIOENCODING": "ascii",
    "TERM": "dumb",
}
MANY = "99999999999999999999"


def run(
    *arguments: str | bytes, input: bytes = b"", **environment: str
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *arguments],
        capture_output=True,
        input=input,
        env={**os.environ, **environment},
        timeout=120,
    )


@pytest.mark.parametrize("verb", verbs(), ids=" ".join)
def test_numbers_are_checked_for_every_verb(verb: tuple[str, ...]) -> None:
    assert isinstance(command_of(verb), Verb)


@pytest.mark.parametrize(
    "words",
    [
        ["lm", "query", "F", "F", "--threads", MANY],
        ["lm", "query", "F", "F", "--threads", "-1"],
        ["lm", "query", "F", "F", "--threads", "9" * 5000],
        ["lm", "query", "F", "F", "--threads", "many"],
        ["lm", "estimate", "F", "--out", "F", "--order", MANY],
        ["lm", "estimate", "F", "--out", "F", "--memory", "2147483648"],
        ["score", "F", "--references", "F", "--seed", MANY],
        ["translate", "F", "F", "--nbest", MANY],
        ["translate", "F", "F", "--time-limit", "nan"],
        ["translate", "F", "F", "--strength", "inf"],
        ["convert", "F", "F", "--per-source", MANY],
        ["tune", "--candidates", "F", "--seeds", "-" + MANY],
    ],
    ids=" ".join,
)
def test_a_number_out_of_range_is_a_usage_error(words: list[str]) -> None:
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 2
    assert isinstance(result.exception, SystemExit)
    assert f"Invalid value for '{words[-2]}'" in result.output


def test_any_locale_will_do(tmp_path: Path) -> None:
    name = tmp_path / "größe"
    name.write_text('{"id": "ü", "candidates": [{"text": "schön – 日本"}]}\n', encoding="utf-8")
    done = run("convert", os.fsencode(name), "-", **ASCII)
    assert (done.returncode, done.stderr) == (0, b"")
    assert "schön – 日本".encode() in done.stdout
    table = run("check", os.fsencode(name), **ASCII)
    assert table.returncode in (0, 1)
    assert b"Traceback" not in table.stderr
    assert "größe".encode() in table.stdout
    missing = run("convert", "größer".encode(), "-", **ASCII)
    assert missing.returncode == 2
    assert "größer: cannot be read".encode() in missing.stderr


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="file names are Unicode there")
def test_a_name_that_is_not_utf8_is_told(tmp_path: Path) -> None:
    done = run("check", b"caf\xe9.txt")
    assert done.returncode == 2
    assert done.stderr.startswith(b"manyways: b'caf\\xe9.txt' is not UTF-8")


@pytest.mark.parametrize(
    ("error", "words"), [(MemoryError, "not enough memory"), (RecursionError, "nested too")]
)
def test_the_last_resort_has_words(
    error: type[Exception], words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("manyways.candidates.read_chunks", fails)
    monkeypatch.setattr("manyways.candidates.check.report.read_chunks", fails)
    monkeypatch.setattr(sys, "argv", ["manyways", "check", __file__])
    with pytest.raises(SystemExit) as caught:
        main()
    assert caught.value.code == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "name", "words"),
    [
        (gzip.compress(b"das Haus .\n" * 999)[:-9], "in.gz", "is damaged or cut off"),
        (gzip.compress(b"das Haus .\n") + b"xyz", "in.gz", "is damaged or cut off"),
        (gzip.compress(b"das Haus .\n"), "-", "-: is not text; this is a gzip file"),
        ("das Haus .\n".encode("utf-16"), "-", "-: is not text; this is UTF-16 text"),
        (b"das\0Haus .\n", "-", "-, line 1: byte 4 is a zero byte"),
        (b"das Haus .\n" + b"x" * ((64 << 20) + 1), "-", "-, line 2: is longer than 64 MB"),
    ],
    ids=["cut", "more behind", "pipe gzip", "pipe utf-16", "pipe zero", "pipe long"],
)
def test_translate_tells_what_it_cannot_read(
    content: bytes, name: str, words: str, trained: Path, tmp_path: Path
) -> None:
    (tmp_path / "in.gz").write_bytes(content)
    file = name if name == "-" else str(tmp_path / name)
    result = CliRunner().invoke(app, ["translate", str(trained), file, "--quiet"], input=content)
    assert isinstance(result.exception, InputError)
    assert re.search(words, str(result.exception))
