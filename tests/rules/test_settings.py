"""One convention of settings: named so, checked when made, numbers with limits, no threads, few arguments."""

from __future__ import annotations

import ast
import dataclasses
import importlib
import math
import pkgutil
import types
import typing
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Literal

import pytest

import manyways
from manyways.errors import ConfigError
from manyways.settings import Memory, Settings, Within
from tests.conftest import ROOT

MOST_ARGUMENTS = 8
ABSURD = (math.nan, math.inf, -math.inf, -1, -0.5, 1e300, 10**30, True, "1", [])
# What looks absurd and is meant: no limit.
MEANT = {
    "BeamSettings.margin": {math.inf, 1e300, 10**30},
    "ChartSettings.margin": {math.inf, 1e300, 10**30},
    "FilterSettings.max_ratio": {math.inf, 1e300, 10**30},
    "DiverseSettings.fall": {math.inf, 1e300, 10**30},
    "Pro.most": {math.inf, 1e300, 10**30},
    "Pro.length_gap": {math.inf, 1e300, 10**30},
    "SearchSettings.distortion_limit": {-1},
    "TrainSettings.distortion_limit": {-1},
}


@cache
def dataclasses_of_the_package() -> list[type[Any]]:
    found = []
    for module in pkgutil.walk_packages(manyways.__path__, "manyways."):
        if module.name.startswith("manyways._core") or module.name == "manyways.__main__":
            continue
        for value in vars(importlib.import_module(module.name)).values():
            if (
                dataclasses.is_dataclass(value)
                and isinstance(value, type)
                and value.__module__ == module.name
            ):
                found.append(value)
    return found


def settings_classes() -> list[Any]:
    return [kind for kind in dataclasses_of_the_package() if issubclass(kind, Settings)]


def settings_of(kind: Any) -> Iterator[tuple[str, Any]]:
    """The settings that can be given, with their types."""
    hints = typing.get_type_hints(kind, include_extras=True)
    yield from ((field.name, hints[field.name]) for field in dataclasses.fields(kind) if field.init)


def options_of(hint: Any) -> tuple[Any, ...]:
    """The types of a union, or the one there is, without None."""
    union = typing.get_origin(hint) in (typing.Union, types.UnionType)
    return tuple(each for each in (typing.get_args(hint) if union else (hint,)) if each is not type(None))


def plain(hint: Any) -> Any:
    return typing.get_args(hint)[0] if typing.get_origin(hint) is Annotated else hint


def with_numbers(hint: Any, bad: Any) -> Iterator[tuple[Any, Any]]:
    """Every number within a type: its own type, and a value of the whole type in which it is `bad`."""
    for option in options_of(hint):
        if plain(option) in (int, float):
            yield option, bad
        elif typing.get_origin(option) is tuple:
            parts = [part for part in typing.get_args(option) if part is not Ellipsis]
            for i, part in enumerate(parts):
                for inner, value in with_numbers(part, bad):
                    yield inner, (*(1,) * i, value, *(1,) * (len(parts) - i - 1))


def is_refused(kind: Any, name: str, value: Any) -> bool:
    """By a message that names the setting."""
    found = None
    try:
        kind(**{name: value})
    except ConfigError as error:
        found = error
    assert found is None or (name in found.setting and "must be" in found.message)
    return found is not None


def test_settings_are_named_so_and_so_are_no_others() -> None:
    from manyways.tune.tuners import TUNERS

    for kind in dataclasses_of_the_package():
        is_tuner = kind in TUNERS.values()  # its settings, with a call
        named = kind.__name__.endswith("Settings") or is_tuner
        assert issubclass(kind, Settings) == named, f"{kind.__module__}.{kind.__name__}"
        assert not kind.__name__.endswith(("Config", "Options")), kind.__name__
    assert not list((ROOT / "src").rglob("config.py"))
    assert len(settings_classes()) >= 20


@pytest.mark.parametrize("kind", settings_classes(), ids=lambda kind: kind.__name__)
def test_settings_check_themselves(kind: Any) -> None:
    assert kind.__dataclass_params__.frozen
    kind()  # the defaults are good
    for name, hint in settings_of(kind):
        accepted = {
            bad for bad in ABSURD for _, value in with_numbers(hint, bad) if not is_refused(kind, name, value)
        }
        assert accepted == MEANT.get(f"{kind.__name__}.{name}", set()), f"{kind.__name__}.{name}"
        for option in options_of(hint):
            if typing.get_origin(option) is Literal:
                assert all(is_refused(kind, name, bad) for bad in ("nonsense", "", 3, ["gap"]))
            elif option is bool:
                assert all(is_refused(kind, name, bad) for bad in ("yes", 2, None))


@pytest.mark.parametrize("kind", settings_classes(), ids=lambda kind: kind.__name__)
def test_every_number_has_limits(kind: Any) -> None:
    for name, hint in settings_of(kind):
        for number, _ in with_numbers(hint, 0):
            assert typing.get_origin(number) is Annotated, f"{kind.__name__}.{name} has no limits"
            assert isinstance(typing.get_args(number)[1], Within)


@pytest.mark.parametrize("kind", settings_classes(), ids=lambda kind: kind.__name__)
def test_threads_are_no_setting_and_memory_has_one_unit(kind: Any) -> None:
    for name, hint in settings_of(kind):
        assert "threads" not in name
        assert name != "memory" or hint == Memory


def functions() -> Iterator[tuple[str, ast.FunctionDef]]:
    for stub in sorted((ROOT / "src" / "manyways" / "_core").glob("*.pyi")):
        for node in ast.walk(ast.parse(stub.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                yield stub.stem, node


def test_no_function_of_the_core_has_more_arguments_than_a_person_can_keep_in_order() -> None:
    seen = 0
    for module, node in functions():
        given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        names = [each.arg for each in given if each.arg != "self"]
        assert len(names) <= MOST_ARGUMENTS, f"{module}.{node.name} takes {len(names)}: {', '.join(names)}"
        seen += 1
    assert seen > 200


def test_the_core_has_threads_beside_its_settings_too() -> None:
    for stub in (ROOT / "src" / "manyways" / "_core").glob("*.pyi"):
        for node in ast.walk(ast.parse(stub.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and node.name.endswith("Settings"):
                assert "threads" not in {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
            assert not (isinstance(node, ast.ClassDef) and node.name.endswith("Config"))
