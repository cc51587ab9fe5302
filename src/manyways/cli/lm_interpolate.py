"""`manyways lm interpolate`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from manyways.cli.lm_files import Out, beside, numbers
from manyways.cli.options import Force, Json, Quiet, print_json
from manyways.cli.verb import excludes, together
from manyways.progress import Progress


@together(excludes("--shares", on=["--held-out"]))
def command(
    models: Annotated[list[Path], typer.Argument(help="Models: binary, *.arpa or *.arpa.gz.")],
    out: Out,
    held_out: Annotated[
        Path | None, typer.Option("--held-out", help="Held-out text, to find the models' shares.")
    ] = None,
    shares: Annotated[
        str | None, typer.Option("--shares", help="The models' shares, if they are known: 0.7,0.3.")
    ] = None,
    force: Force = False,
    json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Mix models into one, with shares that suit held-out text best (or given ones).

    Example: manyways lm interpolate news.bin speeches.bin --held-out dev.en --out lm.bin
    """
    from manyways.errors import UsageError
    from manyways.files import open_text
    from manyways.lm import LanguageModel, interpolate, save, tune_weights

    if held_out is None and shares is None:
        raise UsageError("manyways lm interpolate needs --held-out TEXT or --shares NUMBERS")
    tell = beside(out, json=json)
    opened = [LanguageModel.open(path) for path in models]
    if held_out is not None:
        with open_text(held_out) as lines, Progress("finding the shares"):
            chosen = tune_weights(opened, lines)
    else:
        chosen = numbers("--shares", shares or "", float)
    with Progress("mixing"):
        ngrams = interpolate(opened, chosen)
        save(ngrams, out)
    names = [str(path) for path in models]
    if json:
        print_json({"out": str(out), "weights": dict(zip(names, chosen, strict=True)), "sizes": ngrams.sizes})
        return
    for name, weight in zip(names, chosen, strict=True):
        tell(f"{weight:.6f}\t{name}")
