"""Options of `manyways diversify` alone."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

__all__ = ["Enough", "Floor", "Gate", "Measure", "Method", "Unit"]

Unit = Annotated[
    Literal["deviation", "log"],
    typer.Option("--unit", help="Unit of the strength; deviation is that of the scores within a list."),
]
Method = Annotated[
    Literal["greedy", "coverage", "dpp"], typer.Option("--method", help="How candidates are chosen.")
]
Floor = Annotated[
    float | None, typer.Option("--floor", help="Least share of the best agreement, without scores; 0.5.")
]
Measure = Annotated[
    Literal["oracle", "coverage"],
    typer.Option("--measure", help="What to maximise; oracle is the BLEU of the best possible choice."),
]
Gate = Annotated[
    str | None,
    typer.Option("--unless", metavar="CHOOSER", help="What choose --learn wrote: its choice alone, if good."),
]
Enough = Annotated[
    float, typer.Option("--enough", min=0, max=100, help="The expected quality from which a choice is good.")
]
