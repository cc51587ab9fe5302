"""`manyways study serve`."""

from __future__ import annotations

from typing import Annotated

import typer

from manyways.cli.study_files import Where, room_of_the_web
from manyways.cli.verb import needs, together


@together(needs("--name", on=["--host"]))
def command(
    store: Where = "studies.db",
    host: Annotated[str, typer.Option(help="Where to listen; only this machine by default.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Its port; 0: any that is free.")] = 8123,
    name: Annotated[list[str] | None, typer.Option(help="Host names that it is asked by.")] = None,
) -> None:
    """Serve the studies of a store: pages for editors, judges and admins.

    The first time it prints a link by which you become the admin. It listens on this machine alone unless
    --host says otherwise; for others, put a server that speaks TLS in front of it and give its name.

    Example: manyways study serve --store studies.db
    """
    with room_of_the_web():
        from manyways.web.accounts import Accounts
        from manyways.web.people import create_study_app
        from manyways.web.serving import serve
        from manyways.web.settings import ServeSettings
        from manyways.web.store import Store

    settings = ServeSettings(host=host, port=port, names=tuple(name or ()))
    kept = Store.open(store, create=True)
    accounts = Accounts(kept)

    def ready(address: str) -> None:
        if accounts.has_admin():
            print(f"open {address}studies  (Ctrl-C ends)", flush=True)
        else:
            print(f"become the admin: {address}join/{accounts.invite('admin', days=1)}", flush=True)

    serve(create_study_app(settings, kept), settings, ready)
