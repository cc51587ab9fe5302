"""Steps that are done once, however often they are asked for.

    with Run(directory) as run:
        run.step("align", inputs={"source": path}, settings={"seed": 1}, outputs=["links.gz"], action=work)

`action` writes the named outputs below the run's directory and returns facts for the manifest. It is
called only if the step's key (name, settings, content of the inputs, our version) is new or an output is
missing or changed. What an earlier step wrote is an input only as that step left it. A file is read for its
hash once in a run, and again only if it has changed since. The directory is locked for the time of the run;
files that a killed run left half written go first.
"""

from __future__ import annotations

import hashlib
import json
import operator
import os
import sys
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import count
from pathlib import Path, PurePosixPath
from typing import Any

import manyways
from manyways.errors import InputError
from manyways.files import content_hash, lock_directory, make_directory, remove_partials
from manyways.inside import file_inside, folder_inside, is_version, version_of
from manyways.progress import Progress, say
from manyways.run.manifest import Manifest, StepRecord

__all__ = ["Run", "StepResult", "peak_memory_mb"]


@dataclass(frozen=True)
class StepResult:
    """A step's record, and whether it was done now or found done."""

    record: StepRecord
    fresh: bool


class Run:
    """A run directory, held for this process while the `with` block lasts.

    finished: its result is there and may not be replaced; a step that was not done before is an InputError.
    """

    def __init__(self, directory: str | os.PathLike[str], *, finished: bool = False) -> None:
        self.directory = Path(directory)
        self._finished = finished
        self._stack = ExitStack()
        self._hashes: dict[Path, tuple[tuple[int, ...], str]] = {}

    def __enter__(self) -> Run:
        make_directory(self.directory)
        self._stack.enter_context(lock_directory(self.directory))
        remove_partials(self.directory)
        self.manifest = Manifest.read(self.directory)
        return self

    def __exit__(self, *error: object) -> None:
        self._stack.close()

    def step(
        self,
        name: str,
        *,
        inputs: Mapping[str, str | Path],
        settings: Mapping[str, Any],
        outputs: Sequence[str],
        action: Callable[..., Mapping[str, Any]],
        taken: Collection[str] | None = None,
    ) -> StepResult:
        """Do the step, or find that it is done. What `action` returns are facts for the manifest.

        taken: files that somebody may be using and that are not written over. Such a file stays, and the
        output gets the next name: `phrases.2.bin` for `phrases.bin`. `action` is then told where to write, as
        a list of paths; `record.outputs` has the names, in the order of `outputs`.
        """
        hashes = {role: self._hash(path) for role, path in inputs.items()}
        plain = json.loads(json.dumps(dict(settings)))
        key = _key(name, plain, hashes)
        old = self._known(name, key)
        if old is not None and self._intact(old, outputs, renewed=taken is not None):
            say(f"{name}: done before")
            return StepResult(old, fresh=False)
        say(f"{name}: working")
        self._forget(name)  # while a step is at work, nobody vouches for its outputs
        names = [_free_name(output, taken or ()) for output in outputs]
        paths = [self._room_for(each) for each in names]
        started, cpu = time.monotonic(), time.process_time()
        with Progress(name):
            facts = dict(action() if taken is None else action(paths))
        record = StepRecord(
            key=key,
            inputs=hashes,
            settings=plain,
            outputs={each: self._written(path) for each, path in zip(names, paths, strict=True)},
            version=manyways.__version__,
            facts=facts,
            seconds=round(time.monotonic() - started, 3),
            cpu_seconds=round(time.process_time() - cpu, 3),
            peak_memory_mb=peak_memory_mb(),
        )
        self.manifest.steps[name] = record
        self.manifest.write(self.directory)
        return StepResult(record, fresh=True)

    def recall(
        self, name: str, *, inputs: Mapping[str, str | Path], settings: Mapping[str, Any]
    ) -> StepRecord | None:
        """What is known of a step without outputs that was done with these; None if it has yet to be done."""
        hashes = {role: self._hash(path) for role, path in inputs.items()}
        return self._known(name, _key(name, json.loads(json.dumps(dict(settings))), hashes))

    def hash_of(self, path: Path) -> str:
        """The SHA-256 of a file's content, read once for as long as the file stays as it is."""
        found = os.stat(path)
        state = (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns)
        known = self._hashes.get(path)
        if known is None or known[0] != state:
            known = self._hashes[path] = (state, content_hash(path))
        return known[1]

    def vouched(self, name: str) -> str:
        """The SHA-256 of a step's output; an InputError if it is not what the step wrote."""
        return self.manifest.vouched(self.directory, name, hash_of=self.hash_of)

    def path(self, name: str) -> Path:
        """Where a file of the run is, or would be."""
        return file_inside(self.directory, name)

    def forget(self, name: str) -> None:
        """From now on nothing is known of a step; its outputs stay."""
        if name in self.manifest.steps:
            self._may_change(name)
            self._forget(name)

    def _known(self, name: str, key: str) -> StepRecord | None:
        """The record of a step with this key; an InputError if there is none and nothing may change."""
        old = self.manifest.steps.get(name)
        if old is not None and old.key == key:
            return old
        self._may_change(name)
        return None

    def _forget(self, name: str) -> None:
        if self.manifest.steps.pop(name, None) is not None:
            self.manifest.write(self.directory)

    def _may_change(self, name: str) -> None:
        if self._finished:
            raise InputError(
                f"was made from other inputs, with other settings or by another version (step {name!r})",
                path=self.directory,
                remedy="Add --force to replace what was made, or choose another directory.",
            )

    def _hash(self, path: str | Path) -> str:
        """Content of an input; an output of an earlier step must be as that step left it."""
        inside = Path(path).is_relative_to(self.directory)
        name = Path(path).relative_to(self.directory).as_posix() if inside else ""
        if name in self.manifest.outputs:
            return self.vouched(name)
        try:
            return self.hash_of(Path(path))
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", path=path) from None

    def _written(self, path: Path) -> str:
        """Content of an output that was written a moment ago, perhaps within one tick of the file's clock."""
        self._hashes.pop(path, None)
        return self.hash_of(path)

    def _room_for(self, output: str) -> Path:
        """Where a step writes an output; what a killed one left half written beside it goes."""
        if (folder := PurePosixPath(output).parent) != PurePosixPath("."):
            folder_inside(self.directory, str(folder))
        path = self.path(output)
        remove_partials(path.parent)
        return path

    def _intact(self, record: StepRecord, outputs: Sequence[str], *, renewed: bool) -> bool:
        same = is_version if renewed else operator.eq
        if len(record.outputs) != len(outputs) or not all(map(same, record.outputs, outputs)):
            return False
        try:
            for output in record.outputs:
                self.vouched(output)
        except InputError:
            return False
        return True


def _free_name(output: str, taken: Collection[str]) -> str:
    return next(name for i in count(1) if (name := version_of(output, i)) not in taken)


def _key(name: str, settings: Mapping[str, Any], hashes: Mapping[str, str]) -> str:
    text = json.dumps([name, settings, hashes, manyways.__version__], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def peak_memory_mb() -> float:
    """Peak resident memory of this process so far; 0 where the system does not tell (Windows)."""
    try:
        import resource
    except ImportError:
        return 0.0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak / (1024 * 1024 if sys.platform == "darwin" else 1024), 1)
