"""`manyways study analyse`."""

from __future__ import annotations

from manyways.cli import options as shared
from manyways.cli.study_files import Name, Where, room_of_the_web
from manyways.progress import warn


def command(
    name: Name,
    store: Where = "studies.db",
    html: shared.Html = None,
    json: shared.Json = False,
    force: shared.Force = False,
) -> None:
    """Say what a study shows: whose texts are preferred, what editing cost, how far judges agree.

    Preference stands by quarters of the first translation's BLEU+1. Judges who failed their checks of
    attention are left out, and it is said how many.

    Example: manyways study analyse pilot --html pilot.html
    """
    from manyways.tables import print_tables

    with room_of_the_web():
        from manyways.web.store import Store
        from manyways.web.studies import presenting
        from manyways.web.studies.analysis import Analysis
        from manyways.web.studies.creating import find
        from manyways.web.studies.results import results_of

    kept = Store.open(store)
    analysis = Analysis(results_of(kept, find(kept, name)))
    if html is not None:
        presenting.report(analysis).write(html)
    if json:
        shared.print_json(presenting.as_json(analysis))
        return
    for remark in presenting.remarks(analysis):
        warn(f"note: {remark}")
    print_tables(*presenting.tables(analysis))
