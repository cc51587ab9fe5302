"""Features for lists: which were asked for, what can be computed, and the columns.

    wanted = Wanted.named_by(["basic", "mbr:ter", path_of_a_file_of_features])
    computed = compute(lists, wanted, Resources.open(settings))
    computed.lists, computed.names, computed.remarks

The columns are added to those that the lists have, which stay; one of the same name is replaced. They are
kept with the lists (JSON Lines holds every digit), so that tuning and choosing only read them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np

from manyways.candidates import CandidateLists
from manyways.errors import ConfigError, InputError
from manyways.features.base import Columns, Feature, Need, Values
from manyways.features.own import fault_of, read_features
from manyways.features.registry import FEATURES, PACKS, find
from manyways.features.resources import Resources
from manyways.features.rich.pack import PARTS
from manyways.progress import Progress

__all__ = ["Computation", "Wanted", "compute", "values_of"]

_GIVEN: tuple[Need, ...] = ("lm", "align", "negations", "glossary", *PARTS)
_MISSING: dict[Need, str] = {
    "source": "no source texts",
    "scores": "no scores",
    "order": "no order: each candidate is another system's",
    "systems": "candidates of one system only",
    "word scores": "no scores of words",
    "lm": "no language model",
    "align": "no aligner",
    "negations": "no model of two languages whose negations are known",
    "glossary": "no glossary",
    **{part: f"no pack with {part}" for part in PARTS},
}
_REMEDY: dict[Need, str] = {
    "source": "--source FILE",
    "lm": "--lm FILE",
    "align": "--align MODEL",
    "negations": "--align MODEL, a directory that manyways train made",
    "glossary": "--glossary FILE",
    **dict.fromkeys(PARTS, "--pack PACK, made by manyways rerank prepare"),
}


@dataclass(frozen=True)
class Wanted:
    """features: those of packs and of own files, computed where they can be. named: single columns, which
    must be. own: the features of the user's files."""

    features: tuple[Feature, ...] = ()
    named: tuple[str, ...] = ()
    own: tuple[Feature, ...] = ()

    @staticmethod
    def named_by(words: Iterable[str]) -> Wanted:
        """What `--features` says: `basic`, `all`, names of columns, files that end in .py; commas between."""
        features: dict[Feature, None] = {}
        named: dict[str, None] = {}
        own: list[Feature] = []
        for word in ",".join(words).split(","):
            if word in PACKS:
                features |= dict.fromkeys(each for each in FEATURES if each.pack in PACKS[word])
            elif word.endswith(".py"):
                read = read_features(word, (*FEATURES, *own))
                features |= dict.fromkeys(read)
                own += read
            else:
                named[word] = None
        for name in named:
            find(name, (*FEATURES, *own))
        if not features and not named:
            raise ConfigError("--features", "", "basic, all, names of features, or a file that ends in .py")
        return Wanted(tuple(features), tuple(named), tuple(own))

    @staticmethod
    def columns(names: Iterable[str]) -> Wanted:
        """Single columns by their names, as weights have them."""
        return Wanted(named=tuple(names))


@dataclass(frozen=True, eq=False)
class Computation:
    """lists: with the new columns. names: of these. metrics: their kin. remarks: what was left out."""

    lists: CandidateLists
    names: tuple[str, ...]
    metrics: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


def compute(
    lists: CandidateLists, wanted: Wanted, resources: Resources | None = None, *, threads: int = 0
) -> Computation:
    """The lists with the features that are wanted."""
    columns = Columns(replace(lists, references=None), resources, threads=threads, named=wanted.named)
    chosen, remarks = _possible(columns, wanted)
    found: dict[str, Values] = {}
    with Progress("features", total=len(chosen), unit="features") as progress:
        for each, names in chosen.items():
            values = values_of(each, columns)
            found |= {name: values[name] for name in names if name in values} if names else values
            for name in set(names) - set(values):  # of a system or a model that is not there
                found[name] = _absent(name, each, columns)
            progress.advance(1)
    metrics = dict.fromkeys(metric for each in chosen for metric in each.metrics)
    if not found:
        raise InputError("no feature can be computed for these lists", remedy="; ".join(remarks))
    table = np.column_stack(list(found.values())) if lists.candidate_count else np.zeros((0, len(found)))
    return Computation(lists.with_features(list(found), table), tuple(found), tuple(metrics), tuple(remarks))


def values_of(feature: Feature, columns: Columns) -> dict[str, Values]:
    """The columns of one feature by name, checked; an InputError with the place of a faulty function."""
    own = feature.pack == "own"
    try:
        found = feature(columns)
    except Exception as error:
        if not own:
            raise
        raise fault_of(error, feature.path) from None
    path, line = (feature.path, feature.line) if own else (None, None)
    count = columns.lists.candidate_count
    try:
        table = _by_name(feature, found, count)
    except (TypeError, ValueError) as error:
        raise InputError(f"{feature.names[0]}: {error}", path=path, line=line) from None
    for name, values in table.items():
        bad = np.flatnonzero(~np.isfinite(values))
        if len(bad):
            sentence = columns.lists.ids[int(columns.lists.sentence_of[bad[0]])]
            said = f"{name} is {values[bad[0]]} for a candidate of sentence {sentence!r}: it must be finite"
            raise InputError(said, path=path, line=line)
    return table


def _by_name(feature: Feature, found: object, count: int) -> dict[str, Values]:
    if isinstance(found, Mapping):
        wrong = [name for name in found if not isinstance(name, str) or not feature.gives(name)]
        if wrong:
            raise ValueError(f"gives a column {wrong[0]!r}, but is declared as {', '.join(feature.names)}")
        return {name: _column(values, count, f"{name} ") for name, values in found.items()}
    if any(name.endswith("*") for name in feature.names):
        raise TypeError(f"must give columns by name, a dict; it gave {type(found).__name__}")
    if len(feature.names) == 1:
        return {feature.names[0]: _column(found, count)}
    table = _numbers(found)
    if table.shape != (count, len(feature.names)):
        raise ValueError(
            f"must give a table of {count} x {len(feature.names)} numbers; it gave one of "
            f"{' x '.join(map(str, table.shape)) or 'no'} numbers"
        )
    return {name: np.ascontiguousarray(table[:, i]) for i, name in enumerate(feature.names)}


def _column(values: object, count: int, which: str = "") -> Values:
    column = _numbers(values)
    if column.shape != (count,):
        shape = " x ".join(map(str, column.shape)) or "a single number"
        raise ValueError(f"{which}must be {count} numbers, one per candidate; got {shape}")
    return column


def _numbers(values: object) -> Values:
    try:
        return np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise TypeError(f"must give numbers; it gave {str(values)[:80]!r}") from None


def _possible(columns: Columns, wanted: Wanted) -> tuple[dict[Feature, tuple[str, ...]], list[str]]:
    """Features to compute, each with the names of the columns to keep (none: all); and what was left out."""
    chosen: dict[Feature, tuple[str, ...]] = {}
    left: dict[Need, list[str]] = {}
    for each in wanted.features:
        lacks = [need for need in each.needs if not columns.has(need)]
        if not lacks:
            chosen[each] = ()
        elif lacks[0] not in _GIVEN:
            left.setdefault(lacks[0], []).extend(name.removesuffix(":*") for name in each.names)
    for name in wanted.named:
        each = find(name, (*FEATURES, *wanted.own))
        for need in each.needs:
            if not columns.has(need) and need != "systems":
                remedy = f"Give it: {_REMEDY[need]}" if need in _REMEDY else "Leave the feature out."
                raise InputError(f"{name} cannot be computed: {_MISSING[need]}", remedy=remedy)
        if each not in chosen or chosen[each]:
            kept = _columns_of(each, name)
            chosen[each] = (*chosen.get(each, ()), *kept)
    return chosen, [f"{_MISSING[need]}, so left out: {', '.join(names)}" for need, names in left.items()]


def _columns_of(feature: Feature, name: str) -> tuple[str, ...]:
    """`lm` or `system` alone are all of their columns."""
    return () if f"{name}:*" in feature.names else (name,)


def _absent(name: str, feature: Feature, columns: Columns) -> Values:
    """A column that weights name and these lists do not have: 0 for a system that took no part."""
    if name.startswith("system:"):
        return np.zeros(columns.lists.candidate_count)
    raise InputError(
        f"there is no column {name}; {feature.names[0]} has others here",
        remedy="Give the same files, by the same names, as where the name comes from.",
    )
