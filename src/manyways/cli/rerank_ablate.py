"""`manyways rerank ablate`."""

from __future__ import annotations

import typer

from manyways.cli import options as shared
from manyways.cli.rerank_files import Learning, Lists, Pack, References, files_of
from manyways.cli.verb import needs, together


@together(needs("--by-position", on=["--references"]), needs("--tokenise", on=["--metric bleu"]))
def command(
    ctx: typer.Context,
    lists: Lists,
    references: References = None,
    pack: Pack = None,
    *,
    reading: shared.Reading,
    learning: Learning,
    running: shared.Running,
) -> None:
    """Show what each feature is worth: the score by folds without it, all else equal.

    Features of one name, such as TranslationModel0[0] and [1], go together.

    Example: manyways rerank ablate dev.jsonl --references dev.en
    """
    from manyways.rerank import ablate_files
    from manyways.tables import print_tables

    found = ablate_files(files_of(ctx), learning.settings(), threads=running.threads)
    shared.print_json(found.as_json()) if running.json else print_tables(*found.tables())
