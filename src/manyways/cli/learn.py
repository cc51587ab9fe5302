"""`manyways learn`."""

from __future__ import annotations

from typing import Annotated

import typer

from manyways.cli import options as shared
from manyways.cli.study_files import Where, room_of_the_web


def command(
    out: Annotated[str, shared.written_file("--out", help="The reranker, a file that ends in .toml.")],
    store: Where = "studies.db",
    user: Annotated[str, typer.Option("--user", help="Only what this person chose.")] = "",
    client: Annotated[str, typer.Option("--client", help="Only what was chosen for this client.")] = "",
    project: Annotated[str, typer.Option("--project", help="Only what was chosen in this project.")] = "",
    seed: shared.Seed = 1,
    force: shared.Force = False,
    *,
    running: shared.Running,
) -> None:
    """Learn from the choices of people how to choose, and say what was learned.

    Every translation that somebody took or edited is a choice between those that were shown. The reranker is
    for `choose --by`. How well it foresees choices is told by folds: each by weights that were learned
    without it.

    Example: manyways learn --store studies.db --project manual --out manual.toml
    """
    from manyways.errors import ConfigError
    from manyways.tables import print_tables

    with room_of_the_web():
        from manyways.web.learn import learn
        from manyways.web.preferences import Scope, kept
        from manyways.web.store import Store

    if not out.endswith(".toml"):
        raise ConfigError("--out", out, "a file that ends in .toml")
    scope = Scope(user=user, client=client, project=project)
    learned = learn(kept(Store.open(store), scope), seed=seed, threads=running.threads)
    learned.trained.chooser.write(out)
    if running.json:
        shared.print_json(learned.as_json())
        return
    for each in learned.words:
        print(each)
    print_tables(*learned.tables())
