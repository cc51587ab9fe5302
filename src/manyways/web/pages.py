"""Pages for people, and the files that they use."""

from __future__ import annotations

from fastapi import HTTPException, Request
from starlette.responses import Response

from manyways.web.gate import Role, Routes, SiteHere

__all__ = ["routes"]

routes = Routes("pages")


@routes.page("/", role=Role.USER)
async def first_page(request: Request, site: SiteHere) -> Response:
    return site.pages.render(request, "base.html")


@routes.page("/static/{name}", role=Role.ANYONE)
async def static_file(request: Request, site: SiteHere, name: str) -> Response:
    """A file of the package, by its name in a table that was made at the start."""
    found = site.pages.static.get(name)
    if found is None:
        raise HTTPException(404, "there is no such file")
    headers = {"ETag": found.tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == found.tag:
        return Response(status_code=304, headers=headers)
    return Response(found.data, media_type=found.kind, headers=headers)
