"""What `manyways tune` refuses before it begins: runs that would fail at their end, or ignore an option."""

from __future__ import annotations

from pathlib import Path

import typer

from manyways.cli.options import claim
from manyways.errors import ConfigError

__all__ = ["check_options", "check_out"]

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


def check_out(ctx: typer.Context, out: Path | None, *, model: bool) -> None:
    """A file for weights, a directory for a model; neither takes the place of anything else."""
    from manyways.outputs import claim_directory

    if out is None:
        return
    if not model:
        claim(ctx, out)
        return
    if out.suffix in _WEIGHTS or (out.exists() and not out.is_dir()):
        raise ConfigError("--out", str(out), "a directory for the tuned model; its weights are in model.toml")
    claim_directory(out, "tune", force=ctx.params["force"])
