"""A thousand damaged files for every reader: each is read, or refused in words of ours; nothing else."""

from __future__ import annotations

import ast
import contextlib
import os
import pkgutil
import signal
import sys
import traceback
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

import manyways.text.formats
from manyways.candidates import FORMATS
from manyways.errors import ManywaysError
from tests.conftest import ROOT
from tests.faults.mutate import mutate
from tests.faults.readers import READERS, Reader

MUTATIONS = 1000
SECONDS = 20  # for one file
MEMORY = 4 << 30  # bytes that reading may take beyond what is there
LIMITED = "MANYWAYS_SANITIZED" not in os.environ  # sanitizers need the address space

# What opens files by these functions is a reader, and is to be among READERS.
OPENERS = {"open_text", "open_bytes", "read_lines", "read_bytes", "read_blocks", "line_blocks", "text_blocks"}
OPENERS |= {"read_json", "read_toml", "parse_json", "decode_text"}
# Python that its owner wrote to be run: no damage to it can be told from another program.
PROGRAMS = {"features/own.py"}


def campaign(work: Path, *, scale: int = 1) -> dict[str, int]:
    """All readers; the figures are sums."""
    total = {"readers": 0, "mutations": 0, "read": 0, "foreign errors": 0, "crashes": 0}
    for name in READERS:
        figures = damage(READERS[name], work / name.replace(" ", "-"), MUTATIONS * scale)
        total["readers"] += 1
        for key, value in figures.items():
            total[key] += value
    return total


def damage(reader: Reader, work: Path, mutations: int) -> dict[str, int]:
    """Read so many damaged files; the details of foreign errors go to standard error."""
    work.mkdir(parents=True)
    report = work / "report"  # a word for each file
    report.touch()
    while (done := len(report.read_text().split())) < mutations:
        if _in_child(reader, work, done, mutations) != 0:
            with open(report, "a") as out:
                out.write("crashed\n")
            print(f"{reader.name}: a crash before {report.read_text().count(chr(10))}", file=sys.stderr)
    found = report.read_text().split()
    figures = {"read": "read", "foreign errors": "foreign", "crashes": "crashed"}
    return {"mutations": len(found), **{name: found.count(word) for name, word in figures.items()}}


def _in_child(reader: Reader, work: Path, first: int, end: int) -> int:
    """Read files from the first on in a process of their own; how it ended, 0 for well."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # other threads, if there are any, do nothing that matters here
        child = os.fork()
    if child == 0:
        status = 1
        try:
            _limit_memory()
            with open(work / "report", "a", buffering=1) as report:
                for index in range(first, end):
                    signal.alarm(SECONDS)
                    report.write(_outcome(reader, work, index) + "\n")
            status = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(status)
    return os.waitpid(child, 0)[1]


def _limit_memory() -> None:
    if LIMITED and sys.platform == "linux":
        import resource

        here = int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
        resource.setrlimit(resource.RLIMIT_AS, (here + MEMORY, here + MEMORY))


def _outcome(reader: Reader, work: Path, index: int) -> str:
    path = work / reader.file
    path.write_bytes(mutate(reader.sample, f"{reader.name} {index}"))
    try:
        for text in reader.read(path):
            text.encode()
        return "read"
    except ManywaysError as error:
        str(error).encode("utf-8", "backslashreplace")
        return "refused"
    except Exception:
        print(f"{reader.name}, mutation {index}:", file=sys.stderr)
        traceback.print_exc(limit=-3)
        return "foreign"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a process of its own")
@pytest.mark.parametrize("name", READERS)
def test_a_damaged_file_is_read_or_refused(name: str, tmp_path: Path) -> None:
    good = tmp_path / READERS[name].file
    good.write_bytes(READERS[name].sample)
    assert all(isinstance(text, str) for text in READERS[name].read(good))
    figures = damage(READERS[name], tmp_path / "work", MUTATIONS)
    assert figures["mutations"] == MUTATIONS
    assert figures["foreign errors"] == figures["crashes"] == 0
    assert figures["read"] < MUTATIONS  # the damage is felt


def _openers(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module in (
            "manyways.reading",
            "manyways.files",
            "manyways.settings",
            "manyways.toml",
        ):
            yield from (each.name for each in node.names if each.name in OPENERS)


def test_every_reader_is_here() -> None:
    covered = {module for reader in READERS.values() for module in reader.modules}
    package = ROOT / "src" / "manyways"
    for path in sorted(package.rglob("*.py")):
        if any(_openers(ast.parse(path.read_text(encoding="utf-8")))):
            name = path.relative_to(package).as_posix()
            assert name in covered | PROGRAMS, (
                f"{name} reads files: give it a place in tests/faults/readers.py"
            )
    for module in pkgutil.iter_modules(manyways.text.formats.__path__):
        assert f"text/formats/{module.name}.py" in covered
    for name in FORMATS:
        assert f"candidates {name}" in READERS


def test_a_reader_that_fails_is_seen(tmp_path: Path) -> None:
    def fails(path: Path) -> list[str]:
        raw = path.read_bytes()
        if not raw.startswith(b"abc"):
            os.kill(os.getpid(), signal.SIGKILL)
        if not raw.endswith(b"xyz"):
            raise KeyError("xyz")
        return ["\ud800"] if len(raw) > 1000 else []

    with open(os.devnull, "w") as nowhere, contextlib.redirect_stderr(nowhere):
        figures = damage(Reader("fails", (), b"abc xyz", fails), tmp_path / "work", 60)
    assert figures["mutations"] == 60
    assert figures["foreign errors"] > 0
    assert figures["crashes"] > 0
