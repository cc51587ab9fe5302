"""TOML, read and written: what is read back is equal to what was written.

tables = read_toml("recipe.toml")              # an InputError says where it is wrong
text = format_toml(tables)
parse_value("0.5"), parse_value("LM0,TM0")     # values as typed on a command line
"""

from __future__ import annotations

import math
import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from manyways.errors import InputError
from manyways.reading import LARGEST_SETTINGS, decode_text, read_bytes

__all__ = ["format_toml", "parse_value", "read_toml"]


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
