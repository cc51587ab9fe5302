"""`/v1/lists`: the candidate lists that the server was started with."""

from __future__ import annotations

from typing import Annotated

from fastapi import Query
from pydantic import BaseModel

from manyways.web.browse import View
from manyways.web.gate import Role, Routes, SiteHere

__all__ = ["routes"]

routes = Routes("v1")


class ShownOut(BaseModel):
    text: str
    systems: list[str]
    score: float | None


class RowOut(BaseModel):
    number: int
    id: str
    source: str
    references: list[str]
    candidates: list[ShownOut]


class ListsOut(BaseModel):
    """total: all that fit the search."""

    total: int
    offset: int
    systems: list[str]
    rows: list[RowOut]


@routes.get("/v1/lists", role=Role.USER, response_model=ListsOut)
async def lists(
    site: SiteHere,
    search: Annotated[str, Query(max_length=200, description="Words that a sentence has.")] = "",
    system: Annotated[
        str, Query(max_length=100, description="A system whose text is not the first one.")
    ] = "",
    differ: Annotated[bool, Query(description="Only sentences whose candidates differ.")] = False,
    offset: Annotated[int, Query(ge=0, le=10**9)] = 0,
    limit: Annotated[int, Query(ge=1, le=200)] = 25,
) -> ListsOut:
    """Sentences with their candidates, a page at a time."""
    view = View(search, system, differ, offset, limit)
    total, rows = await site.engine.run(site.lists.page, view)
    found = [RowOut.model_validate(row, from_attributes=True) for row in rows]
    return ListsOut(total=total, offset=offset, systems=site.lists.systems, rows=found)
