"""`manyways check MODEL`: every byte of a model directory is read and compared with what vouches for it.

`model.toml` vouches for what translating uses, `manifest.json` for what training goes on from, and each
manifest below `tuning/` for the steps of a tuning run.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from manyways._core import base
from manyways.errors import InputError, ManywaysError
from manyways.files import content_hash
from manyways.inside import folder_inside
from manyways.model.directory import FILE_NAME, Model
from manyways.outputs import is_owned
from manyways.run import Manifest
from manyways.run.manifest import FILE_NAME as MANIFEST

__all__ = ["Problem", "check"]

# What training and tuning leave when they are killed, and remove or finish when they are called again.
_UNFINISHED = re.compile(
    r"\.lock|(.*/)?[^/]+\.partial(/.*)?|recipe\.toml|work/(\d+\.(source|target|links|aligner)|lm\.\d+)|tuning/.*"
)
_AGAIN = "Copy the model again, or train it again."


class Problem(NamedTuple):
    """Something wrong with a file of a model; `fatal` unless the model is sound all the same."""

    message: str
    remedy: str = _AGAIN
    fatal: bool = True


def check(directory: str | os.PathLike[str]) -> list[Problem]:
    """Read every file of a model whole; returns what is wrong, nothing if all is well."""
    root = Path(directory)
    problems = []
    known: set[str] = {FILE_NAME, MANIFEST}
    try:
        model = Model.open(root)
    except ManywaysError as error:
        problems.append(_problem(error))
    else:
        known |= {entry.path for entry in model.files.values()}
        problems += _check_files(model)
    try:
        manifest = Manifest.read(root)
        known |= manifest.outputs.keys()
        problems += [_problem(error) for error in manifest.problems(root)]
        problems += _check_tuning(root)
        problems += _check_owner(root)
    except ManywaysError as error:
        problems.append(_problem(error))
    if not problems:
        strange = [name for name in _names(root) if name not in known and not _is_ours(name, model)]
        problems += [
            Problem(f"{root / name}: is not part of the model", "Nothing reads it: remove it.", fatal=False)
            for name in sorted(strange)
        ]
    return problems


def _check_files(model: Model) -> Iterator[Problem]:
    """Contents, and the checksums of every block."""
    for role, entry in model.files.items():
        path = model.path(role)
        if content_hash(path) != entry.sha256:
            yield Problem(f"{path}: its content is not what {FILE_NAME} recorded for {role}")
        elif entry.is_binary:
            try:
                base.SectionFile(str(path)).verify_all()
            except InputError as error:
                yield _problem(error)


def _check_tuning(root: Path) -> Iterator[Problem]:
    """The runs that made the weights, if they are kept."""
    if "tuning" not in os.listdir(root):
        return
    for run in sorted(folder_inside(root, "tuning").iterdir()):
        folder = folder_inside(root, f"tuning/{run.name}")
        for error in Manifest.read(folder).problems(folder):
            yield _problem(error)


def _check_owner(root: Path) -> Iterator[Problem]:
    """The lock file says which verb may go on with the directory."""
    if not is_owned(root):
        yield Problem(f"{root / '.lock'}: is damaged", "Remove it; nothing else is lost.")


def _names(root: Path) -> Iterator[str]:
    """Every file below the directory; links to folders are not followed."""
    for folder, _, files in os.walk(root):
        yield from ((Path(folder) / name).relative_to(root).as_posix() for name in files)


def _is_ours(name: str, model: Model) -> bool:
    return model.is_own(name) or _UNFINISHED.fullmatch(name) is not None


def _problem(error: ManywaysError) -> Problem:
    return Problem(error.message, error.remedy or _AGAIN)
