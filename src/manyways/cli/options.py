"""Options that many verbs share, so that they are spelt and explained once."""

from __future__ import annotations

import json
import sys
from typing import Annotated, Any

import typer

from manyways.progress import set_quiet

__all__ = ["Json", "Quiet", "Threads", "Seed", "Tokenised", "print_json"]


def _quiet(quiet: bool) -> bool:
    set_quiet(quiet)
    return quiet


Json = Annotated[bool, typer.Option("--json", help="Print one JSON object for scripts.")]
Quiet = Annotated[bool, typer.Option("--quiet", callback=_quiet, help="No progress on standard error.")]
Threads = Annotated[int, typer.Option("--threads", min=0, help="Threads to use; 0 means all cores.")]
Seed = Annotated[int, typer.Option("--seed", help="Seed of all random choices.")]
Tokenised = Annotated[bool, typer.Option("--tokenised", help="The text is split already: leave it alone.")]


def print_json(value: Any) -> None:
    """One JSON object on standard output, in UTF-8, without NaN."""
    json.dump(value, sys.stdout, ensure_ascii=False, allow_nan=False)
    sys.stdout.write("\n")
