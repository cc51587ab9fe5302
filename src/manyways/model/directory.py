"""The trained system on disk: a directory with `model.toml` and memory-mapped files.

    model = Model.open("models/de-en")
    model.weights["LM0"]
    model.path("table")                    # models/de-en/phrases.bin

`model.toml` names the kind of model, its files with their sizes and hashes, the weights, the settings of the
search, and the whole text pipeline of both sides, so that `translate` does to its input exactly what training
did to its corpus. It is sealed (`manyways.seal`), and its files are compared with it at opening: plain files
whole, binaries by their length and header, which vouches for their blocks.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

import manyways
from manyways.errors import ConfigError, InputError, ManywaysError, ModelError
from manyways.files import (
    atomic_write,
    content_hash,
    link_file,
    lock_directory,
    make_directory,
    remove_partials,
)
from manyways.inside import file_inside, is_version
from manyways.model.versions import free_name, remove_others
from manyways.model.weights import Weights, is_feature_name
from manyways.run import Manifest
from manyways.seal import check_seal, is_sealed, sealed_toml
from manyways.settings import Settings, Within, make_settings
from manyways.toml import format_toml, read_toml
from manyways.wording import counted

__all__ = ["FILE_NAME", "FileKind", "Model", "ModelFile", "Piece", "SearchSettings", "default_weights"]

FILE_NAME = "model.toml"
FORMAT = 2
CLASSES = ".classes"  # behind the name of a language model of word classes
FileKind = Literal[
    "table", "rules", "lm", "classes", "truecaser", "phrase weights", "glossary", "words", "letters"
]
_ROLES = {
    "truecaser": r"truecase\.(source|target)",
    "words": r"words\.source",
    "letters": r"letters\.source",
    "phrase weights": "phrase-weights",
}
_NAMES = {
    "table": "phrases.bin",
    "rules": "rules.bin",
    "phrase weights": "phrase-weights.tsv",
    "glossary": "glossary.tsv",
}
_HEAD = 128  # bytes of a binary's header, which holds checksums of all the rest
_AGAIN = "Copy the model again, or train it again."
_BY_HAND = "Copy the model again. Do not change weights in this file: give your own with --weights F.toml"


@dataclass(frozen=True, kw_only=True)
class ModelFile:
    """A file of the model: what it is, where (relative to the directory), how long, its SHA-256.

    head: the SHA-256 of a binary's header; empty for plain files.
    """

    kind: FileKind
    path: str
    bytes: int
    sha256: str
    head: str = ""

    @property
    def is_binary(self) -> bool:
        """Whether the file is mapped, and its header vouches for its blocks."""
        return self.kind in ("table", "rules", "lm")


class Piece(NamedTuple):
    """A file that is to be part of a model: where it lies now, and what it is."""

    path: Path
    entry: ModelFile

    @staticmethod
    def of(path: str | os.PathLike[str], kind: FileKind, *, sha256: str = "") -> Piece:
        """Read the file whole, unless its SHA-256 is known."""
        where = Path(path)
        sha256 = sha256 or content_hash(where)
        entry = ModelFile(kind=kind, path=where.name, bytes=where.stat().st_size, sha256=sha256)
        return Piece(where, replace(entry, head=_head_of(where)) if entry.is_binary else entry)


@dataclass(frozen=True, kw_only=True)
class SearchSettings(Settings, table="search"):
    """What belongs to the model and not to one search of it.

    distortion_limit: the longest jump, -1 for none.
    space: `gap` is Moses's reordering space, `free` has no gap constraint.
    table_limit: translations per source phrase, the best by weighted score; 0 keeps all.
    span_limit: source words that one rule of a hierarchical model may cover, gaps included.
    """

    distortion_limit: Annotated[int, Within(-1, note="-1: no limit")] = 6
    space: Literal["gap", "free"] = "gap"
    table_limit: Annotated[int, Within(0, note="0: all")] = 20
    span_limit: Annotated[int, Within(1)] = 20


@dataclass(frozen=True, kw_only=True)
class Model:
    """What `model.toml` says. `files` maps a role (`table`, `rules`, `LM0`, ...) to a file."""

    directory: Path
    kind: Literal["phrase", "hierarchical"]
    files: Mapping[str, ModelFile] = field(default_factory=dict)
    weights: Weights
    search: SearchSettings = field(default_factory=SearchSettings)
    source: Mapping[str, Any] = field(default_factory=dict)
    target: Mapping[str, Any] = field(default_factory=dict)
    provenance: Mapping[str, Any] = field(default_factory=dict)

    @staticmethod
    def is_at(directory: str | os.PathLike[str]) -> bool:
        """Whether the directory has a `model.toml`, good or bad."""
        return file_inside(directory, FILE_NAME).is_file()

    @staticmethod
    def open(directory: str | os.PathLike[str]) -> Model:
        """Read `model.toml` and compare the files with it, as far as that is quick."""
        model = Model.read(directory)
        claim = model.toml
        for entry in model.files.values():
            _compare(model, entry, claim)
        return model

    @staticmethod
    def read(directory: str | os.PathLike[str]) -> Model:
        """Read `model.toml` alone."""
        root = Path(directory)
        path = file_inside(root, FILE_NAME)
        if not path.is_file():
            raise InputError(
                f"is not a model: it has no {FILE_NAME}",
                path=root,
                remedy="Make one: manyways train --source F --target F --out MODEL",
            )
        values = _read_sealed(path)
        try:
            return _made(root, values)
        except InputError:
            raise
        except (ManywaysError, AttributeError, TypeError, RecursionError) as error:
            raise InputError(str(error), path=path) from None

    @property
    def toml(self) -> Path:
        """Where all this is written."""
        return file_inside(self.directory, FILE_NAME)

    def path(self, role: str) -> Path:
        """Where the file with this role is; a ModelError if the model has none."""
        if role not in self.files:
            raise ModelError(f"{self.directory} has no {role}; it has {', '.join(self.files)}")
        return file_inside(self.directory, self.files[role].path, by=self.directory / FILE_NAME)

    def of_kind(self, kind: FileKind) -> dict[str, Path]:
        """Role to file, in the order of the model."""
        return {role: self.path(role) for role, entry in self.files.items() if entry.kind == kind}

    @property
    def language_models(self) -> dict[str, Path]:
        """Feature name to file, in the order of the model."""
        return self.of_kind("lm")

    @property
    def word_classes(self) -> dict[str, Path]:
        """For language models of word classes: feature name to the file with the class of each word."""
        return {role.removesuffix(CLASSES): path for role, path in self.of_kind("classes").items()}

    def published(self, pieces: Mapping[str, Piece]) -> Model:
        """Make this model, with these files by role, that of its directory; the caller holds its lock.

        A model that is there already stays whole until `model.toml` is replaced, and only then loses its
        files: whoever is killed on the way leaves the one or the other. Files elsewhere are linked where
        possible.
        """
        root = self.directory
        old = Model.read(root).files if Model.is_at(root) else {}
        keep = set(Manifest.read(root).outputs)
        files: dict[str, ModelFile] = {}
        used = {entry.path: entry.sha256 for entry in old.values()}
        for role, piece in pieces.items():
            _check_role(role, piece.entry.kind)
            if piece.path.parent == root:
                name = piece.path.name
            else:
                name = free_name(_base_name(role, piece.entry.kind), piece.entry.sha256, used)
                link_file(piece.path, file_inside(root, name))
            used[name] = piece.entry.sha256
            files[role] = replace(piece.entry, path=name)
        model = replace(self, files=files)
        with atomic_write(file_inside(root, FILE_NAME)) as out:
            out.write(sealed_toml(format_toml(model._values())))
        bases = {_base_name(role, entry.kind) for role, entry in {**old, **files}.items()}
        remove_others(root, bases, keep=keep | {entry.path for entry in files.values()})
        return model

    def copied(
        self,
        directory: str | os.PathLike[str],
        weights: Weights,
        *,
        added: Mapping[str, Piece] | None = None,
        without: Collection[str] = (),
        **provenance: Any,
    ) -> Model:
        """The same model with other weights, in a new directory; big files are linked where possible.

        added: role to file, for what the new model has and this one does not, or has otherwise.
        without: roles that it does not have.
        """
        root = make_directory(directory)
        pieces = {role: Piece(self.path(role), entry) for role, entry in self.files.items()}
        pieces = {role: piece for role, piece in pieces.items() if role not in without}
        model = replace(self, directory=root, weights=weights, provenance={**self.provenance, **provenance})
        with lock_directory(root):
            remove_partials(root)
            return model.published(pieces | dict(added or {}))

    def is_own(self, name: str) -> bool:
        """Whether a name in the directory is one that files of this model have, or had before it."""
        bases = (_base_name(role, entry.kind) for role, entry in self.files.items())
        return any(is_version(name, base) for base in bases)

    def _values(self) -> dict[str, Any]:
        files = {role: asdict(entry) for role, entry in self.files.items()}
        return {
            "format": FORMAT,
            "manyways": manyways.__version__,
            "kind": self.kind,
            "search": asdict(self.search),
            "weights": self.weights.plain(),
            "files": {role: {k: v for k, v in entry.items() if v != ""} for role, entry in files.items()},
            "text": {"source": dict(self.source), "target": dict(self.target)},
            "provenance": dict(self.provenance),
        }


def default_weights(kind: str = "phrase", *, reordering: bool = True) -> Weights:
    """Where tuning starts: the values that Moses's training script writes, but for glue.

    Moses gives glue 1, and a model that is not tuned then glues word by word: see hierarchical.md of
    benchmarks/results.
    """
    values: dict[str, float | list[float]] = {"UnknownWordPenalty0": 1.0, "WordPenalty0": -1.0}
    values |= {"PhrasePenalty0": 0.2, "TranslationModel0": [0.2] * 4}
    if kind == "hierarchical":
        return Weights({**values, "TranslationModel1": 0.0, "LM0": 0.5})
    if reordering:
        values["LexicalReordering0"] = [0.3] * 6
    return Weights({**values, "Distortion0": 0.3, "LM0": 0.5})


def _read_sealed(path: Path) -> dict[str, Any]:
    if is_sealed(path):
        check_seal(path, remedy=_BY_HAND)
    values = read_toml(path)
    found = values.get("format")
    if found != FORMAT:
        raise InputError(
            f"was written by format {str(found)[:20]} and this version reads format {FORMAT}.",
            path=path,
            remedy="Train the model again with this version, in a new directory.",
        )
    check_seal(path, remedy=_BY_HAND)
    return values


def _made(root: Path, values: Mapping[str, Any]) -> Model:
    kind = values.get("kind")
    if kind not in ("phrase", "hierarchical"):
        raise ModelError(f"kind must be phrase or hierarchical; got {kind!r}")
    files = {role: make_settings(ModelFile, entry) for role, entry in _table(values, "files").items()}
    for role, entry in files.items():
        _check_role(role, entry.kind)
    text, provenance = _table(values, "text"), _table(values, "provenance")
    format_toml({"text": text, "provenance": provenance})  # what cannot be written again is refused now
    return Model(
        directory=root,
        kind=kind,
        files=files,
        weights=Weights(_table(values, "weights")),
        search=make_settings(SearchSettings, _table(values, "search"), prefix="search"),
        source=_table(text, "source"),
        target=_table(text, "target"),
        provenance=provenance,
    )


def _table(values: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = values.get(name, {})
    if not isinstance(found, Mapping):
        raise ConfigError(name, found, "a table")
    return found


def _compare(model: Model, entry: ModelFile, claim: Path) -> None:
    """An InputError if the file is not what was recorded: plain ones whole, binaries by their header."""
    path = file_inside(model.directory, entry.path, by=claim)
    try:
        found = path.stat().st_size
        if found != entry.bytes:
            raise InputError(
                f"has {counted(found, 'bytes')}; {FILE_NAME} recorded {entry.bytes}", path=path, remedy=_AGAIN
            )
        same = _head_of(path) == entry.head if entry.is_binary else content_hash(path) == entry.sha256
    except OSError as error:
        raise InputError(
            f"cannot be read: {error.strerror}", path=path, remedy=f"{claim} names it."
        ) from None
    if not same:
        raise InputError(f"is not what {FILE_NAME} recorded", path=path, remedy=_AGAIN)


def _head_of(path: Path) -> str:
    with open(path, "rb") as stream:
        return hashlib.sha256(stream.read(_HEAD)).hexdigest()


def _check_role(role: str, kind: FileKind) -> None:
    """What a file is says which roles it can have, and so its name in a directory that we make."""
    name = role.removesuffix(CLASSES) if kind == "classes" else role
    if kind in ("lm", "classes"):
        fits = is_feature_name(name) and (kind == "lm" or name != role)
    else:
        fits = re.fullmatch(_ROLES.get(kind, kind), role) is not None
    if not fits:
        raise ModelError(f"{role[:80]!r} is not a role that a file of the kind {kind} can have")


def _base_name(role: str, kind: FileKind) -> str:
    """How we call a file of a model."""
    return _NAMES.get(kind, f"{role}.bin" if kind == "lm" else role)
