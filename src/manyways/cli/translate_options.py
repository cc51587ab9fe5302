"""Options that `manyways translate` alone has."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

if TYPE_CHECKING:
    from manyways.diverse import DiverseSettings

__all__ = [
    "Alignment",
    "Distinct",
    "Diverse",
    "Flags",
    "GraphFormat",
    "GraphOut",
    "LineByLine",
    "Mbr",
    "Nbest",
    "Numbers",
    "OtherWeights",
    "diverse_settings",
]

Nbest = Annotated[
    int | None, typer.Option("--nbest", min=1, help="Write lists of this many best candidates.")
]
Distinct = Annotated[bool, typer.Option("--distinct", help="No text twice in a list.")]
Diverse = Annotated[
    int | None, typer.Option("--diverse", min=1, help="Write lists of this many that differ.")
]
Mbr = Annotated[bool, typer.Option("--mbr", help="Write the consensus (minimum Bayes risk).")]
Alignment = Annotated[bool, typer.Option("--alignment", help="Append word links after ` ||| `.")]
GraphOut = Annotated[
    Path | None, typer.Option("--graph-out", help="Directory for search graphs, one per sentence.")
]
GraphFormat = Annotated[
    Literal["json", "fst", "plf"],
    typer.Option("--graph-format", help="How: fst is OpenFst's text format, plf Moses's lattices."),
]
OtherWeights = Annotated[Path | None, typer.Option("--weights", help="Replace the model's weights.")]
LineByLine = Annotated[
    bool, typer.Option("--line-by-line", help="A line is one sentence: do not look for several in it.")
]
Numbers = Annotated[
    bool, typer.Option("--numbers", help="Write numbers as the target language does: 3.500 as 3,500.")
]
Flags = Annotated[
    bool,
    typer.Option("--flags", help="Tell what looks lost (negation, numbers) and which words were copied."),
]
EngineName = Literal["graph", "redecode", "exact", "groups", "sample"]


def diverse_settings(
    rounds: int | None, each: int | None, order: int, strength: float, engine: EngineName
) -> DiverseSettings | None:
    """What --diverse and its options ask for."""
    if rounds is None:
        return None
    from manyways.diverse import Dissimilarity, DiverseSettings

    near = Dissimilarity.of(order)
    return DiverseSettings(
        rounds=rounds, each=each or 1, strength=strength, dissimilarity=near, engine=engine
    )
