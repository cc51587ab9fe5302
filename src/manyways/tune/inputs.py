"""Lists to tune on, from files: with references, and with features where they came without.

read = read_tuning_lists(["a.en", "b.en"], ["ref.en"], TuneInputSettings(features=("basic",)))
read.lists, read.metrics, read.remarks
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from manyways.candidates import CandidateLists, ReferenceFile, read_inputs, with_reference_files
from manyways.errors import ConfigError, InputError
from manyways.features import FeatureSettings
from manyways.features.job import add_features
from manyways.settings import Settings

__all__ = ["TuneInputSettings", "TuningLists", "read_tuning_lists"]


@dataclass(frozen=True, kw_only=True)
class TuneInputSettings(Settings, table="tune"):
    """features: to be computed first: packs, names, files. source: what they may need. by_position: match
    references and sources by order."""

    features: tuple[str, ...] = ()
    source: str | None = None
    by_position: bool = False


@dataclass(frozen=True, eq=False)
class TuningLists:
    """lists: with references. metrics: what computed features are kin to. remarks: what was left out."""

    lists: CandidateLists
    metrics: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()


def read_tuning_lists(
    paths: Sequence[str],
    references: Sequence[str],
    inputs: TuneInputSettings | None = None,
    *,
    threads: int = 0,
) -> TuningLists:
    """One file of lists, or several systems' files; references: matched by id, or else those in the lists."""
    given = inputs or TuneInputSettings()
    lists = read_inputs(paths)
    if references:
        files = ReferenceFile.read_all(references)
        lists = with_reference_files(lists, files, path=paths[0], by_position=given.by_position)
    elif not lists.references:
        remedy = "Give them: --references FILE [FILE ...]"
        raise InputError("has no references in it", path=paths[0], remedy=remedy)
    elif given.by_position and given.source is None:
        raise ConfigError("--by-position", paths[0], "used with --references or --source")
    if not given.features:
        return TuningLists(lists)
    by_position = given.by_position and given.source is not None
    wanted = FeatureSettings(features=given.features, source=given.source, by_position=by_position)
    found = add_features(lists, wanted, path=paths[0], threads=threads)
    return TuningLists(found.lists, found.metrics, found.remarks)
