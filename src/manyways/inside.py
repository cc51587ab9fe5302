"""Names that a file gives, kept inside their directory.

    path = file_inside(model, "phrases.bin", by=model / "model.toml")

A model or a run may come from a stranger. Whatever its files say, nothing outside its directory is read or
written because of it: a name is relative, without `..`, and leads, through links too, to an ordinary file
below the directory, or to a place there where a file can be made.
"""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path, PurePosixPath, PureWindowsPath

from manyways.errors import InputError
from manyways.outputs import make_directory

__all__ = ["file_inside", "folder_inside", "is_version", "version_of"]

AnyPath = str | os.PathLike[str]


def file_inside(directory: AnyPath, name: str, *, by: AnyPath | None = None) -> Path:
    """Where the file `name` of a directory is, or would be; an InputError if that is anywhere else.

    by: the file that gives the name, for the message.
    """
    path = _inside(Path(directory), name, by)
    if not _is(path, stat.S_ISREG):
        raise InputError("is not an ordinary file", path=path, remedy=_named(name, by))
    return path


def folder_inside(directory: AnyPath, name: str) -> Path:
    """The folder `name` of a directory, made if it is not there; an InputError if it lies anywhere else."""
    path = _inside(Path(directory), name, None)
    if not _is(path, stat.S_ISDIR):
        raise InputError("is not a directory", path=path)
    return make_directory(path)


def version_of(name: str, number: int) -> str:
    """Another name for a file that may not be written over: `phrases.bin`, `phrases.2.bin`, ..."""
    path = PurePosixPath(name)
    return name if number == 1 else str(path.with_name(f"{path.stem}.{number}{path.suffix}"))


def is_version(name: str, of: str) -> bool:
    """Whether a name is `of`, or one that `version_of` makes from it."""
    path = PurePosixPath(of)
    pattern = rf"{re.escape(path.stem)}(\.[1-9]\d*)?{re.escape(path.suffix)}"
    return str(PurePosixPath(name).parent) == str(path.parent) and bool(
        re.fullmatch(pattern, PurePosixPath(name).name)
    )


def _inside(directory: Path, name: str, by: AnyPath | None) -> Path:
    posix, windows = PurePosixPath(name), PureWindowsPath(name)
    plain = (
        name not in ("", ".")
        and posix.as_posix() == name
        and "\\" not in name
        and name.isprintable()
        and not (posix.is_absolute() or windows.drive or ".." in posix.parts)
    )
    if not plain:
        raise InputError(
            f"{name[:200]!r} is not the name of a file inside the directory",
            path=by or directory,
            remedy="A name is relative and has no `..`; if the directory is not your own, do not trust it.",
        )
    path = directory / name
    root, target = os.path.realpath(directory), os.path.realpath(path)
    if os.path.commonpath([root, target]) != root or target == root:
        raise InputError(
            "is a link that leads out of the directory", path=path, remedy="Put the file itself there."
        )
    return path


def _is(path: Path, wanted: object) -> bool:
    """Whether a path is free, or what is wanted."""
    try:
        return bool(wanted(path.stat().st_mode))  # type: ignore[operator]
    except FileNotFoundError:
        return True
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path=path) from None


def _named(name: str, by: AnyPath | None) -> str:
    return f"{os.fspath(by)} names {name}." if by is not None else ""
