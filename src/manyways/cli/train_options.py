"""Options that `manyways train` alone has."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

if TYPE_CHECKING:
    from manyways.train import Inputs

__all__ = [
    "Casing",
    "Dev",
    "Kind",
    "Lm",
    "LmOrder",
    "LmText",
    "Out",
    "Texts",
]

Out = Annotated[Path, typer.Option("--out", help="The model directory to make or to finish.")]
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
Casing = Annotated[
    Literal["truecase", "lower", "keep"] | None,
    typer.Option("--casing", help="What becomes of capitals; default: truecase."),
]


@dataclass(frozen=True)
class Texts:
    """Pairs to learn from, at first or later."""

    source: Annotated[
        Path | None, typer.Option("--source", help="Source text, or a TMX, XLIFF or PO file with both.")
    ] = None
    target: Annotated[Path | None, typer.Option("--target", help="Its translation, line by line.")] = None
    new: Annotated[
        list[Path] | None,
        typer.Option("--add", help="New pairs for a trained model: source and target file, or one TMX."),
    ] = None
    links: Annotated[Path | None, typer.Option("--links", help="Pharaoh links of another aligner.")] = None
    truncate: Annotated[bool, typer.Option("--truncate", help="Stop where the shorter file ends.")] = False

    def inputs(self) -> Inputs:
        """As training takes them; a UsageError if there are none, or too many."""
        from manyways.errors import UsageError
        from manyways.train import Inputs

        files = self.new or [each for each in (self.source, self.target) if each is not None]
        if (self.source is None and not self.new) or len(files) > 2:
            raise UsageError("manyways train needs --source and --target, or --add with one file or two")
        second = files[1] if len(files) > 1 else None
        return Inputs(source=files[0], target=second, links=self.links, truncate=self.truncate)
