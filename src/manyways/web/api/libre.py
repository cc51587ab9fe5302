"""The shape of LibreTranslate: what its many clients send, answered by our models."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Request
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from manyways.errors import InputError
from manyways.text.languages import language_name
from manyways.translator.ways import WaysSettings
from manyways.web.api.shapes import Text
from manyways.web.detect import Guess, guesses
from manyways.web.engine import Engine, Loaded
from manyways.web.gate import CallerHere, Role, Routes, SiteHere
from manyways.web.site import Choice
from manyways.web.work import Texts, in_order

__all__ = ["routes"]

routes = Routes("libretranslate")
Several = Annotated[list[Text], Field(min_length=1, max_length=10_000)]


class Loose(BaseModel):
    """What clients send besides is not used: api_key, format."""

    model_config = ConfigDict(extra="ignore")


class Wanted(Loose):
    q: Text | Several
    source: str = Field("auto", max_length=40)
    target: str = Field(max_length=40)
    alternatives: int = Field(0, ge=0, le=20)
    format: str = Field("text", max_length=20)


class Detected(BaseModel):
    confidence: float
    language: str


class TranslatedOut(BaseModel):
    translatedText: str | list[str]  # noqa: N815 - theirs
    alternatives: list[str] | list[list[str]] | None = None
    detectedLanguage: Detected | list[Detected] | None = None  # noqa: N815


class LanguageOut(BaseModel):
    code: str
    name: str
    targets: list[str]


class DetectIn(Loose):
    q: Text


class SuggestIn(Loose):
    """q: a source text, s: a better translation of it."""

    q: Text
    s: Text
    source: str = Field("", max_length=40)
    target: str = Field("", max_length=40)


class Success(BaseModel):
    success: bool


class LanguageName(BaseModel):
    code: str
    name: str


class FrontendSettings(BaseModel):
    charLimit: int  # noqa: N815
    frontendTimeout: int  # noqa: N815
    apiKeys: bool  # noqa: N815
    keyRequired: bool  # noqa: N815
    suggestions: bool
    supportedFilesFormat: list[str]  # noqa: N815
    language: dict[str, LanguageName]


def _body(model: type[BaseModel]) -> dict[str, Any]:
    """A body of JSON or of a form, for the description."""
    schema = model.model_json_schema(ref_template="#/components/schemas/{model}")
    kinds = ("application/json", "application/x-www-form-urlencoded")
    return {"requestBody": {"required": True, "content": {kind: {"schema": schema} for kind in kinds}}}


async def _read(request: Request, model: type[BaseModel]) -> Any:
    """The body of a request, as JSON or as a form."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    values: Any
    if kind in ("application/x-www-form-urlencoded", "multipart/form-data"):
        form = await request.form()
        values = {key: form.getlist(key) if len(form.getlist(key)) > 1 else form[key] for key in form}
    else:
        try:
            values = await request.json()
        except (ValueError, RecursionError):
            raise InputError("the body is not JSON") from None
    try:
        return model.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        raise InputError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from None


@routes.post(
    "/translate",
    role=Role.USER,
    response_model=TranslatedOut,
    response_model_exclude_none=True,
    openapi_extra=_body(Wanted),
)
async def translate(site: SiteHere, request: Request) -> TranslatedOut:
    """Texts, and with `alternatives` others that differ."""
    wanted: Wanted = await _read(request, Wanted)
    texts = [wanted.q] if isinstance(wanted.q, str) else wanted.q
    found = [guesses(text, site.engine)[0] for text in texts] if wanted.source == "auto" else []
    loaded = site.engine.model(None, found[0].language if found else wanted.source, wanted.target)
    whole = await _translated(site.engine, loaded, texts, wanted.alternatives)
    one = isinstance(wanted.q, str)
    best, others = [each[0] for each in whole], [each[1:] for each in whole]
    detected = [Detected(confidence=each.confidence, language=each.language) for each in found]
    return TranslatedOut(
        translatedText=best[0] if one else best,
        alternatives=None if not wanted.alternatives else others[0] if one else others,
        detectedLanguage=None if not detected else detected[0] if one else detected,
    )


async def _translated(engine: Engine, loaded: Loaded, texts: list[str], others: int) -> list[list[str]]:
    """Of each text the best, and `others` that differ: at most as many as its sentences have."""
    split = await engine.run(Texts.of, texts, loaded)
    engine.checked([piece.source for piece in split.pieces])
    wanted = WaysSettings(count=others + 1)
    ways: list[list[str]] = []
    async for each in in_order(engine, lambda piece: loaded.ways(piece.source, wanted), split.pieces):
        ways.append([way.text for way in each.candidates] or [each.source])
    whole = [
        split.joined([own[min(rank, len(own) - 1)] for own in ways], loaded.target)
        for rank in range(others + 1)
    ]
    return [list(dict.fromkeys(row[number] for row in whole)) for number in range(len(texts))]


@routes.get("/languages", role=Role.USER, response_model=list[LanguageOut])
async def languages(site: SiteHere) -> list[LanguageOut]:
    """The languages that can be translated from, and into which."""
    found: dict[str, list[str]] = {}
    for each in site.engine.models.values():
        targets = found.setdefault(each.source, [])
        found.setdefault(each.target, [])
        if each.target not in targets:
            targets.append(each.target)
    return [
        LanguageOut(code=code, name=language_name(code), targets=targets) for code, targets in found.items()
    ]


@routes.post("/detect", role=Role.USER, response_model=list[Detected], openapi_extra=_body(DetectIn))
async def detect(site: SiteHere, request: Request) -> list[Detected]:
    """Which of the languages of the open models a text is probably in."""
    wanted: DetectIn = await _read(request, DetectIn)
    found: list[Guess] = guesses(wanted.q, site.engine)
    return [Detected(confidence=each.confidence, language=each.language) for each in found]


@routes.post("/suggest", role=Role.USER, response_model=Success, openapi_extra=_body(SuggestIn))
async def suggest(site: SiteHere, caller: CallerHere, request: Request) -> Success:
    """A better translation, to learn from."""
    wanted: SuggestIn = await _read(request, SuggestIn)
    choice = Choice(wanted.q, wanted.s, (), "suggest", (wanted.source, wanted.target))
    await site.remember(caller, choice)
    return Success(success=True)


@routes.get("/frontend/settings", role=Role.USER, response_model=FrontendSettings)
async def frontend(site: SiteHere) -> FrontendSettings:
    """What a page for this server should know."""
    models = list(site.engine.models.values())
    pair = (models[0].source, models[0].target) if models else ("auto", "en")
    named = {
        side: LanguageName(code=code, name=code if code == "auto" else language_name(code))
        for side, code in zip(("source", "target"), pair, strict=True)
    }
    return FrontendSettings(
        charLimit=-1,
        frontendTimeout=500,
        apiKeys=False,
        keyRequired=False,
        suggestions=True,
        supportedFilesFormat=[".txt", ".tmx", ".xlf", ".po", ".srt", ".html", ".md"],
        language=named,
    )
