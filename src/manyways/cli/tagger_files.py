"""What the verbs of `tagger` and `parser` have in common."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from manyways.cli.options import Force, Quiet, Seed, Threads, written_file

__all__ = ["Applying", "Beam", "Out", "Passes", "Teaching", "Trees"]

Trees = Annotated[list[str], typer.Argument(metavar="TREES", help="Trees in brackets; may be *.gz.")]
Out = Annotated[Path, written_file("--out", help="Where the model goes.")]
Passes = Annotated[
    int, typer.Option("--passes", min=1, max=1000, help="How often to go through the examples.")
]
Beam = Annotated[int, typer.Option("--beam", min=1, max=64, help="Hypotheses that are kept.")]
_ALSO = "Tagged text of another kind: its tags are converted to those of the first."
_TEXT = "Tokenised text, one sentence per line; - is standard input."


@dataclass(frozen=True)
class Teaching:
    """What a model learns from beside its examples."""

    also: Annotated[list[str] | None, typer.Option("--also", help=_ALSO)] = None
    clusters: Annotated[
        str | None, typer.Option("--clusters", help="Word classes: the paths that manyways cluster writes.")
    ] = None
    plain: Annotated[
        list[Path] | None, typer.Option("--text", help="Plain text, tokenised, to find word classes in.")
    ] = None
    seed: Seed = 1
    force: Force = False
    quiet: Quiet = False

    @property
    def arguments(self) -> dict[str, Any]:
        """What helps the tagger."""
        return {"also": self.also or (), "classes": self.clusters, "plain": self.plain or ()}


@dataclass(frozen=True)
class Applying:
    """What a model is applied to, and where the lines go."""

    text: Annotated[str, typer.Argument(metavar="[FILE]", help=_TEXT)] = "-"
    out: Annotated[Path, written_file("--out", help="Where the lines go; - is standard output.")] = Path("-")
    force: Force = False
    threads: Threads = 0
    quiet: Quiet = False
