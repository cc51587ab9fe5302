"""`manyways study serve`."""

from __future__ import annotations

from typing import Annotated

import typer

from manyways.cli.study_files import Where


def command(
    store: Where = "studies.db",
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="The port; 0: any that is free.")
    ] = 8123,
    name: Annotated[
        list[str] | None, typer.Option("--name", help="A host name that requests may come under.")
    ] = None,
) -> None:
    """Serve the studies of a store: pages for editors, judges and admins.

    The first time it prints a link by which you become the admin. It listens on this machine alone unless
    --host says otherwise; for others, put a server that speaks TLS in front of it and give its name.

    Example: manyways study serve --store studies.db
    """
    from manyways.web.accounts import Accounts
    from manyways.web.people import create_study_app
    from manyways.web.people.server import listen, serve
    from manyways.web.settings import ServeSettings
    from manyways.web.store import Store

    settings = ServeSettings(host=host, port=port, names=tuple(name or ()))
    kept = Store.open(store, create=True)
    app = create_study_app(settings, kept)
    place = listen(settings)
    address = f"http://{host}:{place.getsockname()[1]}"
    accounts = Accounts(kept)
    if accounts.has_admin():
        print(f"studies: {address}/studies", flush=True)
    else:
        print(f"become the admin: {address}/join/{accounts.invite('admin', days=1)}", flush=True)
    serve(app, place)
