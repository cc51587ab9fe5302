"""Learning from choices by a button: whose choices, what was learned of them, and the reranker as a file."""

from __future__ import annotations

from typing import Annotated

from fastapi import Form, Request
from starlette.responses import Response

from manyways.errors import ManywaysError
from manyways.outputs import scratch_directory
from manyways.web.gate import Role, Routes, SiteHere
from manyways.web.learn import FEWEST, Learned, learn
from manyways.web.people.house import HouseHere
from manyways.web.preferences import Scope, kept, scopes

__all__ = ["routes"]

routes = Routes("learning")
_HIDDEN = {"include_in_schema": False, "response_model": None}
Name = Annotated[str, Form(max_length=200)]


@routes.page("/learn", role=Role.ADMIN)
def learn_page(request: Request, site: SiteHere, house: HouseHere) -> Response:
    return _page(request, site, house, None, "")


@routes.post("/learn", role=Role.ADMIN, **_HIDDEN)
def learn_now(
    request: Request,
    site: SiteHere,
    house: HouseHere,
    user: Name = "",
    client: Name = "",
    project: Name = "",
    file: Annotated[bool, Form()] = False,
) -> Response:
    """What was learned, on the page or as a file for `choose --by`."""
    scope = Scope(user=user, client=client, project=project)
    try:
        learned = learn(kept(house.store, scope))
    except ManywaysError as error:
        return _page(request, site, house, None, str(error))
    if not file:
        return _page(request, site, house, (scope, learned), "")
    with scratch_directory() as folder:
        learned.trained.chooser.write(folder / "learned.toml")
        body = (folder / "learned.toml").read_bytes()
    headers = {"Content-Disposition": 'attachment; filename="learned.toml"'}
    return Response(body, media_type="application/toml", headers=headers)


def _page(
    request: Request, site: SiteHere, house: HouseHere, found: tuple[Scope, Learned] | None, message: str
) -> Response:
    scope, learned = found or (None, None)
    values = {"scopes": scopes(house.store), "fewest": FEWEST, "scope": scope, "learned": learned}
    status = 400 if message else 200
    return site.pages.render(request, "learn.html", status, message=message, **values)
