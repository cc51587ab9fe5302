"""The application of a study server: accounts before everything, and the routes of studies."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI, HTTPException, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse, Response

from manyways.web.accounts import Accounts
from manyways.web.answers import answer
from manyways.web.app import create_app
from manyways.web.gate import SESSION, Caller, Role, Routes
from manyways.web.people import learning, managing, showing, signing, working
from manyways.web.people.house import House
from manyways.web.preferences import remembering
from manyways.web.settings import ServeSettings
from manyways.web.site import Site
from manyways.web.store import Store
from manyways.web.studies.working import ConflictError, NotYoursError

__all__ = ["create_study_app"]

home = Routes("home")


@home.page("/", role=Role.ANYONE)
def first_page() -> Response:
    return RedirectResponse("/studies", 303)


def create_study_app(settings: ServeSettings, store: Store, **more: Any) -> FastAPI:
    """An ASGI application that knows accounts: nobody is let in without one, but to sign in.

    more: of the site, such as its log.
    """
    accounts = Accounts(store)

    async def who(request: Request) -> Caller:
        return await run_in_threadpool(accounts.caller, request.cookies.get(SESSION))

    site = Site.open(settings, who=who, secret=accounts.secret, remember=remembering(store), **more)
    subjects = [signing.routes, working.routes, managing.routes, showing.routes, learning.routes]
    app = create_app(settings, site=site, more=subjects)
    if (
        not settings.models and not settings.lists
    ):  # nothing to translate with: the first page is the studies'
        app.router.routes[:0] = home.router.routes
    app.state.house = House(store, accounts)
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(NotYoursError, _not_there)
    app.add_exception_handler(ConflictError, _conflict)
    return app


async def _refused(request: Request, error: Exception) -> Response:
    """Whoever is not signed in and looks at a page is asked to."""
    assert isinstance(error, HTTPException)
    if (
        error.status_code == 401
        and request.method == "GET"
        and "text/html" in request.headers.get("accept", "")
    ):
        return RedirectResponse("/sign-in", 303)
    return answer(request, error.status_code, str(error.detail), headers=error.headers)


async def _not_there(request: Request, error: Exception) -> Response:
    """Another's work and no work at all look the same."""
    return answer(request, 404, str(error))


async def _conflict(request: Request, error: Exception) -> Response:
    return answer(request, 409, str(error))
