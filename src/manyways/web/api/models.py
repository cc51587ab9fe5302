"""`/v1/models`, `/health`, `/metrics` and the description of the API."""

from __future__ import annotations

from typing import Any

from fastapi import Request
from pydantic import BaseModel
from starlette.responses import JSONResponse, PlainTextResponse, Response

from manyways.text.languages import language_name
from manyways.web.gate import Role, Routes, SiteHere

__all__ = ["routes"]

routes = Routes("v1")


class ModelOut(BaseModel):
    id: str
    object: str = "model"
    source: str
    target: str
    source_name: str
    target_name: str


class Models(BaseModel):
    object: str = "list"
    data: list[ModelOut]


class Health(BaseModel):
    status: str


@routes.get("/v1/models", role=Role.USER, response_model=Models)
async def models(site: SiteHere) -> Models:
    """The models that are open."""
    data = [
        ModelOut(
            id=each.name,
            source=each.source,
            target=each.target,
            source_name=language_name(each.source),
            target_name=language_name(each.target),
        )
        for each in site.engine.models.values()
    ]
    return Models(data=data)


@routes.get("/health", role=Role.ANYONE, response_model=Health)
async def health() -> Health:
    """Whether the server answers."""
    return Health(status="ok")


@routes.get("/metrics", role=Role.USER, response_class=PlainTextResponse)
async def metrics(site: SiteHere) -> Response:
    """Counts and times for Prometheus."""
    return PlainTextResponse(site.counts.text(), media_type="text/plain; version=0.0.4; charset=utf-8")


@routes.page("/openapi.json", role=Role.ANYONE)
async def description(request: Request) -> Response:
    """The description of the API (OpenAPI 3.1)."""
    found: dict[str, Any] = request.app.openapi()
    return JSONResponse(found)
