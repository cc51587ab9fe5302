"""`manyways lm estimate`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Literal

import typer

from manyways.cli.lm_files import Out, beside, numbers
from manyways.cli.options import Classes, Force, Order, Running, print_json
from manyways.cli.verb import needs, together


@together(
    needs("--sentence-weights", on=["--smoothing witten-bell"]),
    needs("--discount-fallback", on=["--smoothing kneser-ney"]),
)
def command(
    text: Annotated[
        list[str], typer.Argument(help="Tokenised text, one sentence per line; may be *.gz or -.")
    ],
    out: Out,
    order: Order = 5,
    smoothing: Annotated[
        Literal["kneser-ney", "witten-bell"],
        typer.Option("--smoothing", help="How n-grams that were never seen get a probability."),
    ] = "kneser-ney",
    prune: Annotated[
        str, typer.Option("--prune", help="Leave out n-grams seen at most this often, by length: 0,0,1.")
    ] = "0",
    discount_fallback: Annotated[
        bool, typer.Option("--discount-fallback", help="Use discounts 0.5, 1, 1.5 where the text gives none.")
    ] = False,
    weights: Annotated[
        Path | None,
        typer.Option("--sentence-weights", help="One number per sentence, which multiplies its counts."),
    ] = None,
    classes: Classes = None,
    memory: Annotated[
        int, typer.Option("--memory", help="Mebibytes (MiB) beyond which counts are sorted on disk.")
    ] = 1024,
    temporary: Annotated[Path | None, typer.Option("--temporary", help="Folder for temporary files.")] = None,
    force: Force = False,
    *,
    running: Running,
) -> None:
    """Estimate a language model from tokenised text.

    Interpolated modified Kneser-Ney as KenLM's lmplz computes it, or Witten-Bell.

    Example: manyways lm estimate train.en --order 5 --out lm.bin
    """
    from manyways.lm import EstimateSettings, WordClasses, estimate_arpa, estimate_files, is_arpa, save

    settings = EstimateSettings(
        order=order,
        smoothing=smoothing,
        prune=tuple(numbers("--prune", prune, int)),
        discount_fallback=(0.5, 1.0, 1.5) if discount_fallback else None,
        memory=memory,
        temporary=None if temporary is None else str(temporary),
    )
    tell = beside(out, json=running.json)
    read = None if classes is None else WordClasses.read(classes)
    start = time.process_time()
    if is_arpa(out):
        reports = estimate_arpa(text, out, settings, weights=weights, classes=read, threads=running.threads)
    else:
        result = estimate_files(text, settings, weights=weights, classes=read, threads=running.threads)
        reports = result.reports
        save(result.ngrams, out)
    orders = [
        {"n": n, "seen": r.ngrams, "kept": r.kept, "discounts": r.discounts, "fallback": r.fallback}
        for n, r in enumerate(reports, 1)
    ]
    if running.json:
        print_json({"out": str(out), "orders": orders, "cpu_seconds": time.process_time() - start})
        return
    for each in orders:
        tell("{n}-grams: {kept:,} of {seen:,}".format(**each))
