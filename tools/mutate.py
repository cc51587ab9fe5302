"""Which faults would the tests of a room let pass? `make mutate ROOM=metrics`, or ROOM=core/metrics for C++.

Plants one small fault at a time (`mutants.py`) in a copy of the tree under build/mutate and runs the fast
tests of the room there; the sources themselves are never touched. A mutant is killed if a test fails, crashes
or takes too long. The rest have survived: each wants a test, or a line in tests/MUTANTS.md that says why
nobody could tell.

    python -m tools.mutate metrics                        every fault in src/manyways/metrics
    python -m tools.mutate core/graph --sample 30         thirty of them, always the same thirty
    python -m tools.mutate tune/loop.py --tests tests/tune/test_loop.py --jobs 2 --out loop.md

Files that write for all others are left out: as root, a fault there could replace a device.
"""

from __future__ import annotations

import argparse
import fcntl
import importlib.util
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from queue import SimpleQueue
from xml.etree import ElementTree

from tools.mutants import Mutant, cpp_mutants, python_mutants

ROOT = Path(__file__).resolve().parent.parent
LEFT_OUT = {"outputs.py", "output_file.cc"}
NOT_COPIED = shutil.ignore_patterns(".*", "build", "dist", "runs", "_build", "__pycache__")
MEMORY = 8 << 30
# Folders of the core whose tests lie in other rooms than the one of their name.
TESTS = {
    "core/base": ["tests/core", "tests/ground"],
    "core/chart": ["tests/search/test_chart*.py", "tests/contract/test_search.py"],
    "core/chart_exact": ["tests/exact/test_chart.py", "tests/contract/test_exact.py"],
    "core/cluster": ["tests/linguistics/test_clusters.py"],
    "core/combine": ["tests/combine", "tests/contract/test_combiners.py"],
    "core/exact": ["tests/exact/test_[elot]*.py", "tests/contract/test_exact.py"],
    "core/geometry": ["tests/tune/test_geometry.py", "tests/tune/test_surface.py"],
    "core/graph": ["tests/search/test_graph.py", "tests/tune/test_graphs.py"],
    "core/search": ["tests/search/test_[bmp]*.py", "tests/contract/test_search.py"],
    "core/syntax": ["tests/linguistics"],
    "core/text": ["tests/text", "tests/core/test_unicode.py"],
}
# The copy's own package is to be imported, not the one that the environment points to.
SITE = "import sys\nsys.meta_path[:] = [f for f in sys.meta_path if 'skbc' not in type(f).__module__]\n"


@dataclass
class Outcome:
    path: Path
    mutant: Mutant
    killed_by: str  # a test file, "time", "crash" or "compiler"; empty: it has survived

    def __str__(self) -> str:
        end = f"killed by {self.killed_by}" if self.killed_by else "SURVIVED"
        return f"{self.path}:{self.mutant.line}: {self.mutant}: {end}"


@dataclass
class Tree:
    """A copy of the project in which faults are planted and tests are run."""

    place: Path
    tests: list[str]
    limit: float = 600.0  # CPU seconds of one process; four times as many by the clock, if it waits
    env: dict[str, str] = field(default_factory=dict)

    @classmethod
    def made(cls, place: Path, tests: list[str], native: Sequence[Path] = ()) -> Tree:
        """native: files of the core that will be changed. What is the same as in a tree that is there stays,
        so that only what has changed is built again."""
        shutil.rmtree(place / "src", ignore_errors=True)
        shutil.copytree(ROOT, place, ignore=NOT_COPIED, copy_function=_renewed, dirs_exist_ok=True)
        for file in (place / "core").rglob("*.*"):
            if not (ROOT / file.relative_to(place)).exists():
                file.unlink()
        (place / "site").mkdir(exist_ok=True)
        (place / "site" / "sitecustomize.py").write_text(SITE)
        if (ROOT.parent / "shared").is_dir() and not (place.parent / "shared").exists():
            (place.parent / "shared").symlink_to(ROOT.parent / "shared")
        path = os.pathsep.join([str(place / "site"), str(place / "src")])
        env = {**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
        tree = cls(place, tests, env=env)
        if native:
            tree.configure(native)
            if not tree.build():
                sys.exit("the core does not build even without a fault: see `make build`")
        else:
            spec = importlib.util.find_spec("manyways._core")
            assert spec is not None
            assert spec.origin is not None
            shutil.copy(spec.origin, place / "src" / "manyways")
        tree.measure()
        return tree

    def measure(self) -> None:
        """How long the tests take where all is well. The quickest are asked first from now on."""
        start, times = time.monotonic(), self.place / "times.xml"
        before = _cpu_of_children()
        if killer := self.killer(f"--junitxml={times}"):
            sys.exit(f"the tests fail even without a fault: {killer}")
        self.limit = 20 + 4 * max(_cpu_of_children() - before, (time.monotonic() - start) / 4)
        taken = dict.fromkeys(self.tests, 0.0)
        for case in ElementTree.parse(times).iter("testcase"):
            for name in self.tests:
                if case.attrib["classname"].startswith(name[:-3].replace("/", ".")):
                    taken[name] += float(case.attrib["time"])
        self.tests.sort(key=taken.__getitem__)

    def configure(self, alone: Sequence[Path]) -> None:
        """These files are units of their own, and all is lightly optimised: a fault costs seconds, not a
        folder's build. The rest of the core stays in its few units, which are built in half the time."""
        skipped = " ".join(map(str, alone))
        with (self.place / "CMakeLists.txt").open("a") as lists:
            lists.write(f"set_source_files_properties({skipped} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)\n")
        nanobind = subprocess.check_output([sys.executable, "-m", "nanobind", "--cmake_dir"], text=True)
        options = [f"-Dnanobind_DIR={nanobind.strip()}", f"-DPython_EXECUTABLE={sys.executable}"]
        options += ["-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG"]
        command = ["cmake", "-G", "Ninja", "-S", str(self.place), "-B", str(self.place / "build"), *options]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=self.tools())

    def tools(self) -> dict[str, str]:
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
        return {**os.environ, "PATH": path, "CMAKE_CXX_COMPILER_LAUNCHER": ""}

    def build(self) -> bool:
        command = ["ninja", "-C", str(self.place / "build"), "_core"]
        if subprocess.run(command, capture_output=True, env=self.tools()).returncode:
            return False
        for library in (self.place / "build").glob("_core*.so"):
            shutil.copy(library, self.place / "src" / "manyways")
        return True

    def outcome(self, path: Path, mutant: Mutant) -> Outcome:
        file = self.place / path
        good = file.read_bytes()
        file.write_bytes(mutant.applied(good))
        try:
            if path.suffix != ".py" and not self.build():
                return Outcome(path, mutant, "compiler")
            return Outcome(path, mutant, self.killer())
        finally:
            file.write_bytes(good)

    def limited(self) -> None:
        """In the process of the tests: a machine with other work must not make them look endless."""
        seconds = int(self.limit) + 1
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))

    def killer(self, *more: str) -> str:
        """The first test file that fails; it is the first to be asked next time."""
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--tb=no"]
        command += ["-m", "not slow and not browser", *more, *self.tests]
        process = subprocess.Popen(
            command,
            cwd=self.place,
            env=self.env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            preexec_fn=self.limited,
        )
        try:
            printed, _ = process.communicate(timeout=4 * self.limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return "time"
        if process.returncode == 0:
            return ""
        if process.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            return "time"
        named = re.search(r"^(?:FAILED|ERROR) (tests/[\w/]+\.py)", printed, re.MULTILINE)
        if named is None:
            return "crash"
        if named[1] in self.tests:
            self.tests.remove(named[1])
            self.tests.insert(0, named[1])
        return named[1]


def _cpu_of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _renewed(source: str, target: str) -> str:
    if not Path(target).is_file() or Path(source).read_bytes() != Path(target).read_bytes():
        shutil.copyfile(source, target)
    return target


def sources(room: str) -> list[Path]:
    """The files of a room, or one file, relative to the root of the project."""
    path = ROOT / room if room.startswith("core/") else ROOT / "src" / "manyways" / room
    files = [path] if path.is_file() else [*path.rglob("*.py"), *path.rglob("*.cc")]
    return sorted(each.relative_to(ROOT) for each in files if each.name not in LEFT_OUT)


def tests_of(room: str) -> list[str]:
    name = "/".join(room.split("/")[:2]) if room.startswith("core/") else room.split("/")[0]
    places = TESTS.get(name, [f"tests/{Path(name).name}", f"tests/contract/test_{Path(name).name}.py"])
    return test_files([str(found.relative_to(ROOT)) for each in places for found in sorted(ROOT.glob(each))])


def test_files(places: list[str]) -> list[str]:
    files = [file for each in places for file in _files(ROOT / each)]
    return [str(file.relative_to(ROOT)) for file in files]


def _files(place: Path) -> list[Path]:
    return sorted(place.glob("test_*.py")) if place.is_dir() else [place]


def drawn(files: list[Path], sample: int, seed: int) -> list[tuple[Path, Mutant]]:
    every = []
    for path in files:
        text = (ROOT / path).read_bytes()
        found = python_mutants(text) if path.suffix == ".py" else cpp_mutants(text)
        every += [(path, mutant) for mutant in found]
    if sample and sample < len(every):
        kept = sorted(random.Random(seed).sample(range(len(every)), sample))
        return [every[place] for place in kept]
    return every


def outcomes(faults: list[tuple[Path, Mutant]], trees: list[Tree]) -> Iterator[Outcome]:
    free: SimpleQueue[Tree] = SimpleQueue()
    for tree in trees:
        free.put(tree)

    def tried(fault: tuple[Path, Mutant]) -> Outcome:
        tree = free.get()
        try:
            return tree.outcome(*fault)
        finally:
            free.put(tree)

    with ThreadPoolExecutor(len(trees)) as pool:
        yield from pool.map(tried, faults)


@contextmanager
def alone(place: Path) -> Iterator[Path]:
    """Two runs in one copy would plant two faults at a time."""
    place.mkdir(parents=True, exist_ok=True)
    with (place / "lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sys.exit(f"another run is at work in {place}: wait for it")
        yield place


def markdown(room: str, found: list[Outcome]) -> str:
    built = [each for each in found if each.killed_by != "compiler"]
    left = [each for each in built if not each.killed_by]
    lines = [
        f"## {room}",
        "",
        f"{len(built)} mutants, {len(built) - len(left)} killed, {len(left)} survived.",
        "",
    ]
    lines += [f"- `{each.path}:{each.mutant.line}`: `{each.mutant}`" for each in left]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("room", help="metrics, core/metrics, tune/loop.py …")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="so many faults of all; 0: all")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--tests", nargs="+", metavar="PATH", help="instead of the tests of the room")
    parser.add_argument("--jobs", type=int, default=1, help="copies of the tree at work at once")
    parser.add_argument("--out", type=Path, help="list of survivors, in Markdown")
    asked = parser.parse_args()
    files = sources(asked.room)
    tests = test_files(asked.tests) if asked.tests else tests_of(asked.room)
    if not files or not tests:
        sys.exit(f"{asked.room}: no such room or file, or no tests of it (give them with --tests)")
    native = files[0].suffix != ".py"
    found = []
    with alone(ROOT / "build" / "mutate" / ("core" if native else "python")) as place:
        copies = [place / str(job) / "tree" for job in range(asked.jobs)]
        trees = [Tree.made(copy, list(tests), files if native else ()) for copy in copies]
        for each in outcomes(drawn(files, asked.sample, asked.seed), trees):
            print(each, flush=True)
            found.append(each)
    text = markdown(asked.room, found)
    print(f"\n{text}", end="")
    if asked.out:
        asked.out.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
