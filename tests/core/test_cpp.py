"""Tests that are written in C++ (tests/cpp): built once into a program, each run by its name."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

SANITIZED = "MANYWAYS_SANITIZED" in os.environ
BUILD = ROOT / "build" / ("cpp_tests_sanitized" if SANITIZED else "cpp_tests")
NAMES = [
    name
    for file in sorted((ROOT / "tests" / "cpp").glob("*_test.cc"))
    for name in re.findall(r"^TEST\((\w+)\)", file.read_text(encoding="utf-8"), re.MULTILINE)
]


def run(*command: str | Path) -> None:
    # What is preloaded for a Python with sanitizers has no business in a compiler.
    environment = {name: value for name, value in os.environ.items() if name != "LD_PRELOAD"}
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment.get('PATH', '')}"
    done = subprocess.run([*map(str, command)], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="session")
def program() -> Path:
    cmake = shutil.which(
        "cmake", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    )
    if cmake is None or not any(
        shutil.which(name) for name in (os.environ.get("CXX", "c++"), "g++", "clang++")
    ):
        pytest.skip("no CMake or no C++ compiler: the tests in C++ cannot be built")
    BUILD.mkdir(parents=True, exist_ok=True)
    options = [
        "-DMANYWAYS_TESTS=ON",
        "-DMANYWAYS_WERROR=ON",
        f"-DMANYWAYS_SANITIZE={'ON' if SANITIZED else 'OFF'}",
    ]
    options += ["-DCMAKE_BUILD_TYPE=Release", f"-DPython_EXECUTABLE={sys.executable}"]
    run(cmake, "-S", ROOT, "-B", BUILD, *options)
    run(cmake, "--build", BUILD, "--target", "manyways_tests")
    return BUILD / "manyways_tests"


def test_there_are_tests() -> None:
    assert len(NAMES) == len(set(NAMES)) > 20


@pytest.mark.parametrize("name", NAMES)
def test_in_cpp(program: Path, name: str) -> None:
    run(program, name)
