"""Names of a package that are imported when they are first used, so that the package stays quick to import.

__getattr__ = lazy_names(__name__, {"Model": "manyways.model"})
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import Any

__all__ = ["lazy_names"]


def lazy_names(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """A package's `__getattr__`. homes: of each name, the module that has it."""

    def found(name: str) -> Any:
        if name in homes:
            return getattr(importlib.import_module(homes[name]), name)
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return found
