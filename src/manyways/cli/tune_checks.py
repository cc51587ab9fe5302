"""What `manyways tune` refuses before it begins, so that no long run ends in an error."""

from __future__ import annotations

from pathlib import Path

from manyways.errors import ConfigError

__all__ = ["check_places"]


def check_places(out: Path | None, report: Path | None, *, model: bool) -> None:
    """Whether files can be written where they shall be; a model's directory is made with those above it."""
    for option, path in (("--out", None if model else out), ("--report", report)):
        if path is not None and (path.is_dir() or not path.parent.is_dir()):
            raise ConfigError(option, str(path), "a file in a directory that exists")
    if model and out is not None and out.exists() and not out.is_dir():
        raise ConfigError("--out", str(out), "a directory for the tuned model")
