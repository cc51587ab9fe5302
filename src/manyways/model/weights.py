"""Named weights: what a model believes of its features.

A feature has one value or several (`TranslationModel0` has four); so has its weight. A component of a
feature with several has the feature's name and its number, `TranslationModel0[0]`, which is also the name of
its column in a candidate list. Weights are values: changing some gives a new object::

    weights = Weights.read("weights.toml")
    weights["LM0"]                                # (0.5,)
    weights.vector(lists.feature_names)           # float64, in the order of the columns
    weights.replaced(names, vector).write("tuned.toml")
"""

from __future__ import annotations

import json
import math
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from numbers import Real
from pathlib import Path

import numpy as np
import numpy.typing as npt

from manyways.errors import InputError, ModelError
from manyways.files import atomic_write, read_lines
from manyways.reading import read_json
from manyways.toml import format_toml, read_toml

__all__ = ["Weights", "component_names", "is_feature_name"]


_COMPONENT = re.compile(r"(.+)\[\d+\]")
_FEATURE = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,63}")


def is_feature_name(name: str) -> bool:
    """Whether a model can have a feature with this name; it becomes the name of files and of columns."""
    return _FEATURE.fullmatch(name) is not None


def component_names(feature: str, size: int) -> tuple[str, ...]:
    """The names of a feature's components: the feature's own if it has one."""
    return (feature,) if size == 1 else tuple(f"{feature}[{i}]" for i in range(size))


class Weights(Mapping[str, tuple[float, ...]]):
    """A mapping from the name of a feature to its weights; immutable."""

    def __init__(self, values: Mapping[str, float | Sequence[float]]) -> None:
        self._values: dict[str, tuple[float, ...]] = {}
        for name, value in values.items():
            numbers = tuple(value) if isinstance(value, Iterable) else (value,)
            if not numbers or not all(map(_is_finite, numbers)):
                raise ModelError(f"the weight of {name} must be finite numbers; got {str(value)[:80]}")
            self._values[name] = tuple(float(number) for number in numbers)

    def __getitem__(self, name: str) -> tuple[float, ...]:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"Weights({self.plain()!r})"

    def plain(self) -> dict[str, float | list[float]]:
        """Numbers and lists of numbers, as JSON and TOML have them."""
        return {name: value[0] if len(value) == 1 else list(value) for name, value in self.items()}

    def components(self) -> dict[str, float]:
        """Every single weight by its own name, in order."""
        return {
            component: number
            for name, value in self.items()
            for component, number in zip(component_names(name, len(value)), value, strict=True)
        }

    def vector(self, names: Sequence[str]) -> npt.NDArray[np.float64]:
        """The weights of these components, in this order; a ModelError names what is missing."""
        known = self.components()
        missing = [name for name in names if name not in known]
        if missing:
            raise ModelError(
                f"no weight for {', '.join(missing[:5])}; there are weights for {', '.join(list(known)[:20])}"
            )
        return np.array([known[name] for name in names], dtype=np.float64)

    @staticmethod
    def from_components(names: Sequence[str], vector: npt.ArrayLike) -> Weights:
        """Put components `F[0], F[1], ...` together again into features, in whatever order they come.

        Components of which some are missing stay on their own, under their own names.
        """
        numbers = dict(zip(names, np.asarray(vector, dtype=float).tolist(), strict=True))
        sizes = Counter(match[1] for name in numbers if (match := _COMPONENT.fullmatch(name)))
        grouped: dict[str, float | list[float]] = {}
        for name, number in numbers.items():
            match = _COMPONENT.fullmatch(name)
            feature = match[1] if match else name
            whole = component_names(feature, sizes[feature])
            if match and feature not in numbers and all(each in numbers for each in whole):
                grouped[feature] = [numbers[each] for each in whole]
            else:
                grouped[name] = number
        return Weights(grouped)

    def replaced(self, names: Sequence[str], vector: npt.ArrayLike) -> Weights:
        """The same weights but for these components."""
        changed = self.components() | dict(zip(names, np.asarray(vector, dtype=float).tolist(), strict=True))
        return Weights.from_components(list(changed), list(changed.values()))

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write TOML, JSON (suffix .json) or Moses's form (suffix .ini)."""
        suffix = Path(path).suffix
        with atomic_write(path) as out:
            if suffix == ".json":
                json.dump({"weights": self.plain()}, out, indent=1)
                out.write("\n")
            elif suffix == ".ini":
                out.write(self.moses_section())
            else:
                out.write(format_toml({"weights": self.plain()}))

    def moses_section(self) -> str:
        lines = (f"{name}= {' '.join(map(repr, value))}" for name, value in self.items())
        return "[weight]\n" + "\n".join(lines) + "\n"

    @staticmethod
    def read(path: str | os.PathLike[str]) -> Weights:
        """Read TOML, JSON or the [weight] section of a moses.ini, by suffix."""
        suffix = Path(path).suffix
        if suffix == ".ini":
            return Weights.read_moses(path)
        if suffix == ".json":
            values = read_json(path)
        else:
            values = read_toml(path)
        table = values.get("weights", values) if isinstance(values, dict) else None
        if not isinstance(table, dict) or not table or not all(map(_is_weight, table.values())):
            raise InputError("must hold a table of weights: a number or a list of numbers each", path=path)
        return Weights(table)

    @staticmethod
    def read_moses(path: str | os.PathLike[str]) -> Weights:
        values: dict[str, list[float]] = {}
        inside = False
        for number, line in enumerate(read_lines(path), start=1):
            text = re.split(r"(?:^|\s)#", line)[0].strip()
            if text.startswith("[") and "=" not in text:
                inside = text == "[weight]"
            elif inside and text:
                name, _, numbers = text.rpartition("=")
                try:
                    found = [float(item) for item in numbers.split()]
                except ValueError:
                    found = []
                if not found or not all(map(math.isfinite, found)):
                    raise InputError(
                        f"expected `Name= number ...`; found {text[:200]!r}", path=path, line=number
                    )
                if name.strip() in values:
                    raise InputError(f"{name.strip()} has weights already", path=path, line=number)
                values[name.strip()] = found
        if not values:
            raise InputError("has no [weight] section", path=path)
        return Weights(values)


def _is_finite(value: object) -> bool:
    try:
        return isinstance(value, Real) and not isinstance(value, bool) and math.isfinite(value)
    except OverflowError:  # a whole number that no double reaches
        return False


def _is_weight(value: object) -> bool:
    if isinstance(value, list):
        return bool(value) and all(_is_weight(item) and not isinstance(item, list) for item in value)
    return isinstance(value, (int, float)) and not isinstance(value, bool)
