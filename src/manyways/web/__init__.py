"""For people and programs: pages, an HTTP API, documents, candidate lists to browse.

    from manyways.web import ServeSettings, create_app

    app = create_app(ServeSettings(models=("models/de-en",)))      # an ASGI application

Needs the extra `web` (`pip install 'manyways[web]'`). The room calls the same functions as the verbs; it owns
what comes in and goes out over HTTP, and nothing else.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from manyways.web.app import create_app
    from manyways.web.gate import Caller, Role, Routes
    from manyways.web.settings import ServeSettings
    from manyways.web.site import Site

__all__ = ["Caller", "Role", "Routes", "ServeSettings", "Site", "create_app"]

_HOMES = {
    "Caller": "gate",
    "Role": "gate",
    "Routes": "gate",
    "ServeSettings": "settings",
    "Site": "site",
    "create_app": "app",
}


def __getattr__(name: str) -> Any:
    """Imported when they are first used: verbs that only read a store do not load a server."""
    if name in _HOMES:
        return getattr(importlib.import_module(f"manyways.web.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'manyways.web' has no attribute {name!r}")
