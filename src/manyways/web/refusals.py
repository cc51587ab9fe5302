"""What an answer that is an error looks like, by the shape of the interface, for its description."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

__all__ = ["REFUSALS", "refusals"]

REFUSALS = {
    400: "What was asked cannot be done; the message says why.",
    401: "An account is needed.",
    403: "This is not for the caller, or another site's page asks.",
    404: "There is no such thing.",
    408: "The body came in too slowly.",
    413: "The body is too large.",
    415: "The body is packed.",
    421: "The server does not go by that name.",
    422: "The request is not as this description says.",
    429: "Too many requests.",
    500: "Something went wrong in the server.",
    502: "The upstream server did something wrong.",
    503: "The server is busy.",
    504: "There was no answer in time.",
}


class Refusal(BaseModel):
    error: str
    remedy: str | None = None


class CohereRefusal(BaseModel):
    message: str


class OpenAIProblem(BaseModel):
    message: str
    type: str
    param: str | None
    code: str | None


class OpenAIRefusal(BaseModel):
    error: OpenAIProblem


_SHAPES: dict[str, Any] = {
    "plain": Refusal,
    "cohere": CohereRefusal | Refusal,  # limits that hold for all routes are told in the plain shape
    "openai": OpenAIRefusal | Refusal,
}


def refusals(shape: str) -> dict[int | str, dict[str, Any]]:
    """For the description of a route."""
    return {status: {"description": text, "model": _SHAPES[shape]} for status, text in REFUSALS.items()}
