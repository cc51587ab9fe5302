"""The shape of tmserver (Translate Toolkit, amaGama): how Weblate and others ask for suggestions."""

from __future__ import annotations

from pydantic import BaseModel

from manyways.translator.ways import WaysSettings
from manyways.web.gate import Role, Routes, SiteHere

__all__ = ["routes"]

routes = Routes("tmserver")
SUGGESTIONS = 5
STRENGTH = 0.05


class Languages(BaseModel):
    sourceLanguages: list[str]  # noqa: N815 - theirs
    targetLanguages: list[str]  # noqa: N815


class Suggestion(BaseModel):
    source: str
    target: str
    quality: float


@routes.get("/tmserver/languages/", role=Role.USER, response_model=Languages)
@routes.get("/languages/", role=Role.USER, response_model=Languages)
async def languages(site: SiteHere) -> Languages:
    """The languages of the open models, written as Weblate writes them."""
    models = site.engine.models.values()
    return Languages(
        sourceLanguages=sorted({_written(each.source) for each in models}),
        targetLanguages=sorted({_written(each.target) for each in models}),
    )


@routes.get("/tmserver/{source}/{target}/unit/{text:path}", role=Role.USER, response_model=list[Suggestion])
@routes.get("/{source}/{target}/unit/{text:path}", role=Role.USER, response_model=list[Suggestion])
async def unit(site: SiteHere, source: str, target: str, text: str) -> list[Suggestion]:
    """Translations that differ, the best first, with a quality from 0 to 100."""
    loaded = site.engine.model(None, source, target)
    if not text.strip():
        return []
    site.engine.checked([text])
    found = await site.engine.run(loaded.ways, text, WaysSettings(count=SUGGESTIONS, strength=STRENGTH))
    return [Suggestion(source=text, target=way.text, quality=way.quality) for way in found.candidates]


def _written(code: str) -> str:
    return code.replace("-", "_").lower()
