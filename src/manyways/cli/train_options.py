"""Options that `manyways train` alone has."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

__all__ = [
    "Casing",
    "Dev",
    "Kind",
    "LinksFile",
    "Lm",
    "LmOrder",
    "LmText",
    "New",
    "Out",
    "Source",
    "Target",
    "Truncate",
]

Out = Annotated[Path, typer.Option("--out", help="The model directory to make or to finish.")]
Source = Annotated[
    Path | None, typer.Option("--source", help="Source text, or a TMX, XLIFF or PO file with both.")
]
Target = Annotated[Path | None, typer.Option("--target", help="Its translation, line by line.")]
Kind = Annotated[
    Literal["phrase", "hierarchical", "auto"] | None,
    typer.Option("--kind", help="Kind of model; default: phrase. auto: whichever does better on --dev."),
]
LmOrder = Annotated[int | None, typer.Option("--lm-order", help="Words in the LM's longest n-grams.")]
LmText = Annotated[list[Path] | None, typer.Option("--lm-text", help="More target text for the LM.")]
Lm = Annotated[
    list[Path] | None, typer.Option("--lm", help="Further LMs (binary, ARPA), or target text for each.")
]
Dev = Annotated[
    list[Path] | None,
    typer.Option("--dev", metavar="SOURCE REFERENCE...", help="Tune the weights on these at the end."),
]
LinksFile = Annotated[Path | None, typer.Option("--links", help="Pharaoh links of another aligner.")]
Casing = Annotated[
    Literal["truecase", "lower", "keep"] | None,
    typer.Option("--casing", help="What becomes of capitals; default: truecase."),
]
New = Annotated[
    list[Path] | None,
    typer.Option("--add", help="New pairs for a trained model: source and target file, or one TMX."),
]
Truncate = Annotated[bool, typer.Option("--truncate", help="Stop where the shorter file ends.")]
