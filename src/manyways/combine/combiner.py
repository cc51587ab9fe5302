"""A combiner: a method with its weights, what it knows of words, how inputs vote, perhaps a gate.

    combiner = Combiner.train(lists, references=["ref.en"...]).combiner     # or lists that have references
    found = combiner.apply(other)
    found.texts(), found.words(17)
    combiner.write("combiner.toml"); Combiner.read("combiner.toml")

The file is sealed TOML. Files that it needs (language models, classes, synonyms) are named in it, with their
length and hash: another file under the same name is refused.
"""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from manyways.candidates import CandidateLists
from manyways.combine.base import Method
from manyways.combine.found import Combination
from manyways.combine.gate import Gate
from manyways.combine.methods import METHODS, make_method
from manyways.combine.votes import VoteSettings, votes_of
from manyways.combine.words import Material, Prepared, WordSettings
from manyways.errors import InputError
from manyways.files import atomic_write, content_hash
from manyways.model.weights import Weights
from manyways.seal import check_seal, sealed_toml
from manyways.settings import make_settings
from manyways.toml import format_toml, read_toml

if TYPE_CHECKING:
    from manyways.combine.training import CombineSettings, Trained

__all__ = ["Combiner"]

_FORMAT = 1
_REMEDY = "Train it again: manyways combine train"


@dataclass(frozen=True, eq=False)
class Combiner:
    """method: how, with its settings. weights: of its features. words: what is known of words. votes: of
    inputs.

    gate: where not to combine, if that was learned. about: who learned it and how, for people.
    """

    method: Method
    weights: Weights
    words: WordSettings = field(default_factory=WordSettings)
    votes: VoteSettings = field(default_factory=VoteSettings)
    gate: Gate | None = None
    about: Mapping[str, str | float | int] = field(default_factory=dict)

    @staticmethod
    def train(
        lists: CandidateLists,
        references: Sequence[Sequence[str]] | None = None,
        settings: CombineSettings | None = None,
        *,
        threads: int = 0,
    ) -> Trained:
        """Weights, and perhaps a gate, from lists with references; see manyways.combine.training."""
        from manyways.combine.training import train_combiner

        given = lists if references is None else lists.with_references(*references)
        return train_combiner(given, settings, threads=threads)

    @cached_property
    def material(self) -> Material:
        return Material.open(self.words)

    def prepare(self, lists: CandidateLists, *, threads: int = 0) -> Prepared:
        check_inputs(lists)
        return self.material.prepare(lists, votes_of(lists, self.votes, threads=threads), threads=threads)

    def apply(
        self, lists: CandidateLists, *, size: int = 1, gate: bool = True, threads: int = 0
    ) -> Combination:
        """Up to `size` new sentences for each list, best first; a list without words has none.

        gate: ask it, if there is one.
        """
        prepared = self.prepare(lists, threads=threads)
        found = self.method.search(prepared, self.weights, size=size, threads=threads)
        return found if self.gate is None or not gate else _gated(found, prepared, self.gate, threads)

    # The file -----------------------------------------------------------------------------------------

    def write(self, path: str | os.PathLike[str]) -> None:
        files = {
            name: {"bytes": Path(name).stat().st_size, "hash": content_hash(name)}
            for name in _files(self.words)
        }
        tables: dict[str, Any] = {
            "combine": {"format": _FORMAT, "method": self.method.kind, **self.about},
            self.method.kind: _plain(self.method),
            "words": _plain(self.words),
            "votes": _plain(self.votes),
            "weights": self.weights.plain(),
        }
        if files:
            tables["files"] = files
        if self.gate is not None:
            tables["gate"] = self.gate.plain()
        with atomic_write(path) as out:
            out.write(sealed_toml(format_toml(tables)))

    @staticmethod
    def read(path: str | os.PathLike[str]) -> Combiner:
        """What `write` wrote; an InputError for anything else, and for files that are not as they were."""
        name = os.fspath(path)
        table = read_toml(path)
        about = table.get("combine")
        if not isinstance(about, dict):
            raise InputError("is no combiner", path=path, remedy="Make one: manyways combine train")
        check_seal(path, remedy=_REMEDY)
        if about.get("format") != _FORMAT or str(about.get("method")) not in METHODS:
            found = f"is a combiner of format {about.get('format')!r}, and this version reads {_FORMAT}"
            raise InputError(found, path=path, remedy=_REMEDY)
        kind = str(about["method"])
        parts = {key: _table(table, key, name) for key in (kind, "words", "votes", "weights")}
        words = make_settings(WordSettings, parts["words"], prefix="words")
        _check_files(words, _table(table, "files", name, needed=False), name)
        rest = {key: each for key, each in about.items() if key not in ("format", "method")}
        if not all(isinstance(each, (str, int, float)) for each in rest.values()):
            raise InputError("[combine] is not as `manyways combine train` writes it", path=path)
        gate = _table(table, "gate", name, needed=False)
        return Combiner(
            make_method(kind, parts[kind]),
            Weights(parts["weights"]),
            words,
            make_settings(VoteSettings, parts["votes"], prefix="votes"),
            Gate.of(gate, name) if gate else None,
            rest,
        )


def check_inputs(lists: CandidateLists) -> None:
    """An InputError where there is nothing to combine."""
    path = None if lists.origin is None else lists.origin.path
    if len(lists) and int(lists.sizes.max(initial=0)) < 2:
        raise InputError(
            "every list has one candidate: there is nothing to combine",
            path=path,
            remedy="Give 2 to 60 inputs: several systems' files, or lists of several candidates.",
        )


def _gated(found: Combination, prepared: Prepared, gate: Gate, threads: int) -> Combination:
    """With the plain choice alone in every list whose gate is closed."""
    rows, keeps = gate.keeps(prepared.lists, threads=threads)
    plain = np.full(len(prepared.lists), -1, np.int64)
    plain[prepared.lists.sizes > 0] = rows
    spoken = np.append(np.diff(prepared.offsets) > 0, False)[plain]  # -1 is the last: none
    return found.with_plain(prepared, plain, keeps & spoken)


def _plain(settings: Any) -> dict[str, Any]:
    values = {each.name: getattr(settings, each.name) for each in dataclasses.fields(settings) if each.init}
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in values.items()
        if value is not None
    }


def _files(words: WordSettings) -> list[str]:
    return [name for name in (*words.models, words.synonyms, words.clusters) if name is not None]


def _check_files(words: WordSettings, known: Mapping[str, Any], path: str) -> None:
    for name in _files(words):
        entry = known.get(name)
        if not isinstance(entry, dict):
            raise InputError(f"says nothing of the file {name}, which it needs", path=path, remedy=_REMEDY)
        if content_hash(name) != entry.get("hash"):
            found = f"is not the file that {path} was trained with"
            raise InputError(found, path=name, remedy=_REMEDY)


def _table(tables: Mapping[str, Any], name: str, path: str, *, needed: bool = True) -> dict[str, Any]:
    found = tables.get(name, {})
    if not isinstance(found, dict) or (needed and name not in tables):
        raise InputError(f"[{name}] must be a table", path=path, remedy=_REMEDY)
    return found
