"""Pages for people, and the files that they use."""

from __future__ import annotations

from fastapi import HTTPException, Request
from starlette.responses import Response

from manyways.text.languages import language_name
from manyways.web.engine import Loaded
from manyways.web.gate import Role, Routes, SiteHere

__all__ = ["routes"]

routes = Routes("pages")


@routes.page("/", role=Role.USER)
async def first_page(request: Request, site: SiteHere) -> Response:
    """Where people translate."""
    models = [
        {"name": each.name, "source": each.source, "target": each.target, "title": _title(each)}
        for each in site.engine.models.values()
    ]
    return site.pages.render(request, "translate.html", models=models, lists=bool(site.lists.rows))


@routes.page("/lists", role=Role.USER)
async def lists_page(request: Request, site: SiteHere) -> Response:
    """Where people look at candidates of any system."""
    return site.pages.render(request, "lists.html", total=len(site.lists.rows), systems=site.lists.systems)


@routes.page("/api", role=Role.USER)
async def api_page(request: Request, site: SiteHere) -> Response:
    """What programs can ask for."""
    groups: dict[str, list[tuple[str, str, str]]] = {}
    for path, methods in request.app.openapi()["paths"].items():
        for method, about in methods.items():
            text = about.get("description", about.get("summary", "")).split("\n")[0]
            groups.setdefault(about["tags"][0], []).append((method.upper(), path, text))
    return site.pages.render(request, "api.html", groups=list(groups.items()))


def _title(loaded: Loaded) -> str:
    return f"{language_name(loaded.source)} → {language_name(loaded.target)} ({loaded.name})"


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
