"""The manifest of a run: what was done, with what, by which version, and what it cost."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import manyways
from manyways.config import make_config
from manyways.errors import ConfigError, InputError
from manyways.files import atomic_write
from manyways.reading import read_json

__all__ = ["Manifest", "StepRecord"]

FILE_NAME = "manifest.json"
_REMEDY = "Delete it to do the whole run again."


@dataclass(frozen=True, kw_only=True)
class StepRecord:
    """One finished step.

    key: hash of its name, settings and inputs; outputs: file name (relative to the run) to SHA-256;
    facts: what the step wants to tell (sizes, perplexity, scores with signatures).
    """

    key: str
    inputs: dict[str, str]
    settings: dict[str, Any]
    outputs: dict[str, str]
    facts: dict[str, Any] = field(default_factory=dict)
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    peak_memory_mb: float = 0.0


@dataclass
class Manifest:
    """All steps of a run, in the order in which they were done."""

    steps: dict[str, StepRecord] = field(default_factory=dict)
    version: str = manyways.__version__

    @staticmethod
    def read(directory: Path) -> Manifest:
        """The manifest of a run directory; an empty one where there is none yet."""
        path = directory / FILE_NAME
        if not path.exists():
            return Manifest()
        raw = read_json(path, remedy=_REMEDY)
        try:
            steps = {name: make_config(StepRecord, step) for name, step in raw["steps"].items()}
        except (ConfigError, KeyError, TypeError, AttributeError) as error:
            raise InputError(f"is not a manifest: {error}", path=path, remedy=_REMEDY) from None
        return Manifest(steps)

    def write(self, directory: Path) -> None:
        content: Mapping[str, Any] = {
            "version": self.version,
            "steps": {name: asdict(step) for name, step in self.steps.items()},
        }
        with atomic_write(directory / FILE_NAME) as out:
            json.dump(content, out, indent=1, ensure_ascii=False)
            out.write("\n")
