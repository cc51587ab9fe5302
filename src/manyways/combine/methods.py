"""The ways to combine by name, with the settings of their classes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from manyways.combine.base import Method
from manyways.combine.confusion import ConfusionSettings
from manyways.combine.frontier import FrontierSettings
from manyways.combine.fusion import FusionSettings, SelectSettings
from manyways.settings import make_settings

__all__ = ["METHODS", "MethodName", "make_method"]

MethodName = Literal["frontier", "confusion", "fusion", "select"]
METHODS: dict[str, type[Method]] = {
    "frontier": FrontierSettings,
    "confusion": ConfusionSettings,
    "fusion": FusionSettings,
    "select": SelectSettings,
}


def make_method(name: str, own: Mapping[str, Any]) -> Method:
    """The method of that name with its own settings."""
    return make_settings(METHODS[name], own, prefix=name)
