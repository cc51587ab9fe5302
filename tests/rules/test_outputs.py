"""Only the guarded writers write: whoever opens a file alone may replace a device, or leave half of it."""

from __future__ import annotations

import ast
import re

import pytest

from tests.conftest import ROOT
from tests.support.verbs import command_of, verbs

PACKAGE = ROOT / "src" / "manyways"
WRITER = PACKAGE / "outputs.py"

MODULES = {"tempfile", "shutil", "fileinput", "sqlite3", "dbm", "shelve", "zipfile", "tarfile", "mmap"}
OS_CALLS = {"open", "rename", "replace", "renames", "link", "symlink", "mkdir", "makedirs", "mkfifo", "mknod"}
OS_CALLS |= {"remove", "unlink", "rmdir", "removedirs", "truncate", "ftruncate", "write", "pwrite"}
METHODS = {"write_text", "write_bytes", "touch", "mkdir", "unlink", "rmdir", "rename", "symlink_to"}
METHODS |= {"hardlink_to", "tofile", "savefig", "OutputFile"}
NUMPY = {"save", "savez", "savez_compressed", "savetxt", "memmap"}
MODE = re.compile(r"(?=.*[wax+])[rwaxbt+]{1,3}")

# What looks like writing and is not.
ALLOWED = {
    ("tune/loop_store.py", "savez"),  # into the stream of atomic_bytes
}

CORE_WRITERS = {"core/base/output_file.cc"}
# They give a stream to a descriptor that output_file.cc opened.
CORE_STREAMS = {"core/base/section_file.cc", "core/base/scratch_file.cc"}
CORE_OPENS = re.compile(
    r"\b(f?reopen|fopen|ofstream|fstream|creat|mkstemp|mkostemp|tmpfile|tmpnam|rename|unlink|O_CREAT|O_WRONLY|O_RDWR"
    r"|O_TRUNC|create_director\w+|copy_file|resize_file|remove_all)\b|\bfs::remove\b|\bstd::remove\(\w+\.c_str"
)
CORE_FDOPEN = re.compile(r"\bfdopen\b")


def writes(tree: ast.AST) -> set[str]:
    """Names of what opens, makes, moves or removes files."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name.split(".")[0] in MODULES}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in MODULES:
            found.add(node.module or "")
        elif isinstance(node, ast.Call):
            found |= _called(node)
    return found


def _called(call: ast.Call) -> set[str]:
    function = call.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    if (
        isinstance(function, ast.Attribute)
        and isinstance(function.value, ast.Name)
        and function.value.id == "os"
    ):
        return {f"os.{name}"} & {f"os.{each}" for each in OS_CALLS}
    if isinstance(function, ast.Attribute) and getattr(function.value, "id", "") in {"np", "numpy"}:
        return {name} & (NUMPY | METHODS)
    values = [*call.args, *(each.value for each in call.keywords)]
    texts = [each.value for each in values if isinstance(each, ast.Constant) and isinstance(each.value, str)]
    if name in {"open", "fdopen", "FileIO", "GzipFile"} and any(MODE.fullmatch(text) for text in texts):
        return {name}
    return {name} & METHODS


@pytest.mark.parametrize(
    "path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE))
)
def test_nothing_but_the_writer_writes(path: object) -> None:
    assert isinstance(path, type(WRITER))
    if path == WRITER:
        return
    name = path.relative_to(PACKAGE).as_posix()
    found = writes(ast.parse(path.read_text(encoding="utf-8")))
    found = {each for each in found if (name, each) not in ALLOWED}
    assert not found, f"{name} writes by itself: {found}; use manyways.outputs"


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("open(path, 'w')", "open"),
        ("open(path, mode='ab')", "open"),
        ("path.open('x')", "open"),
        ("gzip.open(path, 'wt')", "open"),
        ("path.write_text(text)", "write_text"),
        ("os.open(path, flags)", "os.open"),
        ("os.replace(a, b)", "os.replace"),
        ("import shutil", "shutil"),
        ("from tempfile import mkstemp", "tempfile"),
        ("np.save(path, array)", "save"),
        ("array.tofile(path)", "tofile"),
    ],
)
def test_a_writer_is_seen(line: str, name: str) -> None:
    assert writes(ast.parse(line)) == {name}


@pytest.mark.parametrize(
    "line", ["open(path, 'rb')", "open(path)", "text.replace('w', 'a')", "Model.open('x.y')"]
)
def test_a_reader_is_left_alone(line: str) -> None:
    assert not writes(ast.parse(line))


def test_exceptions_are_still_needed() -> None:
    for name, what in ALLOWED:
        assert what in writes(ast.parse((PACKAGE / name).read_text(encoding="utf-8"))), (name, what)


def core_lines(pattern: re.Pattern[str], allowed: set[str]) -> list[str]:
    found = []
    for folder in ("core", "bindings"):
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix not in {".cc", ".h"} or name in allowed:
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                if pattern.search(line.split("//")[0]):
                    found.append(f"{name}:{number}: {line.strip()}")
    return found


def test_nothing_but_the_writer_writes_in_the_core() -> None:
    assert not core_lines(CORE_OPENS, CORE_WRITERS)
    assert not core_lines(CORE_FDOPEN, CORE_WRITERS | CORE_STREAMS)
    assert core_lines(CORE_OPENS, set()), "the pattern finds nothing at all"


@pytest.mark.parametrize("verb", verbs(), ids=" ".join)
def test_a_verb_that_writes_asks_before_it_replaces(verb: tuple[str, ...]) -> None:
    parameters = {each.name: each for each in command_of(verb).params}  # type: ignore[attr-defined]
    outputs = {
        name
        for name, each in parameters.items()
        if name in ("out", "report", "html", "graph_out") and not getattr(each, "is_flag", False)
    }
    if outputs or verb[0] in ("import-moses", "export-moses"):
        assert "force" in parameters
        assert parameters["force"].is_eager
