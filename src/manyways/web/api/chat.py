"""`/v1/chat/completions`: several answers of a language-model server, and the chosen, diverse or fused one.

Whoever speaks OpenAI's protocol speaks to this: several answers are asked for in their name, and the first
choice is the one that the others agree with most (`manyways.how` in the request: chosen, diverse, fused). The
rest follow, and `manyways` says why.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from fastapi import HTTPException
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response, StreamingResponse

from manyways.errors import InputError
from manyways.web.gate import Role, Routes, SiteHere
from manyways.web.sidecar import Upstream, UpstreamError
from manyways.web.workshop import Workshop, texts_as_lists

__all__ = ["routes"]

routes = Routes("openai", errors="openai")
ASKED = 5  # answers that are asked for where the request says nothing
How = Literal["chosen", "diverse", "fused"]


class Extra(BaseModel):
    """What we add to the protocol. candidates: answers to ask for. how: what comes first."""

    model_config = ConfigDict(extra="forbid")
    candidates: int = Field(default=ASKED, ge=1, le=64)
    how: How = "chosen"


class ChatRequest(BaseModel):
    """OpenAI's request; what is not named here goes to the other server as it is."""

    model_config = ConfigDict(extra="allow")
    model: Annotated[str, Field(max_length=200)]
    messages: Annotated[list[dict[str, Any]], Field(min_length=1, max_length=1000)]
    n: int = Field(1, ge=1, le=64)
    stream: bool = False
    manyways: Extra = Extra()


@routes.post(
    "/v1/chat/completions",
    role=Role.USER,
    response_class=Response,
    responses={
        200: {
            "content": {
                "application/json": {"schema": {"type": "object"}},
                "text/event-stream": {"schema": {"type": "string"}},
            }
        }
    },
)
async def chat(site: SiteHere, wanted: ChatRequest) -> Response:
    """The chosen answer of several, in OpenAI's shape, streamed if asked so."""
    if site.settings.upstream is None:
        raise HTTPException(404, "this server was started without --upstream")
    upstream = Upstream(site.settings.upstream, site.settings.seconds * 0.8)
    asked = wanted.model_dump(exclude={"manyways", "stream", "n"})
    asked["n"] = max(wanted.manyways.candidates, wanted.n)
    try:
        found = await site.engine.run_waiting(upstream.answers, asked)
    except UpstreamError as error:
        raise HTTPException(error.status, str(error)) from None
    done = await site.engine.run(_arranged, site.workshop, found, wanted)
    if wanted.stream:
        return StreamingResponse(_events(done), media_type="text/event-stream")
    return Response(json.dumps(done), media_type="application/json")


def _arranged(workshop: Workshop, found: dict[str, Any], wanted: ChatRequest) -> dict[str, Any]:
    """The answer with its choices in our order, the first of them perhaps new."""
    choices: list[dict[str, Any]] = found["choices"]
    texts = [str(each["message"]["content"]) for each in choices]
    how, reason, order = wanted.manyways.how, "the only answer", list(range(len(texts)))
    new: str | None = None
    if len(set(texts)) > 1:
        lists = texts_as_lists(texts)
        (picked,) = workshop.chosen(lists, None)
        order, reason = picked.order, picked.reason
        if how == "diverse":
            first = workshop.diverse(lists, max(wanted.n, 2), 0.4)[0]
            order = first + [each for each in order if each not in first]
            reason = f"good ones that differ come first ({reason})"
        elif how == "fused":
            new, reason = _fused(workshop, texts), "words that most answers agree on"
    arranged = [_choice(choices[place], index) for index, place in enumerate(order[: wanted.n])]
    if new is not None and new.strip():
        arranged[0] = _choice(choices[order[0]], 0, new)
    rest = [texts[place] for place in (order if new is not None else order[wanted.n :])]
    about = {"how": how, "reason": reason, "candidates": len(texts), "rest": rest}
    return {**found, "choices": arranged, "manyways": about}


def _fused(workshop: Workshop, texts: list[str]) -> str | None:
    try:
        return workshop.combined(texts_as_lists(texts), None).texts()[0]
    except InputError:
        return None


def _choice(given: dict[str, Any], index: int, text: str | None = None) -> dict[str, Any]:
    message = given["message"] if text is None else {**given["message"], "content": text}
    return {**given, "index": index, "message": message}


def _events(done: dict[str, Any]) -> Iterator[bytes]:
    """The answer as the events of a stream: what was said, word by word, then why."""
    head = {key: value for key, value in done.items() if key not in ("choices", "usage", "manyways")}
    head["object"] = "chat.completion.chunk"
    for choice in done["choices"]:
        index, text = choice["index"], choice["message"]["content"]
        yield _event({**head, "choices": [_delta(index, {"role": "assistant", "content": ""})]})
        for word in text.splitlines(keepends=True) or [""]:
            yield _event({**head, "choices": [_delta(index, {"content": word})]})
        end = choice.get("finish_reason") or "stop"
        yield _event({**head, "choices": [_delta(index, {}, end)]})
    yield _event({**head, "choices": [], "manyways": done["manyways"]})
    yield b"data: [DONE]\n\n"


def _delta(index: int, delta: dict[str, str], end: str | None = None) -> dict[str, Any]:
    return {"index": index, "delta": delta, "finish_reason": end}


def _event(value: dict[str, Any]) -> bytes:
    return b"data: " + json.dumps(value).encode() + b"\n\n"
