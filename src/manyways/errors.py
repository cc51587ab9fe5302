"""Everything that can go wrong and that a user can mend.

    ManywaysError
    ├── UsageError        options that do not go together, or are not there
    ├── ConfigError       a setting has a value it cannot have, or does not exist
    ├── InputError        a file, or a line of it, is not what it should be
    ├── ModelError        a model lacks something, or holds what a search cannot treat
    ├── TuneError         tuning cannot give a usable result
    └── DependencyError   an optional program or package is missing

The command line prints the message and exits with status 2; anything else is our own bug and
exits with status 1. A message names the place, what was found, what was expected, and what to do.
"""

from __future__ import annotations

import os

__all__ = [
    "ManywaysError",
    "UsageError",
    "ConfigError",
    "InputError",
    "ModelError",
    "TuneError",
    "DependencyError",
]


class ManywaysError(Exception):
    """The root of the tree. `remedy`, if any, is the next step, shown on a line of its own."""

    def __init__(self, message: str, *, remedy: str = "") -> None:
        self.message = message
        self.remedy = remedy
        super().__init__(message)

    def __str__(self) -> str:
        return f"{self.message}\n    {self.remedy}" if self.remedy else self.message


class UsageError(ManywaysError):
    """What stands on the command line has no effect, or does not exist."""


class ConfigError(ManywaysError):
    """A setting has a value it cannot have."""

    def __init__(self, setting: str, value: object, expected: str, *, remedy: str = "") -> None:
        self.setting = setting
        super().__init__(f"{setting} must be {expected}; got {value!r}", remedy=remedy)


class InputError(ManywaysError):
    """A file is not what it should be. `path` and `line` (1-based) say where."""

    def __init__(
        self,
        message: str,
        *,
        path: str | os.PathLike[str] | None = None,
        line: int | None = None,
        remedy: str = "",
    ) -> None:
        self.path = None if path is None else os.fspath(path)
        self.line = line
        where = ""
        if self.path is not None:
            where = f"{self.path}, line {line}: " if line is not None else f"{self.path}: "
        elif line is not None:
            where = f"line {line}: "
        super().__init__(where + message, remedy=remedy)


class ModelError(ManywaysError):
    """A model lacks something, or holds something that the chosen search cannot treat."""


class TuneError(ManywaysError):
    """Tuning cannot give a usable result; the message says which guard spoke."""


class DependencyError(ManywaysError):
    """Something optional is not installed; `remedy` is the command that installs it."""
