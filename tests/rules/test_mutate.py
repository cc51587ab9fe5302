"""The faults that `make mutate` plants: what they change, who notices, and that sources stay as they are."""

from __future__ import annotations

import ast
import os
import re
from pathlib import Path

import pytest
from tools import mutate
from tools.mutants import Mutant, cpp_mutants, python_mutants

from tests.conftest import ROOT


def changed(mutants: list[Mutant], text: str) -> set[str]:
    return {each.applied(text.encode()).decode() for each in mutants}


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("if a < b: pass", {"if (a <= b): pass"}),
        ("x = a and b", {"x = (a or b)"}),
        ("x = not a", {"x = (a)"}),
        ("x = a + 2", {"x = (a - 2)", "x = a + (3)"}),
        ("x = decoded[-1]", {"x = decoded[(1)]", "x = decoded[-(2)]"}),
        ("x: int = True", {"x: int = (False)"}),
        ("f(a, key=b)", {"(f(a))", "pass"}),
        ("f(a, b)", {"(f(b, a))", "pass"}),
        ("x = min(a)", {"x = (max(a))"}),
        ("x = f'é {a} b'", {"x = (f'é  b')"}),
        ("raise ValueError(f'{a} {1 + 1}')", {"pass"}),
        (
            "s = 'ä', 1 < 2",
            {"s = 'ä', (1 <= 2)", "s = 'ä', (2) < 2", "s = 'ä', 1 < (3)"},
        ),  # bytes, not letters
        ("a[0] = b", {"pass", "a[(1)] = b"}),
        ("while a: b -= c", {"while (not (a)): b -= c", "while a: pass"}),
    ],
)
def test_faults_of_python(text: str, faults: set[str]) -> None:
    assert changed(python_mutants(text.encode()), text) == faults


@pytest.mark.parametrize(
    "text",
    [
        "__all__ = ['a', 1]",
        "if TYPE_CHECKING:\n    f(1)",
        "x: Literal[1]",
        "x = zip(a, strict=True)",
        "@f(1)\ndef g(): ...",
    ],
)
def test_what_has_no_effect_is_left_alone(text: str) -> None:
    faults = changed(python_mutants(text.encode()), text)
    assert faults <= {text.replace("TYPE_CHECKING", "(not (TYPE_CHECKING))")}


def test_every_fault_of_python_is_python() -> None:
    for path in (ROOT / "src" / "manyways" / "run").glob("*.py"):
        text = path.read_bytes()
        for mutant in python_mutants(text):
            faulty = mutant.applied(text)
            assert ast.dump(ast.parse(faulty)) != ast.dump(ast.parse(text)), mutant
            assert faulty.splitlines()[: mutant.line - 1] == text.splitlines()[: mutant.line - 1]


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("  if (a < b && c) {", {"  if (a <= b && c) {", "  if (a < b || c) {"}),
        ("  if (list.empty()) continue;", {"  if (!(list.empty())) continue;", "  if (list.empty()) break;"}),
        ("  return a + 1;", {"  return a - 1;", "  return a + (1 + 1);", "  return {};"}),
        ("  std::vector<int> x = std::min(a, b);", {"  std::vector<int> x = std::max(a, b);"}),
        ("  list.push_back(a);", {";"}),
        ("  sums[i] += a;", {"  sums[i] -= a;", ";"}),
        ('  throw std::invalid_argument("1 < 2");', {"  ;"}),
        ("  // a < b", set()),
        ("  f(\"a < b && 1\", '2', name1, 1'000)", set()),
        ("#define A 1 \\\n  + 2", set()),
        ("template <class T> T&& f(const T& a, T* b);", set()),
        ("  const double x = 1e-9;", {"  const double x = (1e-9 + 1);"}),
        ('  f("é", true)', {'  f("é", false)'}),
    ],
)
def test_faults_of_cpp(text: str, faults: set[str]) -> None:
    assert changed(cpp_mutants(text.encode()), text) == faults


def test_a_fault_says_where_it_is_and_what_it_is() -> None:
    text = b"x = 1\n\nif a and\\\n   b:\n    pass\n"
    mutant = python_mutants(text)[-1]
    assert (mutant.line, str(mutant)) == (3, "a and\\ b → (a or b)")
    fault = cpp_mutants(b"int x;\n\n  f(a);\n")[0]
    assert (fault.line, str(fault)) == (3, "f(a); → ;")


def test_rooms_have_files_and_tests() -> None:
    files = [str(each) for each in mutate.sources("core/tune")]
    assert "core/tune/mert.cc" in files
    assert all(re.fullmatch(r"core/tune/\w+\.cc", each) for each in files)
    assert [str(each) for each in mutate.sources("tune/loop.py")] == ["src/manyways/tune/loop.py"]
    assert {"tests/search/test_beam.py", "tests/contract/test_search.py"} <= set(mutate.tests_of("search"))
    assert "tests/search/test_graph.py" in mutate.tests_of("core/graph/kbest.cc")
    for places in mutate.TESTS.values():
        assert all(any(ROOT.glob(place)) for place in places)


def test_what_writes_for_all_is_never_changed() -> None:
    everything = [*mutate.sources("outputs.py"), *mutate.sources("core/base")]
    assert not {each.name for each in everything} & {"outputs.py", "output_file.cc"}


def test_the_same_sample_every_time() -> None:
    files = mutate.sources("metrics")
    first = mutate.drawn(files, 20, 1)
    assert len(first) == 20
    assert mutate.drawn(files, 20, 1) == first != mutate.drawn(files, 20, 2)
    assert set(first) < set(mutate.drawn(files, 0, 1))


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A room with a test that knows half of it."""
    for name, text in {
        "src/manyways/__init__.py": "",
        "src/manyways/room.py": "def double(x):\n    return x + x\n\n\ndef small(x):\n    return x < 3\n",
        "tests/room/test_room.py": "import os\nfrom manyways.room import double, small\n\n\n"
        "def test_double():\n    assert double(2) == 4\n    assert small(1)\n    print(os.getcwd())\n",
        "pyproject.toml": "[tool.pytest.ini_options]\nmarkers = ['slow', 'browser']\n",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(mutate, "ROOT", tmp_path)
    return tmp_path


# The tool limits the memory of what it runs, and the address sanitizer needs more than any limit leaves.
limited = pytest.mark.skipif(
    "MANYWAYS_SANITIZED" in os.environ, reason="the sanitizer takes all address space"
)


@limited
def test_survivors_are_told_and_sources_stay_as_they_are(
    project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = (project / "src/manyways/room.py").read_bytes()
    command = ["mutate", "room.py", "--tests", "tests/room", "--out", str(project / "list.md")]
    monkeypatch.setattr("sys.argv", command)
    mutate.main()
    assert (project / "src/manyways/room.py").read_bytes() == before
    assert (project / "list.md").read_text() == (
        "## room.py\n\n5 mutants, 3 killed, 2 survived.\n\n"
        "- `src/manyways/room.py:6`: `x < 3 → (x <= 3)`\n"
        "- `src/manyways/room.py:6`: `3 → (4)`\n"
    )
    printed = capsys.readouterr().out
    assert "src/manyways/room.py:2: x + x → (x - x): killed by tests/room/test_room.py" in printed
    copy = project / "build/mutate/python/0/tree/src/manyways/room.py"
    assert copy.read_bytes() == before


def test_two_runs_do_not_share_a_copy(tmp_path: Path) -> None:
    with mutate.alone(tmp_path), pytest.raises(SystemExit, match="another run"), mutate.alone(tmp_path):
        pass


@limited
def test_a_room_whose_tests_fail_is_not_tried(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (project / "tests/room/test_room.py").write_text("def test_it():\n    assert False\n")
    monkeypatch.setattr("sys.argv", ["mutate", "room.py", "--tests", "tests/room"])
    with pytest.raises(SystemExit, match="fail even without a fault: tests/room/test_room"):
        mutate.main()


def test_a_fault_that_hangs_is_killed(project: Path) -> None:
    tree = mutate.Tree(project, ["tests/room/test_room.py"], limit=1.0)
    (project / "tests/room/test_room.py").write_text("import time\ntime.sleep(60)\n")
    assert tree.killer() == "time"
