"""For people and programs: pages, an HTTP API, documents, candidate lists to browse.

    from manyways.web import ServeSettings, create_app

    app = create_app(ServeSettings(models=("models/de-en",)))      # an ASGI application

Needs the extra `web` (`pip install 'manyways[web]'`). The room calls the same functions as the verbs; it owns
what comes in and goes out over HTTP, and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from manyways.lazy import lazy_names

if TYPE_CHECKING:
    from manyways.web.app import create_app
    from manyways.web.gate import Caller, Role, Routes
    from manyways.web.settings import ServeSettings
    from manyways.web.site import Site

__all__ = ["Caller", "Role", "Routes", "ServeSettings", "Site", "create_app"]

# Verbs that only read a store do not load a server.
__getattr__ = lazy_names(
    __name__,
    {
        "Caller": "manyways.web.gate",
        "Role": "manyways.web.gate",
        "Routes": "manyways.web.gate",
        "ServeSettings": "manyways.web.settings",
        "Site": "manyways.web.site",
        "create_app": "manyways.web.app",
    },
)
