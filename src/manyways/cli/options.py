"""Options that many verbs share, so that they are spelt and explained once."""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from typer.core import TyperCommand

from manyways._core.base import MOST_THREADS
from manyways.errors import ConfigError
from manyways.outputs import Owner
from manyways.progress import hush

__all__ = [
    "ByPosition",
    "Force",
    "Json",
    "Quiet",
    "Seed",
    "Space",
    "Threads",
    "TimeLimit",
    "Tokenise",
    "Tokenised",
    "Verb",
    "check_together",
    "claim",
    "claim_model",
    "named_values",
    "print_json",
    "tokeniser_of",
    "written_file",
]


_LARGEST, _LARGEST_SEED = 2**31 - 1, 2**63 - 1


def _quiet(quiet: bool) -> bool:
    if quiet:
        hush()
    return quiet


def claim(ctx: typer.Context, path: str | os.PathLike[str]) -> None:
    """An error, before any work is done, if a file cannot be written or is there already, without --force."""
    from manyways.errors import InputError
    from manyways.outputs import claim_file

    claim_file(path, force=ctx.params["force"])
    claimed = ctx.meta.setdefault("manyways.outputs", set())
    place = os.path.realpath(path)
    if place in claimed:
        raise InputError("is named for two outputs", path=path)
    claimed.add(place)


def claim_model(ctx: typer.Context, path: Path, owner: Owner) -> None:
    """The same for the directory of a model that `owner` makes, or began to make."""
    from manyways.outputs import claim_directory

    if path.suffix in (".toml", ".json", ".ini") or (path.exists() and not path.is_dir()):
        raise ConfigError("--out", str(path), "a directory for the model; its weights are in model.toml")
    claim_directory(path, owner, force=ctx.params["force"])


def _claimed(ctx: typer.Context, value: Any) -> Any:
    if value is not None and not ctx.resilient_parsing:
        claim(ctx, value)
    return value


def written_file(*names: str, help: str, metavar: str | None = None) -> Any:
    """An option that names a file to write; a verb that has one has `force: Force` too."""
    return typer.Option(*names, help=help, metavar=metavar, callback=_claimed)


# Eager: known before the options that name files.
Force = Annotated[bool, typer.Option("--force", is_eager=True, help="Write where something is already.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON object for scripts.")]
Quiet = Annotated[bool, typer.Option("--quiet", callback=_quiet, help="No progress on standard error.")]
Threads = Annotated[
    int, typer.Option("--threads", min=0, max=MOST_THREADS, help="Threads to use; 0: all cores.")
]
Seed = Annotated[int, typer.Option("--seed", min=0, max=_LARGEST_SEED, help="Seed of all random choices.")]
ByPosition = Annotated[
    bool,
    typer.Option("--by-position", help="Match lists to references by their order, not by their ids."),
]
Space = Annotated[
    Literal["gap", "free"] | None,
    typer.Option("--space", help="Reordering: gap (as Moses) or free; default: the model's."),
]
TimeLimit = Annotated[float, typer.Option("--time-limit", min=0, help="Seconds per sentence; 0: none.")]
Tokenised = Annotated[bool, typer.Option("--tokenised", help="The text is split already: leave it alone.")]

Tokenise = Annotated[
    str | None,
    typer.Option("--tokenise", help="How BLEU splits words: 13a (the default), intl, char, zh or none."),
]


def tokeniser_of(tokenise: str | None, *, tokenised: bool) -> str:
    """What --tokenise and --tokenised say about BLEU's words; sacreBLEU's 13a if they are not given."""
    from manyways.metrics.bleu import DEFAULT_TOKENISER

    if tokenised and tokenise not in (None, "none"):
        raise ConfigError("--tokenise", tokenise, "none, or left out, with --tokenised")
    return "none" if tokenised else tokenise or DEFAULT_TOKENISER


def check_together(
    ctx: typer.Context, go_with: Mapping[str, Sequence[str]], given: Mapping[str, object]
) -> None:
    """A ConfigError for an option that would be ignored.

    go_with: what is needed for each group of options; given: whether it is there.
    """
    for needed, names in go_with.items():
        for name in names:
            source = ctx.get_parameter_source(name)
            if source is not None and source.name == "COMMANDLINE" and not given[needed]:
                remedy = f"`{ctx.command_path} --help` tells what there is."
                raise ConfigError(
                    f"--{name.replace('_', '-')}",
                    ctx.params[name],
                    f"given with {needed} only",
                    remedy=remedy,
                )


def named_values(option: str, given: Sequence[str]) -> dict[str, Any]:
    """Names and values of `NAME=VALUE`; a value is a number, true, false, a text, or several with commas."""
    from manyways.config import parse_value

    values: dict[str, Any] = {}
    for each in given:
        name, equals, value = each.partition("=")
        if not equals or not name:
            raise ConfigError(option, each, "NAME=VALUE, e.g. restarts=40")
        values[name] = parse_value(value)
    return values


class Verb(TyperCommand):
    """A command whose repeatable options take several values: `--references a b` is `--references a
    --references b`. The values end at the next option, or at `--`. Numbers are of a size that can be used."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        names = {name for each in self.params if getattr(each, "multiple", False) for name in each.opts}
        spread: list[str] = []
        open_option = ""
        for number, each in enumerate(args):
            if each == "--":
                spread += args[number:]
                break
            if each.startswith("-") and each != "-":
                open_option = each.split("=")[0] if each.split("=")[0] in names else ""
            elif open_option and spread[-1] != open_option:
                spread.append(open_option)
            spread.append(each)
        left = super().parse_args(ctx, spread)
        for option in self.params:
            _check_numbers(ctx, option, ctx.params.get(str(option.name)))
        return left


def _check_numbers(ctx: Any, option: Any, value: Any) -> None:
    """A usage error for whole numbers that the core cannot hold, and for floats that are no numbers."""
    if isinstance(value, (list, tuple)):
        for each in value:
            _check_numbers(ctx, option, each)
    elif isinstance(value, float) and not math.isfinite(value):
        raise typer.BadParameter(f"{value} is not a finite number", ctx=ctx, param=option)
    elif isinstance(value, int):
        most = _LARGEST_SEED if option.name == "seed" else _LARGEST
        if not -most <= value <= most:
            shown = value if abs(value) < 10**40 else "The number"
            raise typer.BadParameter(f"{shown} is too large; at most {most}", ctx=ctx, param=option)


def print_json(value: Any) -> None:
    """One JSON object on standard output, in UTF-8, without NaN."""
    json.dump(value, sys.stdout, ensure_ascii=False, allow_nan=False)
    sys.stdout.write("\n")
