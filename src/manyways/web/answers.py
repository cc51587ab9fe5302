"""Errors as answers: for people a page, for programs JSON in the shape of the interface that they speak."""

from __future__ import annotations

import traceback
from typing import Any

from fastapi import FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException as AnyHTTPException
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from manyways.errors import ManywaysError
from manyways.web.gate import site_of

__all__ = ["Faults", "answer", "handle_errors"]


def handle_errors(app: FastAPI) -> None:
    """What a user can mend is 400 with its words."""
    handlers: dict[Any, Any] = {
        ManywaysError: _user_error,
        RequestValidationError: _invalid,
        HTTPException: _http_error,
        AnyHTTPException: _http_error,
    }
    for kind, handler in handlers.items():
        app.add_exception_handler(kind, handler)


async def _user_error(request: Request, error: ManywaysError) -> Response:
    return answer(request, 400, error.message, error.remedy)


async def _invalid(request: Request, error: RequestValidationError) -> Response:
    """The first thing that is wrong, in words; never what was sent."""
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"] if part != "body")
    return answer(request, 422, f"{place}: {first['msg']}" if place else str(first["msg"]))


async def _http_error(request: Request, error: AnyHTTPException) -> Response:
    return answer(request, error.status_code, str(error.detail), headers=error.headers)


class Faults:
    """ASGI middleware, inside all others: what is our own fault is logged and told so, without details."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self.app(scope, receive, sending)
        except Exception as error:
            if scope["type"] != "http":
                raise
            told = _our_error(Request(scope, receive), error)
            if begun:
                raise
            await told(scope, receive, send)


def _our_error(request: Request, error: Exception) -> Response:
    where = [f"{each.filename}:{each.lineno}" for each in traceback.extract_tb(error.__traceback__)]
    site_of(request).log(
        {"event": "failure", "route": _path(request), "kind": type(error).__name__, "at": where}
    )
    return answer(request, 500, "something went wrong here; it is in the server's log")


def answer(request: Request, status: int, message: str, remedy: str = "", *, headers: Any = None) -> Response:
    """An error in the shape that the caller understands."""
    if "text/html" in request.headers.get("accept", ""):
        page = site_of(request).pages.render(request, "error.html", status, message=message, remedy=remedy)
        page.headers.update(headers or {})
        return page
    endpoint = getattr(request.scope.get("route"), "endpoint", None)
    shape = getattr(endpoint, "errors", "plain")
    said = f"{message} {remedy}".strip()
    bodies: dict[str, Any] = {
        "plain": {"error": message, **({"remedy": remedy} if remedy else {})},
        "cohere": {"message": said},
        "openai": {"error": {"message": said, "type": _kind(status), "param": None, "code": str(status)}},
    }
    return JSONResponse(bodies[shape], status, headers)


def _kind(status: int) -> str:
    return "invalid_request_error" if status < 500 else "server_error"


def _path(request: Request) -> str:
    return str(getattr(request.scope.get("route"), "path", "?"))
