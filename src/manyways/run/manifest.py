"""The manifest of a run: what was done, with what, by which version, and what it cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from manyways.errors import ConfigError, InputError
from manyways.files import atomic_write, content_hash
from manyways.inside import file_inside
from manyways.reading import read_json
from manyways.seal import check_seal, sealed_json
from manyways.settings import make_settings

__all__ = ["Manifest", "StepRecord"]

FILE_NAME = "manifest.json"
_REMEDY = "Copy it again, or delete it to do the whole run again."


@dataclass(frozen=True, kw_only=True)
class StepRecord:
    """One finished step.

    key: hash of its name, settings, inputs and version; outputs: file name (relative to the run) to SHA-256;
    version: of the program that did it, empty where a manifest is older than this entry;
    facts: what the step wants to tell (sizes, perplexity, scores with signatures).
    """

    key: str
    inputs: dict[str, str]
    settings: dict[str, Any]
    outputs: dict[str, str]
    version: str = ""
    facts: dict[str, Any] = field(default_factory=dict)
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    peak_memory_mb: float = 0.0


@dataclass
class Manifest:
    """All steps of a run, in the order in which they were done."""

    steps: dict[str, StepRecord] = field(default_factory=dict)

    @staticmethod
    def read(directory: Path) -> Manifest:
        """The manifest of a run directory; an empty one where there is none yet."""
        path = file_inside(directory, FILE_NAME)
        if not path.exists():
            return Manifest()
        check_seal(path, remedy=_REMEDY)
        raw = read_json(path, remedy=_REMEDY)
        try:
            steps = {name: make_settings(StepRecord, step) for name, step in raw["steps"].items()}
        except (ConfigError, KeyError, TypeError, AttributeError) as error:
            raise InputError(f"is not a manifest: {error}", path=path, remedy=_REMEDY) from None
        return Manifest(steps)

    def write(self, directory: Path) -> None:
        content: Mapping[str, Any] = {"steps": {name: asdict(step) for name, step in self.steps.items()}}
        with atomic_write(file_inside(directory, FILE_NAME)) as out:
            out.write(sealed_json(content))

    @property
    def outputs(self) -> dict[str, str]:
        """Every file that a finished step wrote, with its SHA-256."""
        return {name: sha256 for step in self.steps.values() for name, sha256 in step.outputs.items()}

    def problems(self, directory: Path) -> list[InputError]:
        """What is wrong with the files of finished steps; each is read whole."""
        found = []
        for name in self.outputs:
            try:
                self.vouched(directory, name)
            except InputError as error:
                found.append(error)
        return found

    def vouched(self, directory: Path, name: str, *, hash_of: Callable[[Path], str] = content_hash) -> str:
        """The SHA-256 of a step's output; an InputError if it is not what the step wrote."""
        path = file_inside(directory, name, by=directory / FILE_NAME)
        try:
            found = hash_of(path)
        except OSError as error:
            raise InputError(
                f"cannot be read: {error.strerror}", path=path, remedy=f"{directory / FILE_NAME} names it."
            ) from None
        if found != self.outputs[name]:
            raise InputError(
                f"was changed after it was written: {FILE_NAME} has another SHA-256",
                path=path,
                remedy="Copy it again, or do the whole run again in a new directory.",
            )
        return found
