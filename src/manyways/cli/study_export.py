"""`manyways study export`."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from manyways.cli import options as shared
from manyways.cli.study_files import Name, Where, room_of_the_web

What = Literal["jsonl", "edits", "judgements", "campaign-edit", "campaign-judge"]


def command(
    name: Name,
    store: Where = "studies.db",
    out: Annotated[str, shared.written_file("--out", help="Where it goes; - is standard output.")] = "-",
    what: Annotated[
        What,
        typer.Option("--as", help="All as JSON Lines, a table as CSV, or tasks as a campaign of Pearmut."),
    ] = "jsonl",
    force: shared.Force = False,
) -> None:
    """Write what people did, or what they are to do. People are numbers in it, not names.

    Before it writes it checks that nobody has altered the log; the first line of JSON Lines has its last
    hash.

    Example: manyways study export pilot --as edits --out edits.csv
    """
    from manyways.outputs import atomic_write

    with room_of_the_web():
        from manyways.web.store import Store
        from manyways.web.studies.export import exported

    text = exported(Store.open(store), name, what)
    with atomic_write(out) as stream:
        stream.write(text)
