"""The trained system on disk: a directory with `model.toml` and memory-mapped files.

    model = Model.open("models/de-en")
    model.weights["LM0"]
    model.path("table")                    # models/de-en/phrases.bin

`model.toml` names the kind of model, its files with their sizes and hashes, the weights, the settings of the
search, and the whole text pipeline of both sides, so that `translate` does to its input exactly what training
did to its corpus. Opening reads that file alone; the binaries are mapped by whoever searches them.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

import manyways
from manyways._core import base
from manyways.config import format_toml, make_config, read_toml
from manyways.errors import InputError, ManywaysError, ModelError
from manyways.files import (
    atomic_write,
    content_hash,
    link_file,
    lock_directory,
    make_directory,
    remove_partials,
)
from manyways.model.weights import Weights

__all__ = ["Model", "ModelFile", "SearchSettings", "check", "default_weights", "describe"]

FILE_NAME = "model.toml"
FORMAT = 1
CLASSES = ".classes"  # behind the name of a language model of word classes


@dataclass(frozen=True, kw_only=True)
class ModelFile:
    """A file of the model: where it is (relative to the directory), how long, and its SHA-256."""

    path: str
    bytes: int
    sha256: str


@dataclass(frozen=True, kw_only=True)
class SearchSettings:
    """What belongs to the model and not to one search of it.

    distortion_limit: the longest jump, -1 for none.
    space: `gap` is Moses's reordering space, `free` has no gap constraint.
    table_limit: translations per source phrase, the best by weighted score; 0 keeps all.
    """

    distortion_limit: int = 6
    space: Literal["gap", "free"] = "gap"
    table_limit: int = 20


@dataclass(frozen=True, kw_only=True)
class Model:
    """What `model.toml` says. `files` maps a role (`table`, `rules`, `LM0`, ...) to a file."""

    directory: Path
    kind: Literal["phrase", "hierarchical"]
    files: Mapping[str, ModelFile]
    weights: Weights
    search: SearchSettings = field(default_factory=SearchSettings)
    source: Mapping[str, Any] = field(default_factory=dict)
    target: Mapping[str, Any] = field(default_factory=dict)
    provenance: Mapping[str, Any] = field(default_factory=dict)

    @staticmethod
    def open(directory: str | os.PathLike[str]) -> Model:
        """Read `model.toml`; files must be there and have their recorded length."""
        root = Path(directory)
        path = root / FILE_NAME
        if not path.is_file():
            raise InputError(
                f"is not a model: it has no {FILE_NAME}",
                path=root,
                remedy="Make one: manyways train --source F --target F --out MODEL",
            )
        values = read_toml(path)
        found = values.get("format")
        if found != FORMAT:
            raise InputError(
                f"was written by format {found} and this version reads format {FORMAT}.",
                path=path,
                remedy="Train the model again with this version.",
            )
        try:
            files = {role: make_config(ModelFile, entry) for role, entry in values.get("files", {}).items()}
            weights = Weights(values.get("weights", {}))
            search = make_config(SearchSettings, values.get("search", {}), prefix="search")
        except (ManywaysError, AttributeError, TypeError) as error:
            raise InputError(str(error), path=path) from None
        kind = values.get("kind")
        if kind not in ("phrase", "hierarchical"):
            raise InputError(f"kind must be phrase or hierarchical; got {kind!r}", path=path)
        for entry in files.values():
            _check_length(root, entry)
        text = values.get("text", {})
        return Model(
            directory=root,
            kind=kind,
            files=files,
            weights=weights,
            search=search,
            source=text.get("source", {}),
            target=text.get("target", {}),
            provenance=values.get("provenance", {}),
        )

    def path(self, role: str) -> Path:
        """Where the file with this role is; a ModelError if the model has none."""
        if role not in self.files:
            raise ModelError(f"{self.directory} has no {role}; it has {', '.join(self.files)}")
        return self.directory / self.files[role].path

    @property
    def language_models(self) -> dict[str, Path]:
        """Feature name to file, in the order of the model."""
        found = [role for role in self.files if role.startswith("LM") and not role.endswith(CLASSES)]
        return {role: self.path(role) for role in found}

    @property
    def word_classes(self) -> dict[str, Path]:
        """For language models of word classes: feature name to the file with the class of each word."""
        found = [role for role in self.files if role.startswith("LM") and role.endswith(CLASSES)]
        return {role.removesuffix(CLASSES): self.path(role) for role in found}

    def write(self) -> None:
        """Write `model.toml` into the directory, atomically."""
        values = {
            "format": FORMAT,
            "manyways": manyways.__version__,
            "kind": self.kind,
            "search": asdict(self.search),
            "weights": self.weights.plain(),
            "files": {role: asdict(entry) for role, entry in self.files.items()},
            "text": {"source": dict(self.source), "target": dict(self.target)},
            "provenance": dict(self.provenance),
        }
        with atomic_write(self.directory / FILE_NAME) as out:
            out.write(format_toml(values))

    def copied(
        self,
        directory: str | os.PathLike[str],
        weights: Weights,
        *,
        added: Mapping[str, str] | None = None,
        **provenance: Any,
    ) -> Model:
        """The same model with other weights, in a new directory; big files are linked where possible.

        added: role to name of files that lie in the new directory already.
        """
        root = Path(directory)
        make_directory(root)
        with lock_directory(root):
            remove_partials(root)
            for role, entry in self.files.items():
                if role in (added or {}):
                    continue
                link_file(self.directory / entry.path, root / entry.path)
            new = {role: describe(root, name) for role, name in (added or {}).items()}
            model = replace(
                self,
                directory=root,
                files={**self.files, **new},
                weights=weights,
                provenance={**self.provenance, **provenance},
            )
            model.write()
        return model


def describe(directory: Path, name: str) -> ModelFile:
    """The entry of a file that was just written."""
    path = directory / name
    return ModelFile(path=name, bytes=path.stat().st_size, sha256=content_hash(path))


def default_weights(kind: str = "phrase", *, reordering: bool = True) -> Weights:
    """Where tuning starts: the values that Moses's training script writes."""
    values: dict[str, float | list[float]] = {"UnknownWordPenalty0": 1.0, "WordPenalty0": -1.0}
    values |= {"PhrasePenalty0": 0.2, "TranslationModel0": [0.2] * 4}
    if kind == "hierarchical":
        return Weights({**values, "TranslationModel1": 1.0, "LM0": 0.5})
    if reordering:
        values["LexicalReordering0"] = [0.3] * 6
    return Weights({**values, "Distortion0": 0.3, "LM0": 0.5})


def check(directory: str | os.PathLike[str]) -> list[str]:
    """Read every file of a model whole; returns what is wrong, in words, nothing if all is well."""
    model = Model.open(directory)
    problems = []
    for role, entry in model.files.items():
        path = model.directory / entry.path
        if content_hash(path) != entry.sha256:
            problems.append(f"{path}: its content is not what {FILE_NAME} recorded for {role}")
        if path.suffix == ".bin":
            try:
                base.SectionFile(str(path)).verify_all()
            except InputError as error:
                problems.append(str(error))
    return problems


def _check_length(root: Path, entry: ModelFile) -> None:
    path = root / entry.path
    try:
        found = path.stat().st_size
    except OSError as error:
        raise InputError(
            f"cannot be read: {error.strerror}", path=path, remedy=f"{root / FILE_NAME} names it."
        ) from None
    if found != entry.bytes:
        raise InputError(
            f"has {found} bytes; {FILE_NAME} recorded {entry.bytes}",
            path=path,
            remedy="Copy the model again, or train it again.",
        )
