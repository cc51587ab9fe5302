"""Settings: frozen dataclasses that check themselves when they are made; from TOML, and into the core.

    @dataclass(frozen=True, kw_only=True)
    class BeamSettings(Settings, table="search"):
        stack: Annotated[int, Within(1)] = 1000
        margin: Annotated[float, Within(0, math.inf)] = 3.0
        space: Literal["gap", "free"] | None = None

    BeamSettings(stack=0)     # ConfigError: search.stack must be a whole number, at least 1; got 0
    settings = read_settings(BeamSettings, "recipe.toml", table="search")    # it has [search] and no more
    to_core(core.BeamSettings(), settings)

A setting belongs to one class, and its type and limits stand in its annotation: every number has limits,
and no limits let in what is not a number. What concerns several settings at once, a class checks itself,
after `super().__post_init__()`. Unknown names are errors that tell the nearest known one. `threads` is no
setting, for it changes no result; `memory` is in mebibytes (MiB) everywhere.
"""

from __future__ import annotations

import dataclasses
import difflib
import math
import os
import types
import typing
from collections.abc import Mapping
from enum import Enum
from functools import cache
from numbers import Integral, Real
from pathlib import Path
from typing import Annotated, Any, ClassVar, TypeVar

from manyways.errors import ConfigError, InputError
from manyways.toml import read_toml

__all__ = [
    "Between",
    "Memory",
    "Seed",
    "Settings",
    "Within",
    "check_fields",
    "make_settings",
    "read_settings",
    "read_table",
    "to_core",
]

T = TypeVar("T")
COUNTABLE = 2**31 - 1  # what the core can count
_FAR = 1e6  # limits from here on are named only to those who miss them


@dataclasses.dataclass(frozen=True)
class Within:
    """The limits of a number, which may be reached. note: what a value means that looks odd."""

    least: float
    most: float = COUNTABLE
    note: str = ""

    def allows(self, value: float) -> bool:
        return self.least <= value <= self.most

    def expected(self, value: float) -> str:
        """In words, behind `a number`; of limits that nobody would come near, the one that was missed."""
        if self.most < _FAR:
            return f" from {_plain(self.least)} to {_plain(self.most)}"
        return f", at most {_plain(self.most)}" if value > self.most else f", at least {_plain(self.least)}"


@dataclasses.dataclass(frozen=True)
class Between(Within):
    """The limits of a number, which may not be reached."""

    def allows(self, value: float) -> bool:
        return self.least < value < self.most

    def expected(self, value: float) -> str:
        if self.most < _FAR:
            return f" between {_plain(self.least)} and {_plain(self.most)}"
        return f" below {_plain(self.most)}" if value >= self.most else f" above {_plain(self.least)}"


def _plain(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:g}"


Seed = Annotated[int, Within(0, 2**63 - 1)]
Memory = Annotated[int, Within(1, 1 << 24, note="MiB")]  # up to 16 TiB: who writes bytes is told


class Settings:
    """The base of all settings. table: how messages call it, as in `search.stack`."""

    table: ClassVar[str] = ""

    def __init_subclass__(cls, *, table: str = "", **more: Any) -> None:
        super().__init_subclass__(**more)
        cls.table = table or cls.table

    def __post_init__(self) -> None:
        check_fields(self, self.table)


def check_fields(settings: Any, table: str) -> None:
    """A ConfigError for the first field whose value is not what its annotation says.

    Values that only have another form (a list for a tuple, 1 for 1.0) get the right one.
    """
    kind: Any = type(settings)
    for name, hint in _hints(kind).items():
        value = getattr(settings, name)
        checked = _checked(hint, value, f"{table}.{name}" if table else name)
        if checked is not value:
            object.__setattr__(settings, name, checked)


@cache
def _hints(kind: Any) -> dict[str, Any]:
    hints = typing.get_type_hints(kind, include_extras=True)
    return {field.name: hints[field.name] for field in dataclasses.fields(kind)}


def read_settings(kind: type[T], path: str | os.PathLike[str], *, table: str) -> T:
    """Read one dataclass from a TOML file that holds it as its only table."""
    return make_settings(kind, read_table(kind, path, table), prefix=table)


def read_table(kind: type[Any], path: str | os.PathLike[str], table: str) -> dict[str, Any]:
    """The settings in a file's only table, yet unchecked; an InputError if anything stands beside it."""
    values = read_toml(path)
    for name, value in values.items():
        if name != table:
            near = _nearest(name, [field.name for field in dataclasses.fields(kind)], cutoff=0.8)
            meant = f"[{table}.{near}]" if isinstance(value, dict) else f"{near} below [{table}]"
            remedy = f"Did you mean {meant if near else f'[{table}]'}?"
            raise InputError(f"all settings stand in [{table}]; found {name}", path=path, remedy=remedy)
    settings = values.get(table, {})
    if not isinstance(settings, dict):
        raise InputError(f"[{table}] must be a table", path=path)
    return settings


def _nearest(name: str, known: list[str], *, cutoff: float) -> str:
    """The known name that is most like `name`, or none."""
    return next(iter(difflib.get_close_matches(name, known, n=1, cutoff=cutoff)), "")


def make_settings(kind: type[T], values: Mapping[str, Any], *, prefix: str = "") -> T:
    """Build a settings dataclass from a mapping, checking names and types."""
    if not dataclasses.is_dataclass(kind):
        raise TypeError(f"{kind!r} is not a dataclass")
    hints = _hints(kind)
    known = [field.name for field in dataclasses.fields(kind) if field.init]
    arguments: dict[str, Any] = {}
    for name, value in values.items():
        place = f"{prefix}.{name}" if prefix else name
        if name not in known:
            near = _nearest(name, known, cutoff=0.5)
            remedy = f"Did you mean {near}?" if near else f"Known settings: {', '.join(known)}."
            raise ConfigError(place, value, "a known setting", remedy=remedy)
        arguments[name] = _checked(hints[name], value, place)
    missing = [
        field.name
        for field in dataclasses.fields(kind)
        if field.init
        and field.default is dataclasses.MISSING
        and field.default_factory is dataclasses.MISSING
        and field.name not in arguments
    ]
    if missing:
        place = f"{prefix}.{missing[0]}" if prefix else missing[0]
        raise ConfigError(place, None, "given")
    return kind(**arguments)


def _checked(hint: Any, value: Any, place: str) -> Any:
    """`value` as `hint` wants it, or a ConfigError. Handles what settings are made of."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is Annotated:
        return _limited(arguments[0], arguments[1:], value, place)
    if origin in (typing.Union, types.UnionType):
        return _one_of(arguments, value, place)
    if origin is typing.Literal:
        if isinstance(value, str) and value in arguments:
            return value
        two = len(arguments) == 2
        raise ConfigError(place, value, " or ".join(arguments) if two else f"one of {', '.join(arguments)}")
    if origin is tuple and isinstance(value, (list, tuple)):
        return _row(arguments, value, place)
    if origin is list and isinstance(value, (list, tuple)):
        return [_checked(arguments[0], each, f"{place}[{i}]") for i, each in enumerate(value)]
    if origin in (dict, Mapping) and isinstance(value, Mapping):
        made = {
            _checked(arguments[0], key, place): _checked(arguments[1], each, f"{place}.{key}")
            for key, each in value.items()
        }
        return made if origin is dict else value
    if dataclasses.is_dataclass(hint) and isinstance(value, Mapping):
        return make_settings(typing.cast(Any, hint), value, prefix=place)
    return _simple(hint, value, place)


def _limited(hint: Any, limits: tuple[Any, ...], value: Any, place: str) -> Any:
    checked = _checked(hint, value, place)
    for limit in limits:
        if isinstance(limit, Within) and not limit.allows(checked):
            note = f" ({limit.note})" if limit.note else ""
            raise ConfigError(place, value, _WORDS[hint] + limit.expected(checked) + note)
    return checked


def _one_of(options: tuple[Any, ...], value: Any, place: str) -> Any:
    errors: list[ConfigError] = []
    for option in options:
        try:
            return _checked(option, value, place)
        except ConfigError as error:
            errors.append(error)
    raise errors[0]


def _row(hints: tuple[Any, ...], values: list[Any] | tuple[Any, ...], place: str) -> Any:
    """Any number of one kind, or one of each kind."""
    if hints[-1] is Ellipsis:
        hints = (hints[0],) * len(values)
    if len(hints) != len(values):
        raise ConfigError(place, values, f"{len(hints)} values")
    pairs = zip(hints, values, strict=True)
    made = tuple(_checked(hint, each, f"{place}[{i}]") for i, (hint, each) in enumerate(pairs))
    same = isinstance(values, tuple) and all(a is b for a, b in zip(made, values, strict=True))
    return values if same else made


_WORDS = {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}


def _simple(hint: Any, value: Any, place: str) -> Any:
    if hint is Any or (hint is type(None) and value is None) or getattr(hint, "_is_protocol", False):
        return value
    if hint is int and isinstance(value, Integral) and not isinstance(value, (int, bool)):
        return int(value)
    if hint is float and isinstance(value, Real) and not isinstance(value, bool):
        try:
            number = float(value)
        except OverflowError:
            raise ConfigError(place, "a whole number of hundreds of digits", "a number") from None
        if math.isnan(number):
            raise ConfigError(place, value, "a number")
        return value if isinstance(value, float) else number
    if hint is Path and isinstance(value, (str, Path)):
        return Path(value)
    if isinstance(hint, type) and isinstance(value, hint) and (hint is bool or not isinstance(value, bool)):
        return value
    raise ConfigError(place, value, _WORDS.get(hint, str(hint)))


def to_core(target: T, settings: Any, **instead: Any) -> T:
    """`target`, a struct of the core, with every field of `settings` that can be given set by its name.

    instead: values that replace a field's or that only the core has; a None leaves what the core has.
    Enums of the core are named by their values, `grow-diag` as grow_diag. A field that the core does not know
    is an AttributeError.
    """
    values = {f.name: getattr(settings, f.name) for f in dataclasses.fields(settings) if f.init} | instead
    for name, value in values.items():
        if value is None:
            continue
        kind = type(getattr(target, name))
        setattr(target, name, kind[value.replace("-", "_")] if issubclass(kind, Enum) else value)
    return target
