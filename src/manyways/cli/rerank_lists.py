"""`manyways rerank lists`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from manyways.cli import options as shared


def command(
    source: Annotated[Path, typer.Option("--source", help="Source text, one sentence per line.")],
    target: Annotated[Path, typer.Option("--target", help="Its translation, line by line.")],
    out: Annotated[str, shared.written_file("--out", help="Where the lists go, as JSON Lines.")],
    work: Annotated[Path, typer.Option("--work", help="A directory for the models of the folds.")],
    jackknife: Annotated[int, typer.Option("--jackknife", min=2, max=100, help="Parts of the corpus.")] = 5,
    nbest: Annotated[int, typer.Option("--nbest", min=1, help="Candidates per sentence.")] = 100,
    recipe: shared.Recipe = None,
    force: shared.Force = False,
    seed: shared.Seed = 1,
    *,
    running: shared.Running,
) -> None:
    """Make lists to learn from out of parallel text: each part is translated by a model of the others.

    A model knows its own training text by heart; lists of such sentences teach a reranker the wrong things.

    Example: manyways rerank lists --source train.de --target train.en --work folds --out lists.jsonl
    """
    from manyways.candidates import write
    from manyways.progress import say
    from manyways.rerank import JackknifeSettings
    from manyways.rerank import jackknife as made
    from manyways.train import make_recipe

    settings = JackknifeSettings(folds=jackknife, size=nbest, seed=seed, train=make_recipe(recipe, {}))
    lists = made(source, target, work, settings, threads=running.threads)
    write(lists, out, format="jsonl")
    if running.json:
        shared.print_json({"sentences": len(lists), "candidates": lists.candidate_count})
    else:
        say(f"{lists.candidate_count:,} candidates of {len(lists):,} sentences")
