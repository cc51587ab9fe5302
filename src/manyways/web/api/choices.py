"""`/v1/choices`: what somebody preferred, which can be learned from."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from manyways.web.api.shapes import ShortText, Strict, Text
from manyways.web.gate import CallerHere, Role, Routes, SiteHere
from manyways.web.site import Choice

__all__ = ["routes"]

routes = Routes("v1")


class ChoiceIn(Strict):
    """A sentence, what was chosen for it, and what was shown."""

    source: Text
    chosen: Text
    shown: Annotated[list[Text], Field(max_length=200)] = Field(default=[])
    kind: Literal["pick", "edit"] = "pick"
    languages: tuple[ShortText, ShortText] = ("", "")
    project: ShortText = ""


class Kept(BaseModel):
    success: bool


@routes.post("/v1/choices", role=Role.USER, response_model=Kept)
async def choose(site: SiteHere, caller: CallerHere, choice: ChoiceIn) -> Kept:
    """Remember a choice, where the server has a store for it."""
    made = Choice(
        choice.source, choice.chosen, tuple(choice.shown), choice.kind, choice.languages, choice.project
    )
    await site.remember(caller, made)
    return Kept(success=True)
