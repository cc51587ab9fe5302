"""`manyways rerank ablate`."""

from __future__ import annotations

from typing import Annotated

import typer

from manyways.cli import options as shared
from manyways.cli.rerank_files import Features, Lists, Pack, References, files_of
from manyways.cli.verb import needs, together


@together(needs("--by-position", on=["--references"]), needs("--tokenise", on=["--metric bleu"]))
def command(
    ctx: typer.Context,
    lists: Lists,
    references: References = None,
    features: Features = None,
    pack: Pack = None,
    tuner: shared.With = "svm",
    own: shared.Own = None,
    metric: Annotated[shared.MetricName, typer.Option(help="What is to be best.")] = "bleu",
    folds: Annotated[int, typer.Option(min=2, help="Parts for honest scores.")] = 5,
    source_format: shared.From = None,
    per_source: shared.PerSource = None,
    by_position: shared.ByPosition = False,
    tokenise: shared.Tokenise = None,
    tokenised: shared.Tokenised = False,
    seed: shared.Seed = 1,
    threads: shared.Threads = 0,
    json: shared.Json = False,
    quiet: shared.Quiet = False,
) -> None:
    """Show what each feature is worth: the score by folds without it, all else equal.

    Features of one name, such as TranslationModel0[0] and [1], go together.

    Example: manyways rerank ablate dev.jsonl --references dev.en
    """
    from manyways.rerank import RerankSettings, ablate_files
    from manyways.tables import print_tables

    settings = RerankSettings(
        learner=tuner,
        own=shared.named_values("--set", own or []),
        features=tuple(",".join(features or ["all"]).split(",")),
        metric=metric,
        tokenise=shared.tokeniser_of(tokenise, tokenised=tokenised),
        folds=folds,
        seed=seed,
    )
    found = ablate_files(files_of(ctx), settings, threads=threads)
    shared.print_json(found.as_json()) if json else print_tables(*found.tables())
