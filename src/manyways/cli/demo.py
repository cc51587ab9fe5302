"""`manyways demo`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from manyways.cli.options import Force, Running, print_json
from manyways.tables import Table, print_tables


def command(
    out: Annotated[Path, typer.Option("--out", help="The directory of the run.")] = Path("runs/demo"),
    force: Force = False,
    *,
    running: Running,
) -> None:
    """Show everything on the embedded language, offline.

    Learns a model of a small German-English language, translates with it, judges the result, and writes a
    report that opens in any browser.

    Example: manyways demo --out runs/demo
    """
    from manyways.demo import run_demo
    from manyways.demo.pictures import score_rows
    from manyways.outputs import claim_directory

    claim_directory(out, "demo", force=force)
    demo = run_demo(out, threads=running.threads)
    if running.json:
        scores = {title: {n: s.value for n, s in each.items()} for title, each in demo.rows}
        signatures = {name: str(signature) for name, signature in demo.signatures.items()}
        print_json(
            {
                "scores": scores,
                "signatures": signatures,
                "seconds": demo.seconds,
                "report": str(out / "report.html"),
            }
        )
        return
    print_tables(Table(*score_rows(demo.rows), caption=demo.how_scored()))
    print(f"report: {out / 'report.html'}")
    print(f"the page: manyways serve {out / 'tuned'}  (needs the extra web; in a checkout: make web)")
