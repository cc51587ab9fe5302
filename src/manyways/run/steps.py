"""Steps that are done once, however often they are asked for.

    with Run(directory) as run:
        run.step("align", inputs={"source": path}, settings={"seed": 1}, outputs=["links.gz"], action=work)

`action` writes the named outputs below the run's directory and returns facts for the manifest. It is
called only if the step's key (name, settings, content of the inputs) is new or an output is missing or
changed. The directory is locked for the time of the run; files that a killed run left half written go first.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from manyways.errors import InputError
from manyways.files import content_hash, lock_directory, make_directory, remove_partials
from manyways.progress import say
from manyways.run.manifest import Manifest, StepRecord

__all__ = ["Run", "StepResult"]


@dataclass(frozen=True)
class StepResult:
    """A step's record, and whether it was done now or found done."""

    record: StepRecord
    fresh: bool


class Run:
    """A run directory, held for this process while the `with` block lasts."""

    def __init__(self, directory: str | os.PathLike[str]) -> None:
        self.directory = Path(directory)
        self._stack = ExitStack()

    def __enter__(self) -> Run:
        make_directory(self.directory)
        self._stack.enter_context(lock_directory(self.directory))
        remove_partials(self.directory)
        self.manifest = Manifest.read(self.directory)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stack.close()

    def step(
        self,
        name: str,
        *,
        inputs: Mapping[str, str | Path],
        settings: Mapping[str, Any],
        outputs: Sequence[str],
        action: Callable[[], Mapping[str, Any]],
    ) -> StepResult:
        """Do the step, or find that it is done."""
        hashes = {role: self._hash(path) for role, path in inputs.items()}
        plain = json.loads(json.dumps(dict(settings)))
        key = _key(name, plain, hashes)
        old = self.manifest.steps.get(name)
        if old is not None and old.key == key and self._intact(old, outputs):
            say(f"{name}: done before")
            return StepResult(old, fresh=False)
        say(f"{name}: working")
        started, cpu = time.monotonic(), time.process_time()
        facts = dict(action())
        record = StepRecord(
            key=key,
            inputs=hashes,
            settings=plain,
            outputs={output: content_hash(self.directory / output) for output in outputs},
            facts=facts,
            seconds=round(time.monotonic() - started, 3),
            cpu_seconds=round(time.process_time() - cpu, 3),
            peak_memory_mb=_peak_memory_mb(),
        )
        self.manifest.steps[name] = record
        self.manifest.write(self.directory)
        return StepResult(record, fresh=True)

    def _hash(self, path: str | Path) -> str:
        """Content of an input; an output of an earlier step is known from the manifest."""
        try:
            return content_hash(path)
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", path=path) from None

    def _intact(self, record: StepRecord, outputs: Sequence[str]) -> bool:
        if set(record.outputs) != set(outputs):
            return False
        for output, expected in record.outputs.items():
            path = self.directory / output
            if not path.is_file() or content_hash(path) != expected:
                return False
        return True


def _key(name: str, settings: Mapping[str, Any], hashes: Mapping[str, str]) -> str:
    text = json.dumps([name, settings, hashes], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def _peak_memory_mb() -> float:
    """Peak resident memory of this process so far; 0 where the system does not tell (Windows)."""
    try:
        import resource
    except ImportError:
        return 0.0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (1024 * 1024 if sys.platform == "darwin" else 1024), 1)
