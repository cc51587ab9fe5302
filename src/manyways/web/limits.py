"""What every request passes before a route sees it, and what every answer carries.

Refused here: host names that are not the server's (a stranger's page that points its name at this machine),
changes that a browser says come from another site, packed bodies, bodies that are too large or come in too
slowly, more requests of one client than the rate allows, more at a time than there is room for. An answer
that does not begin in time is given up. All answers get the policy that lets pages load nothing from outside.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from typing import Any
from urllib.parse import urlsplit

from fastapi import HTTPException
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from manyways.web.settings import ServeSettings

__all__ = ["HEADERS", "Limits", "Rate"]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}
SAFE = {"GET", "HEAD", "OPTIONS"}
CLIENTS = 10_000  # whose rates are remembered


class Rate:
    """A bucket for each client: `rate` requests a minute, a tenth of them at once."""

    def __init__(self, rate: int) -> None:
        self.rate = rate
        self.burst = max(10.0, rate / 10)
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, client: str, now: float) -> float:
        """Seconds until this client may ask again; 0: now, and that is counted."""
        if not self.rate:
            return 0.0
        left, then = self._left.pop(client, (self.burst, now))
        left = min(self.burst, left + (now - then) * self.rate / 60)
        allowed = left >= 1
        self._left[client] = (left - allowed, now)
        while len(self._left) > CLIENTS:
            self._left.popitem(last=False)
        return 0.0 if allowed else (1 - left) * 60 / self.rate


class Limits:
    """ASGI middleware."""

    def __init__(self, app: ASGIApp, settings: ServeSettings) -> None:
        self.app = app
        self.settings = settings
        self.rate = Rate(settings.rate)
        self.running = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        send = _with_headers(send)
        refusal = self._refusal(scope)
        if refusal is not None:
            await refusal(scope, receive, send)
            return
        self.running += 1
        try:
            await self._limited(scope, receive, send)
        finally:
            self.running -= 1

    def _refusal(self, scope: Scope) -> JSONResponse | None:
        headers = Headers(scope=scope)
        if _host(headers.get("host", "")) not in self.settings.hosts:
            return _error(421, "this server does not go by that name", "Start it with --name NAME.")
        if scope["method"] not in SAFE and _foreign(headers):
            return _error(403, "another site's page may not do this")
        if headers.get("content-encoding", "identity") != "identity":
            return _error(415, "bodies are not to be packed")
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit() or int(length[:20]) > self.settings.body:
            return _error(413, f"a body has {self.settings.body:,} bytes at most")
        client = scope["client"][0] if scope.get("client") else ""
        wait = self.rate.wait(client, time.monotonic())
        if wait:
            return _error(429, "too many requests", retry=wait)
        if self.running >= self.settings.concurrent:
            return _error(503, "the server is busy", retry=1.0)
        return None

    async def _limited(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            if not begun:
                begun = True
                deadline.reschedule(None)
            await send(message)

        try:
            async with asyncio.timeout(self.settings.seconds) as deadline:
                await self.app(scope, self._counted(receive), sending)
        except TimeoutError:
            if not begun:
                refusal = _error(504, f"no answer within {self.settings.seconds:g} seconds")
                await refusal(scope, receive, send)

    def _counted(self, receive: Receive) -> Receive:
        """A body that ends with an error when it is too large or too slow."""
        most, deadline = self.settings.body, time.monotonic() + self.settings.seconds / 2
        seen, done = 0, False

        async def receiving() -> Message:
            nonlocal seen, done
            if done:
                return await receive()
            try:
                message = await asyncio.wait_for(receive(), max(0.001, deadline - time.monotonic()))
            except TimeoutError:
                raise HTTPException(408, "the body came in too slowly") from None
            seen += len(message.get("body", b""))
            done = not message.get("more_body", False)
            if seen > most:
                raise HTTPException(413, f"a body has {most:,} bytes at most")
            return message

        return receiving


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sending


def _host(value: str) -> str:
    """The name in a Host header, without the port."""
    try:
        return (urlsplit(f"//{value}").hostname or "").lower()
    except ValueError:
        return ""


def _foreign(headers: Headers) -> bool:
    """Whether a browser says that the request comes from another site's page."""
    site = headers.get("sec-fetch-site")
    if site is not None:  # what browsers say of forms too, whose Origin is null without a referrer
        return site not in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is not None and urlsplit(origin).netloc.lower() != headers.get("host", "").lower()


def _error(status: int, message: str, remedy: str = "", *, retry: float = 0.0) -> JSONResponse:
    body: dict[str, Any] = {"error": message, "remedy": remedy} if remedy else {"error": message}
    headers = {"Retry-After": str(max(1, round(retry)))} if retry else None
    return JSONResponse(body, status, headers)
