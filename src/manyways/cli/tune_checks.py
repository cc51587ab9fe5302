"""What `manyways tune` refuses before it begins: runs that would fail at their end, or ignore an option."""

from __future__ import annotations

from pathlib import Path

import typer

from manyways.errors import ConfigError

__all__ = ["check_options", "check_places"]

_WEIGHTS = (".toml", ".json", ".ini")


def check_options(ctx: typer.Context, *, model: bool, online: bool) -> None:
    """No option may be given that says nothing here and would be ignored."""
    idle = {}
    if not model:
        idle = dict.fromkeys(("nbest", "lists", "iterations"), "given with a MODEL only")
    else:
        idle["references"] = "given with --candidates only; those for a MODEL stand after SOURCE"
        idle["by_position"] = "given with --candidates only"
        if online:
            idle["lists"] = "left out with a tuner that learns while it decodes"
    for name, expected in idle.items():
        source = ctx.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
            raise ConfigError(f"--{name.replace('_', '-')}", ctx.params[name], expected)


def check_places(out: Path | None, report: Path | None, *, model: bool) -> None:
    """Whether files can be written where they shall be; a model's directory is made with those above it."""
    for option, path in (("--out", None if model else out), ("--report", report)):
        if path is not None and (path.is_dir() or not path.parent.is_dir()):
            raise ConfigError(option, str(path), "a file in a directory that exists")
    if model and out is not None and (out.suffix in _WEIGHTS or (out.exists() and not out.is_dir())):
        raise ConfigError("--out", str(out), "a directory for the tuned model; its weights are in model.toml")
