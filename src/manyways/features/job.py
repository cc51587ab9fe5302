"""Files in, lists with features out: what `manyways features` does, below the command line.

outcome = feature_files(["a.en", "b.en"], "lists.jsonl", FeatureSettings(source="src.de"))
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

import numpy as np

from manyways.candidates import CandidateLists, read_inputs, with_source_file, write
from manyways.errors import ConfigError
from manyways.features.base import Values
from manyways.features.compute import Computation, Wanted, compute
from manyways.features.outside import Outside, OutsideSettings, ask
from manyways.features.registry import FEATURES
from manyways.features.resources import Resources, ResourceSettings
from manyways.settings import Settings, Within
from manyways.tables import Table

__all__ = ["FeatureSettings", "Featured", "add_features", "feature_files"]


@dataclass(frozen=True, kw_only=True)
class FeatureSettings(Settings, table="features"):
    """features: packs, names, files. source: a text per sentence. resources: language models and the like.

    scores: files of numbers that others gave (scores.py). commands, judges: who is asked for numbers
    (program.py, judge.py), and outside: how patiently. by_position: match sources by order. format,
    per_source: of the lists.
    """

    features: tuple[str, ...] = ("basic",)
    source: str | None = None
    resources: ResourceSettings = field(default_factory=ResourceSettings)
    scores: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    judges: tuple[str, ...] = ()
    outside: OutsideSettings = field(default_factory=OutsideSettings)
    by_position: bool = False
    format: str | None = None
    per_source: Annotated[int, Within(1)] | None = None


@dataclass(frozen=True, eq=False)
class Featured:
    """What was computed, per column: the least, mean and highest value, and the deviation within lists."""

    sentences: int
    candidates: int
    columns: Mapping[str, Sequence[float]]
    remarks: tuple[str, ...] = ()

    @staticmethod
    def of(found: Computation) -> Featured:
        lists = found.lists
        places = [lists.feature_names.index(name) for name in found.names]
        table = lists.features[:, places]
        sums = np.zeros((len(lists), len(places)))
        np.add.at(sums, lists.sentence_of, table)
        means = sums / np.maximum(lists.sizes, 1)[:, None]
        within = np.sqrt(np.mean((table - means[lists.sentence_of]) ** 2, axis=0)) if len(table) else sums[:0]
        rows = {
            name: [*(float(f(table[:, i])) for f in (np.min, np.mean, np.max)), float(within[i])]
            for i, name in enumerate(found.names if len(table) else ())
        }
        return Featured(len(lists), lists.candidate_count, rows, found.remarks)

    def tables(self) -> list[Table]:
        rows = [[name, *(f"{each:.4g}" for each in values)] for name, values in self.columns.items()]
        title = f"{self.candidates:,} candidates of {self.sentences:,} sentences"
        head = ["feature", "least", "mean", "highest", "deviation in lists"]
        return [Table(head, rows, title=title, right=True)]

    def as_json(self) -> dict[str, Any]:
        keys = ("least", "mean", "highest", "deviation")
        return {
            "sentences": self.sentences,
            "candidates": self.candidates,
            "features": {name: dict(zip(keys, values, strict=True)) for name, values in self.columns.items()},
            "remarks": list(self.remarks),
        }


def add_features(
    lists: CandidateLists, settings: FeatureSettings, *, path: str, threads: int = 0
) -> Computation:
    """The lists of a file with the features that the settings ask for."""
    wanted = Wanted.named_by(settings.features)
    if settings.source is not None:
        lists = with_source_file(lists, settings.source, path=path, by_position=settings.by_position)
    elif settings.by_position:
        raise ConfigError("--by-position", True, "used with --source")
    given = _given(lists, settings)
    if given:
        lists = lists.with_features(list(given), np.column_stack(list(given.values())))
    found = compute(lists, wanted, Resources.open(settings.resources), threads=threads)
    return replace(found, names=(*given, *found.names))


def _given(lists: CandidateLists, settings: FeatureSettings) -> dict[str, Values]:
    """The columns that come from elsewhere; a ConfigError if two have one name."""
    found: dict[str, Values] = {}
    for origin, columns in _elsewhere(lists, settings):
        for name, values in columns.items():
            if name in found or any(each.gives(name) for each in FEATURES):
                expected = "columns that are called as no other feature is"
                raise ConfigError(origin, name, f"{expected}: rename it, or the file")
            found[name] = values
    return found


def _elsewhere(lists: CandidateLists, settings: FeatureSettings) -> Iterator[tuple[str, dict[str, Values]]]:
    from manyways.features.scores import read_scores

    for path in settings.scores:
        yield f"--scores {path}", read_scores(path, lists)
    for each in _outside(settings):
        yield each.name, ask(lists, each, settings.outside)


def _outside(settings: FeatureSettings) -> list[Outside]:
    """Who is asked; what is wrong with how they are described is told here."""
    found: list[Outside] = []
    if settings.commands:
        from manyways.features.program import Program

        found += [Program(each) for each in settings.commands]
    if settings.judges:
        from manyways.features.judge import Judge

        found += [Judge.read(path) for path in settings.judges]
    return found


def feature_files(
    inputs: Sequence[str], out: str, settings: FeatureSettings, *, threads: int = 0
) -> Featured:
    """Compute features for one file of lists, or for several systems' files, and write the lists."""
    Wanted.named_by(settings.features)  # what is wrong there is said before anything is read
    _outside(settings)
    lists = read_inputs(inputs, format=settings.format, per_source=settings.per_source)
    found = add_features(lists, settings, path=inputs[0], threads=threads)
    write(found.lists, out, format="jsonl")
    return Featured.of(found)
