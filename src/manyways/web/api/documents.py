"""`/v1/documents`: files in the formats of translators, a segment at a time, and filled again; TMX."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Annotated, TypeVar
from urllib.parse import quote
from xml.sax.saxutils import escape, quoteattr

from fastapi import File, Form, UploadFile
from pydantic import BaseModel, Field, TypeAdapter, ValidationError
from starlette.responses import Response, StreamingResponse

import manyways
from manyways.diverse import DiverseSettings
from manyways.errors import InputError
from manyways.translator.documents import translate_segments
from manyways.web.api.shapes import ShortText, Strict, Text, described
from manyways.web.engine import Engine, Loaded
from manyways.web.gate import Role, Routes, SiteHere
from manyways.web.uploads import Decision, Proposal, Upload, agreement, shown

__all__ = ["routes"]

T = TypeVar("T")
routes = Routes("documents")
BYTES = {"content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}}


class Options(Strict):
    """How a document is translated: as in /v1/translate."""

    model: ShortText | None = None
    source: ShortText = ""
    target: ShortText = ""
    n: int = Field(1, ge=1, le=20)
    diverse: float = Field(0.02, ge=0, le=100)
    glossary: Text = ""


class ProposalIn(Strict):
    text: Text
    quality: float | None = Field(None, ge=0, le=100)


class DecisionIn(Strict):
    """What a segment becomes; tags are written as their numbers, ⟦1⟧."""

    segment: int = Field(ge=0)
    text: Text
    others: Annotated[list[ProposalIn], Field(max_length=50)] = Field(default=[])


class SegmentOut(BaseModel):
    """A segment with its candidates; the first line of a stream has the document's facts instead."""

    segment: int | None = None
    source: str | None = None
    candidates: list[ProposalIn] | None = None
    document: dict[str, object] | None = None


class Unit(Strict):
    source: Text
    target: Text


class Memory(Strict):
    """Sentence pairs for a translation memory."""

    source: ShortText
    target: ShortText
    units: Annotated[list[Unit], Field(max_length=100_000)]


async def _upload(file: UploadFile, site: SiteHere, options: Options) -> tuple[Upload, Loaded]:
    loaded = site.engine.model(options.model, options.source, options.target).with_terms(options.glossary)
    data = await file.read()
    upload = await site.engine.run(Upload.read, data, file_name(file.filename), loaded)
    site.engine.checked([segment.text for segment in upload.segments])
    return upload, loaded


@routes.post(
    "/v1/documents",
    role=Role.USER,
    response_class=Response,
    responses={200: {"content": described(SegmentOut)}},
)
async def segments(
    site: SiteHere,
    file: Annotated[UploadFile, File()],
    options: Annotated[str, Form(max_length=200_000)] = "{}",
) -> Response:
    """The segments of a file (TXT, TMX, XLIFF, PO, SRT, HTML, Markdown) with candidates, one line each."""
    chosen = _read(TypeAdapter(Options), options, "options")
    upload, loaded = await _upload(file, site, chosen)
    lines = _lines(site.engine, loaded, upload, chosen)
    return StreamingResponse(lines, media_type="application/x-ndjson")


async def _lines(engine: Engine, loaded: Loaded, upload: Upload, options: Options) -> AsyncIterator[bytes]:
    facts = {
        "name": upload.name,
        "format": upload.format.name if upload.format is not None else "text",
        "segments": len(upload.segments),
        "skipped": upload.document.skipped,
        "source": loaded.source,
        "target": loaded.target,
    }
    yield _line({"document": facts})
    for number in range(len(upload.segments)):
        yield _line(await engine.run(_segment, loaded, upload, number, options))


def _segment(loaded: Loaded, upload: Upload, number: int, options: Options) -> dict[str, object]:
    segment = upload.segments[number]
    diverse = DiverseSettings(rounds=options.n, strength=options.diverse) if options.n > 1 else None
    (found,) = translate_segments(loaded.translator, [segment], nbest=options.n, diverse=diverse)
    texts = [shown(parts, segment) for parts in (found.parts, *found.others)]
    pairs = zip(texts, agreement(texts), strict=True)
    candidates = [{"text": text, "quality": quality} for text, quality in pairs]
    return {"segment": number, "source": shown(segment.parts, segment), "candidates": candidates}


@routes.post("/v1/documents/fill", role=Role.USER, response_class=Response, responses={200: BYTES})
async def fill(
    site: SiteHere,
    file: Annotated[UploadFile, File()],
    decisions: Annotated[str, Form()],
    options: Annotated[str, Form(max_length=200_000)] = "{}",
) -> Response:
    """The same file with what was decided for its segments; all else is as it was."""
    wanted = _read(TypeAdapter(list[DecisionIn]), decisions, "decisions")
    upload, _ = await _upload(file, site, _read(TypeAdapter(Options), options, "options"))
    made = {
        each.segment: Decision(each.text, tuple(Proposal(one.text, one.quality) for one in each.others))
        for each in wanted
    }
    return download(await site.engine.run(upload.filled, made), upload.name)


@routes.post("/v1/tmx", role=Role.USER, response_class=Response, responses={200: BYTES})
async def memory(wanted: Memory) -> Response:
    """Sentence pairs as TMX 1.4, which OmegaT and others read."""
    head = (
        f'<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4">\n<header creationtool="manyways" '
        f'creationtoolversion="{manyways.__version__}" segtype="sentence" o-tmf="manyways" adminlang="en" '
        f'srclang={quoteattr(wanted.source)} datatype="plaintext"/>\n<body>\n'
    )
    units = "".join(
        f"<tu><tuv xml:lang={quoteattr(wanted.source)}><seg>{_escaped(each.source)}</seg></tuv>"
        f"<tuv xml:lang={quoteattr(wanted.target)}><seg>{_escaped(each.target)}</seg></tuv></tu>\n"
        for each in wanted.units
    )
    return download(f"{head}{units}</body>\n</tmx>\n".encode(), "memory.tmx")


def download(data: bytes, name: str) -> Response:
    """A file to keep, never to show."""
    where = f"attachment; filename*=UTF-8''{quote(name, safe='')}"
    return Response(data, media_type="application/octet-stream", headers={"Content-Disposition": where})


def file_name(given: str | None) -> str:
    """The last part of a name that a browser gave, for messages and its suffix; never a path."""
    last = (given or "").replace("\\", "/").rpartition("/")[2]
    return "".join(c for c in last if c.isprintable())[-100:] or "document.txt"


def _escaped(text: str) -> str:
    """Text of XML, which some characters cannot be in."""
    return escape("".join(c for c in text if c >= " " or c in "\t\n\r"))


def _line(value: dict[str, object]) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode() + b"\n"


def _read(kind: TypeAdapter[T], text: str, field: str) -> T:
    """A form's field that holds JSON."""
    try:
        return kind.validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, (field, *first["loc"])))
        raise InputError(f"{place}: {first['msg']}") from None
