"""What the verbs of `tagger` and `parser` have in common."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from manyways.cli.options import written_file

__all__ = ["Also", "Beam", "Clusters", "Out", "Passes", "Plain", "Text", "Trees", "Written"]

Text = Annotated[
    str, typer.Argument(metavar="[FILE]", help="Tokenised text, one sentence per line; - is standard input.")
]
Trees = Annotated[list[str], typer.Argument(metavar="TREES", help="Trees in brackets; may be *.gz.")]
Out = Annotated[Path, written_file("--out", help="Where the model goes.")]
Written = Annotated[Path, written_file("--out", help="Where the lines go; - is standard output.")]
Also = Annotated[
    list[str] | None,
    typer.Option("--also", help="Tagged text of another kind: its tags are converted to those of the first."),
]
Clusters = Annotated[
    str | None, typer.Option("--clusters", help="Word classes: the paths that manyways cluster writes.")
]
Plain = Annotated[
    list[Path] | None, typer.Option("--text", help="Plain text, tokenised, to find word classes in.")
]
Passes = Annotated[
    int, typer.Option("--passes", min=1, max=1000, help="How often to go through the examples.")
]
Beam = Annotated[int, typer.Option("--beam", min=1, max=64, help="Hypotheses that are kept.")]
