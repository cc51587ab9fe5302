"""`manyways rerank prepare`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from manyways.cli import options as shared
from manyways.cli.verb import excludes, needs, together


@together(
    needs("--references", on=["--spare-lists"]),
    needs("--spare-source", on=["--spare-lists"]),
    needs("--trees", on=["--parser"]),
    excludes("--tagger", on=["--parser"]),
)
def command(
    ctx: typer.Context,
    source: Annotated[Path, typer.Option("--source", help="Source text, one sentence per line.")],
    target: Annotated[Path, typer.Option("--target", help="Its translation, line by line.")],
    out: Annotated[Path, typer.Option("--out", help="The pack: a directory to make or to finish.")],
    text: Annotated[list[Path] | None, typer.Option("--text", help="More text of the target side.")] = None,
    held_out: Annotated[
        Path | None, typer.Option("--held-out", help="Held-out text, to find the models' shares.")
    ] = None,
    ngrams: Annotated[
        list[Path] | None, typer.Option("--ngrams", help="Files of counted n-grams, as in Web 1T.")
    ] = None,
    lists: Annotated[
        Path | None,
        typer.Option("--spare-lists", help="Lists that serve nothing else: good and bad translations."),
    ] = None,
    lists_source: Annotated[Path | None, typer.Option("--spare-source", help="Their source texts.")] = None,
    references: Annotated[
        list[Path] | None, typer.Option("--references", help="Right translations of --spare-lists.")
    ] = None,
    tagger: Annotated[Path | None, typer.Option("--tagger", help="A tagger of the target language.")] = None,
    parser: Annotated[Path | None, typer.Option("--parser", help="A parser of the target language.")] = None,
    trees: Annotated[
        Path | None, typer.Option("--trees", help="Trees to learn from; default: of the target text.")
    ] = None,
    recipe: shared.Recipe = None,
    force: shared.Force = False,
    *,
    languages: shared.Languages,
    running: shared.Running,
) -> None:
    """Train what the rich features need (a pack): language models, word classes, n-grams, Model 1, and more.

    A second call does nothing; a killed one continues where it stopped. `features --pack` and `rerank train
    --pack` use the pack.

    Example: manyways rerank prepare --source train.de --target train.en --out packs/de-en
    """
    from manyways.features.rich import PackInputs, make_pack_settings
    from manyways.features.rich.preparing import prepare
    from manyways.tables import Table, print_tables

    given = languages.settings(source, target)
    inputs = PackInputs(**shared.given_fields(ctx, PackInputs))
    made = prepare(inputs, out, make_pack_settings(recipe, given), threads=running.threads, force=force)
    if running.json:
        shared.print_json(made.as_json())
    else:
        print_tables(Table(["step", "what", "CPU seconds"], [list(row) for row in made.rows()], right=True))
