"""Settings: TOML into typed, frozen dataclasses.

A setting belongs to one dataclass. Unknown keys are errors that name the nearest known key, and
values are checked against the annotation, so that a typing slip never passes in silence::

    @dataclass(frozen=True, kw_only=True)
    class BeamConfig:
        stack: int = 100

    config = read_config(BeamConfig, "recipe.toml", table="search")      # the file has [search] and no more
"""

from __future__ import annotations

import dataclasses
import difflib
import math
import os
import tomllib
import types
import typing
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

from manyways.errors import ConfigError, InputError
from manyways.reading import LARGEST_SETTINGS, decode_text, read_bytes

__all__ = ["read_toml", "read_config", "read_table", "make_config", "parse_value", "format_toml"]

T = TypeVar("T")


def read_toml(path: str | os.PathLike[str]) -> dict[str, Any]:
    """The tables of a TOML file, or an InputError that says where it is wrong."""
    text = decode_text(read_bytes(path, most=LARGEST_SETTINGS), path)
    try:
        values: dict[str, Any] = tomllib.loads(text)
        _check_numbers(values)
    except RecursionError:
        raise InputError("is not TOML as it is read here: nested too deeply", path=path) from None
    except ValueError as error:
        raise InputError(f"is not TOML: {error}", path=path) from None
    return values


def _check_numbers(value: Any) -> None:
    """A ValueError for whole numbers that TOML cannot hold."""
    if isinstance(value, (dict, list)):
        for each in value.values() if isinstance(value, dict) else value:
            _check_numbers(each)
    elif isinstance(value, int) and not -(2**63) <= value < 2**63:
        raise ValueError("a whole number does not fit into 64 bits")


def parse_value(text: str) -> Any:
    """A value as typed on a command line: TOML if it is that, a list if it has commas, else a text."""
    try:
        values = tomllib.loads(f"value = {text}")
        _check_numbers(values)
        return values["value"]
    except (ValueError, RecursionError):
        return [parse_value(each) for each in text.split(",")] if "," in text else text


def read_config(kind: type[T], path: str | os.PathLike[str], *, table: str) -> T:
    """Read one dataclass from a TOML file that holds it as its only table."""
    return make_config(kind, read_table(kind, path, table), prefix=table)


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


def make_config(kind: type[T], values: Mapping[str, Any], *, prefix: str = "") -> T:
    """Build a settings dataclass from a mapping, checking names and types."""
    if not dataclasses.is_dataclass(kind):
        raise TypeError(f"{kind!r} is not a dataclass")
    hints = typing.get_type_hints(kind)
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
    if origin in (typing.Union, types.UnionType):
        errors: list[ConfigError] = []
        for option in arguments:
            try:
                return _checked(option, value, place)
            except ConfigError as error:
                errors.append(error)
        raise errors[0]
    if origin is typing.Literal:
        if value in arguments:
            return value
        raise ConfigError(place, value, "one of " + ", ".join(map(str, arguments)))
    if origin in (list, tuple) and isinstance(value, (list, tuple)):
        item = arguments[0] if arguments else Any
        items = [_checked(item, each, f"{place}[{i}]") for i, each in enumerate(value)]
        return tuple(items) if origin is tuple else items
    if origin is dict and isinstance(value, Mapping):
        return {key: _checked(arguments[1], each, f"{place}.{key}") for key, each in value.items()}
    if dataclasses.is_dataclass(hint) and isinstance(value, Mapping):
        return make_config(typing.cast(Any, hint), value, prefix=place)
    if hint is Any or (hint is type(None) and value is None):
        return value
    if hint is float and isinstance(value, (int, float)) and not isinstance(value, bool):
        try:
            return float(value)
        except OverflowError:
            raise ConfigError(place, "a whole number of hundreds of digits", "a number") from None
    if hint is Path and isinstance(value, (str, Path)):
        return Path(value)
    if isinstance(hint, type) and isinstance(value, hint) and (hint is bool or not isinstance(value, bool)):
        return value
    name = {int: "a whole number", float: "a number", str: "a text", bool: "true or false"}.get(
        hint, str(hint)
    )
    raise ConfigError(place, value, name)


def format_toml(values: Mapping[str, Any]) -> str:
    """Write nested mappings of plain values as TOML; what read_toml gives back is equal."""
    lines: list[str] = []
    _format_table(values, "", lines)
    return "\n".join(lines).lstrip("\n") + "\n"


def _format_table(values: Mapping[str, Any], prefix: str, lines: list[str]) -> None:
    tables = {key: value for key, value in values.items() if isinstance(value, Mapping)}
    for key, value in values.items():
        if key not in tables and value is not None:
            lines.append(f"{_format_key(key)} = {_format_value(value)}")
    for key, table in tables.items():
        name = f"{prefix}{_format_key(key)}"
        lines.append(f"\n[{name}]")
        _format_table(table, name + ".", lines)


def _format_key(key: str) -> str:
    bare = key and all(c.isascii() and (c.isalnum() or c in "-_") for c in key)
    return key if bare else _format_value(key)


def _format_value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        if math.isnan(value):
            return "nan"
        if math.isinf(value):
            return "inf" if value > 0 else "-inf"
        return repr(value)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, (str, Path)):
        text = str(value).replace("\\", "\\\\").replace('"', '\\"')
        return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08X}" for c in text) + '"'
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_format_value(item) for item in value) + "]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_format_key(k)} = {_format_value(v)}" for k, v in value.items()) + "}"
    raise TypeError(f"a setting cannot hold {value!r}")
