"""`manyways serve`: pages for people and an HTTP API for programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Annotated, Any

import typer

from manyways.cli import options as shared
from manyways.cli.verb import needs, together

__all__ = ["command"]

_REMEDY = "Install it: pip install 'manyways[web]'; in a checkout: make web"


@together(needs("--name", on=["--host"]))
def command(
    models: Annotated[
        list[str] | None, typer.Argument(metavar="[MODEL]...", help="Model directories.")
    ] = None,
    lists: Annotated[
        list[str] | None, typer.Option(help="Candidates to browse, in any format, or a file per system.")
    ] = None,
    glossary: shared.Glossary = None,
    by: Annotated[
        str, typer.Option(metavar="WHAT", help="What candidates are chosen by, as in choose.")
    ] = "mbr",
    combiner: Annotated[str | None, typer.Option(help="What combines them; see combine train.")] = None,
    host: Annotated[str, typer.Option(help="Where to listen; only this machine by default.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Its port; 0: any that is free.")] = 8123,
    name: Annotated[list[str] | None, typer.Option(help="Host names that it is asked by.")] = None,
    store: Annotated[
        str | None,
        typer.Option(help="Where studies and choices are kept: a file, or postgresql://user@host/name."),
    ] = None,
    upstream: Annotated[
        str | None,
        typer.Option(metavar="URL", help="A language-model server that /v1/chat/completions asks."),
    ] = None,
    rate: Annotated[int, typer.Option(min=0, help="Requests a minute of one client; 0: no limit.")] = 6000,
    seconds: Annotated[float, typer.Option(min=0.1, help="The longest that an answer may take.")] = 30.0,
    *,
    running: shared.Running,
) -> None:
    """Serve a page that shows where translations differ, and an HTTP API.

    Models are opened once. Without models it browses --lists. Only this machine can reach it unless --host
    says otherwise. With --store it keeps what people choose, for `manyways learn`. What happens is logged as
    JSON lines on standard error, without texts; --quiet: nothing.

    Example: manyways serve models/de-en --lists systems.jsonl
    """
    from manyways.errors import DependencyError, UsageError

    if not models and not lists and not upstream:
        raise UsageError("nothing to serve: name a MODEL, --lists or --upstream")
    try:
        from manyways.web import ServeSettings, Site, create_app
        from manyways.web.preferences import remembering
        from manyways.web.serving import serve
        from manyways.web.store import Store
    except ImportError as error:
        raise DependencyError(f"the server needs {error.name}, which is missing", remedy=_REMEDY) from None

    settings = ServeSettings(
        models=tuple(models or ()),
        lists=tuple(lists or ()),
        glossary=str(glossary) if glossary else None,
        by=by,
        combiner=combiner,
        host=host,
        port=port,
        names=tuple(name or ()),
        upstream=upstream,
        rate=rate,
        seconds=seconds,
    )
    kept = {} if store is None else {"remember": remembering(Store.open(store, create=True))}
    site = Site.open(settings, log=_ignore if running.quiet else _log, **kept)
    app = create_app(settings, site=site)
    serve(app, settings, lambda address: _ready(address, as_json=running.json))


def _ready(address: str, *, as_json: bool) -> None:
    shared.print_json({"address": address}) if as_json else print(f"open {address}  (Ctrl-C ends)")
    sys.stdout.flush()


def _log(event: Mapping[str, Any]) -> None:
    print(json.dumps(event, ensure_ascii=False), file=sys.stderr, flush=True)


def _ignore(event: Mapping[str, Any]) -> None:
    pass
