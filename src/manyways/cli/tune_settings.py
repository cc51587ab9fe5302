"""Settings of a tuner from the command line: `--set restarts=300 positive=LM0,TranslationModel0[2]`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from manyways.config import make_config, parse_value
from manyways.errors import ConfigError
from manyways.tune import TUNERS, Tuner

__all__ = ["make_tuner", "read_settings"]


def read_settings(given: Sequence[str]) -> dict[str, Any]:
    """Names and values of `NAME=VALUE`; a value is a number, true, false, a text, or several with commas."""
    values: dict[str, Any] = {}
    for each in given:
        name, equals, value = each.partition("=")
        if not equals or not name:
            raise ConfigError("--set", each, "NAME=VALUE, e.g. restarts=40")
        values[name] = parse_value(value)
    return values


def make_tuner(name: str, values: Mapping[str, Any]) -> Tuner:
    """The tuner of that name with these settings; one value is enough where several may stand."""
    kind = TUNERS[name]
    defaults = vars(kind())
    several = {key for key, value in defaults.items() if isinstance(value, tuple)}
    for key, value in values.items():
        if key == "name" or not isinstance(defaults.get(key, 0), (int, float, str, tuple)):
            raise ConfigError(f"{name}.{key}", value, "set in Python")
    whole = {
        key: [value] if key in several and not isinstance(value, list) else value
        for key, value in values.items()
    }
    return make_config(kind, whole, prefix=name)
