"""The application: routes of all subjects behind one gate and one set of limits."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import FastAPI
from starlette.middleware import Middleware

import manyways
from manyways.web import pages
from manyways.web.answers import handle_errors
from manyways.web.gate import GatedRoute, Routes
from manyways.web.limits import Limits
from manyways.web.settings import ServeSettings
from manyways.web.site import Site

__all__ = ["create_app"]

ROUTES: tuple[Routes, ...] = (pages.routes,)


def create_app(settings: ServeSettings, *, site: Site | None = None, more: Sequence[Routes] = ()) -> FastAPI:
    """An ASGI application.

    site: what routes share, made of the settings if it is not given. more: routes of other subjects.
    """
    app = FastAPI(
        title="Manyways",
        version=manyways.__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        middleware=[Middleware(Limits, settings=settings)],
    )
    app.router.route_class = GatedRoute
    app.state.site = site or Site(settings)
    for routes in (*ROUTES, *more):
        app.router.routes.extend(routes.router.routes)
    handle_errors(app)
    return app
