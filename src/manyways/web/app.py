"""The application: routes of all subjects behind one gate and one set of limits."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from fastapi import FastAPI
from starlette.middleware import Middleware

import manyways
from manyways.web import pages
from manyways.web.answers import Faults, handle_errors
from manyways.web.api import chat, choices, documents, libre, lists, models, tmserver, translate, workshop
from manyways.web.gate import GatedRoute, Routes
from manyways.web.limits import Limits
from manyways.web.settings import ServeSettings
from manyways.web.site import Site
from manyways.web.watch import Watch

__all__ = ["create_app"]

ROUTES: tuple[Routes, ...] = (
    pages.routes,
    models.routes,
    translate.routes,
    documents.routes,
    lists.routes,
    choices.routes,
    workshop.routes,
    workshop.cohere,
    libre.routes,
    tmserver.routes,
    chat.routes,
)


def create_app(settings: ServeSettings, *, site: Site | None = None, more: Sequence[Routes] = ()) -> FastAPI:
    """An ASGI application.

    site: what routes share, opened from the settings if it is not given. more: routes of other subjects.
    """
    own = site or Site.open(settings)

    @asynccontextmanager
    async def living(app: FastAPI) -> AsyncIterator[None]:
        own.engine.open()
        yield
        own.engine.close()

    app = FastAPI(
        title="Manyways",
        version=manyways.__version__,
        description="Many good ways to translate a sentence, and help to choose between them.",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
        lifespan=living,
        middleware=[Middleware(Watch, site=own), Middleware(Limits, settings=settings), Middleware(Faults)],
    )
    app.router.route_class = GatedRoute
    app.state.site = own
    for routes in (*ROUTES, *more):
        app.router.routes.extend(routes.router.routes)
    handle_errors(app)
    return app
