"""`/v1/translate`: many ways to translate each sentence of a text."""

from __future__ import annotations

import math
from collections.abc import AsyncIterator

from starlette.responses import Response, StreamingResponse

from manyways.errors import ConfigError
from manyways.exact import Proof
from manyways.translator.ways import Way, WaysSettings
from manyways.web.api.shapes import (
    Candidate,
    Certificate,
    Completed,
    SentenceOut,
    ShortText,
    Strict,
    Text,
    Translated,
    TranslatedText,
    TranslateRequest,
    described,
)
from manyways.web.engine import Engine, Loaded
from manyways.web.gate import Role, Routes, SiteHere
from manyways.web.work import Piece, Texts, in_order

__all__ = ["routes", "sentence_of"]

routes = Routes("v1")
PROOF_SECONDS = 10.0


@routes.post(
    "/v1/translate",
    role=Role.USER,
    response_model=Translated,
    response_model_exclude_none=True,
    responses={200: {"content": described(SentenceOut)}},
)
async def translate(site: SiteHere, wanted: TranslateRequest) -> Translated | Response:
    """The best translation of each sentence and others that differ; with `prefix`, one that begins so."""
    loaded = site.engine.model(wanted.model, wanted.source, wanted.target).with_terms(wanted.glossary)
    texts = [wanted.q] if isinstance(wanted.q, str) else wanted.q
    split = await site.engine.run(Texts.of, texts, loaded)
    site.engine.checked([piece.source for piece in split.pieces])
    if wanted.prefix is not None and len(split.pieces) != 1:
        raise ConfigError(
            "prefix", wanted.prefix[:40], f"given for one sentence; there are {len(split.pieces)}"
        )
    if wanted.stream:
        lines = _lines(site.engine, loaded, wanted, split)
        return StreamingResponse(lines, media_type="application/x-ndjson")
    found = [each async for each in _sentences(site.engine, loaded, wanted, split)]
    best = [each.candidates[0].text if each.candidates else each.source for each in found]
    results = [
        TranslatedText(text=text, sentences=[each for each in found if each.text == number])
        for number, text in enumerate(split.joined(best, loaded.target))
    ]
    return Translated(model=loaded.name, source=loaded.source, target=loaded.target, results=results)


class CompleteRequest(Strict):
    """A sentence, and what its translation begins with."""

    q: Text
    prefix: Text
    model: ShortText | None = None
    source: ShortText = ""
    target: ShortText = ""
    glossary: Text = ""


@routes.post("/v1/complete", role=Role.USER, response_model=Completed)
async def complete(site: SiteHere, wanted: CompleteRequest) -> Completed:
    """What was typed, completed: a keystroke's question, answered from the search graph."""
    loaded = site.engine.model(wanted.model, wanted.source, wanted.target).with_terms(wanted.glossary)
    site.engine.checked([wanted.q, wanted.prefix])
    done = await site.engine.run(loaded.complete, wanted.q, wanted.prefix)
    return Completed(text=done.text, rest=done.rest, status=done.status, edits=done.edits)


def _sentences(
    engine: Engine, loaded: Loaded, wanted: TranslateRequest, split: Texts
) -> AsyncIterator[SentenceOut]:
    return in_order(engine, lambda piece: sentence_of(loaded, wanted, piece), split.pieces)


async def _lines(
    engine: Engine, loaded: Loaded, wanted: TranslateRequest, split: Texts
) -> AsyncIterator[bytes]:
    async for found in _sentences(engine, loaded, wanted, split):
        yield found.model_dump_json(exclude_none=True).encode() + b"\n"


def sentence_of(loaded: Loaded, wanted: TranslateRequest, piece: Piece) -> SentenceOut:
    """One sentence, in a thread."""
    settings = WaysSettings(
        count=wanted.n,
        strength=0.0 if wanted.nbest else wanted.diverse,
        mbr=wanted.mbr,
        alignment=wanted.alignment,
        features=wanted.features,
    )
    candidates = [_candidate(way) for way in loaded.ways(piece.source, settings).candidates]
    found = SentenceOut(
        text=piece.text,
        sentence=piece.sentence,
        source=piece.source,
        before=piece.before,
        after=piece.after,
        candidates=candidates,
    )
    if wanted.exact:
        _prove(loaded, piece.source, found)
    if wanted.prefix is not None:
        done = loaded.complete(piece.source, wanted.prefix)
        found.completion = Completed(text=done.text, rest=done.rest, status=done.status, edits=done.edits)
    return found


def _candidate(way: Way) -> Candidate:
    links = None if way.alignment is None else [(link.source, link.target) for link in way.alignment]
    return Candidate(
        text=way.text,
        score=_number(way.score),
        quality=way.quality,
        flags=way.flags,
        alignment=links,
        features=way.features,
    )


def _prove(loaded: Loaded, text: str, found: SentenceOut) -> None:
    """The certificate, and the candidate that it is for first."""
    search = loaded.translator.exact_search(time_limit=PROOF_SECONDS)
    proof: Proof = loaded.translator.exact([text], search=search)[0]
    best = proof.candidate.text
    same = [each for each in found.candidates if each.text == best]
    own = same or [Candidate(text=best, score=_number(proof.lower), quality=None)]
    found.candidates = own + [each for each in found.candidates if each.text != best]
    found.certificate = Certificate(
        status=proof.status,
        optimal=proof.status == "optimal",
        lower=_number(proof.lower),
        upper=_number(proof.upper),
        seconds=round(proof.seconds, 4),
    )


def _number(value: float) -> float | None:
    return value if math.isfinite(value) else None
