"""Every function of the core with one wrong argument at a time: it returns or raises, and never dies."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from manyways._core.base import MOST_THREADS
from tests.conftest import ROOT
from tests.faults.calls import Calls, sound_calls
from tests.faults.children import outcomes
from tests.faults.material import make

STUBS = ROOT / "src" / "manyways" / "_core"
INDEXED = ("NDArray", "Sequence", "dict[")  # what a function that indexes is annotated with
RAISED = {"ValueError", "TypeError", "IndexError", "KeyError", "InputError", "OverflowError", "RuntimeError"}


def indexing_functions() -> set[str]:
    """The names of all functions in the stubs that take arrays, lists or dictionaries."""
    found = set()
    for stub in STUBS.glob("*.pyi"):
        for node, owner in functions(ast.parse(stub.read_text(encoding="utf-8"))):
            annotations = [ast.unparse(a.annotation) for a in every_argument(node) if a.annotation]
            if any(mark in annotation for annotation in annotations for mark in INDEXED):
                found.add(".".join(filter(None, (stub.stem, owner, node.name))))
    # Settings do nothing by themselves: they are tried in the functions that take them.
    return {name for name in found if "Settings." not in name}


def functions(tree: ast.Module) -> Iterator[tuple[ast.FunctionDef, str]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node, ""
        elif isinstance(node, ast.ClassDef):
            yield from ((each, node.name) for each in node.body if isinstance(each, ast.FunctionDef))


def every_argument(node: ast.FunctionDef) -> list[ast.arg]:
    return [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]


def wrong(value: Any) -> Iterator[Any]:
    """Values like this one that do not fit what stands beside it."""
    if isinstance(value, np.ndarray):
        yield from wrong_arrays(value)
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield {name: each for name, each in value.items() if name != key}
            yield from ({**value, key: each} for each in wrong(inner))
    elif isinstance(value, (list, tuple)):
        kind = type(value)
        yield kind()
        yield kind(value[:-1])
        yield kind([*value, *value[-1:]])
        yield kind([*value, None])
        for i, inner in enumerate(value):
            yield from (kind([*value[:i], each, *value[i + 1 :]]) for each in wrong(inner))
    elif isinstance(value, bool):
        return
    elif isinstance(value, int):
        yield from (-1, 0, value + 1, value + 1000, 2**31 - 1, 2**31, 2**32 - 1, 2**63 - 1, 2**64, None)
    elif isinstance(value, float):
        yield from (float("nan"), float("inf"), float("-inf"), 1e308, -1.0)


def wrong_arrays(value: Any) -> Iterator[Any]:
    yield value[:0]
    yield value[:-1]
    yield np.concatenate([value, value[-1:], value[-1:]])
    yield value[::-1].copy()
    yield value[::2]
    yield value.astype(np.float32 if value.dtype != np.float32 else np.int64)
    yield value.reshape(1, *value.shape)
    yield None
    if value.ndim == 2:
        yield np.ascontiguousarray(value[:, :-1])
        yield np.ascontiguousarray(value[:, :0])
    for index in {0, value.size // 2, value.size - 1}:
        for bad in bad_numbers(value.dtype):
            changed = value.copy()
            changed.flat[index] = bad
            yield changed


def bad_numbers(dtype: Any) -> list[Any]:
    if np.issubdtype(dtype, np.floating):
        return [np.nan, np.inf, -np.inf, np.finfo(dtype).max, -1.0]
    limits = np.iinfo(dtype)
    return [limits.max, limits.min, limits.max // 2, min(limits.max, 1000), min(limits.max, 1 << 40)]


def variants(calls: Calls) -> Iterator[tuple[str, Callable[[], object]]]:
    for name, (function, arguments) in calls.items():
        for i, value in enumerate(arguments):
            for bad in wrong(value):
                yield name, partial(function, *arguments[:i], bad, *arguments[i + 1 :])


def campaign(work: Path, *, scale: int = 1, modules: tuple[str, ...] = ()) -> dict[str, int]:
    """`scale` changes nothing: every wrong value is tried as it is."""
    calls = sound_calls(make(work, sentences=30))
    forgotten = indexing_functions() - calls.keys()
    assert not forgotten, f"no sound call in tests/faults/calls.py: {sorted(forgotten)}"
    chosen = {name: call for name, call in calls.items() if not modules or name.split(".")[0] in modules}
    for function, arguments in chosen.values():
        function(*arguments)
    tried = list(variants(chosen))
    ends = outcomes([call for _, call in tried])
    for (name, _), end in zip(tried, ends, strict=True):
        if end in ("crash", "hang") or end not in RAISED | {"returned"}:
            print(f"{name}: {end}")
    counted = Counter(ends)
    others = sum(count for end, count in counted.items() if end not in RAISED | {"returned", "crash", "hang"})
    return {
        "calls": len(tried),
        "refused": sum(counted[end] for end in RAISED),
        "crashes": counted["crash"],
        "hangs": counted["hang"],
        "other exceptions": others,
    }


@pytest.mark.parametrize(
    "modules",
    [
        ("align", "rich", "unicode"),
        ("candidates", "features", "metrics"),
        ("text",),
        ("tune", "geometry"),
        ("graph", "diverse", "lm"),
        ("phrases", "grammar"),
        ("search", "exact"),
        ("combine",),
    ],
    ids=lambda modules: "-".join(modules),
)
def test_a_wrong_argument_never_ends_the_process(modules: tuple[str, ...], tmp_path: Path) -> None:
    figures = campaign(tmp_path, modules=modules)
    assert figures["crashes"] == figures["hangs"] == figures["other exceptions"] == 0, figures
    assert figures["refused"] > figures["calls"] // 4, figures


@pytest.mark.parametrize("threads", [-1, MOST_THREADS + 1, 10**20])
def test_a_number_of_threads_that_cannot_be_is_refused_with_the_range(threads: int) -> None:
    from manyways._core import text

    with pytest.raises(ValueError, match=f"threads must be from 0 .all cores. to {MOST_THREADS}"):
        text.lower(np.zeros(1, dtype=np.uint8), np.array([0, 1], dtype=np.int64), threads=threads)
