"""Counts every request and tells the log of it: method, route, status, time; never texts or keys."""

from __future__ import annotations

import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from manyways.web.site import Site

__all__ = ["Watch"]


class Watch:
    """ASGI middleware, outside all others."""

    def __init__(self, app: ASGIApp, site: Site) -> None:
        self.app = app
        self.site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        status, begun, counts = 500, time.monotonic(), self.site.counts

        async def sending(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        counts.running += 1
        try:
            await self.app(scope, receive, sending)
        finally:
            counts.running -= 1
            seconds = time.monotonic() - begun
            route = str(getattr(scope.get("route"), "path", "other"))
            counts.add(scope["method"][:10], route, status, seconds)
            event = {"event": "request", "method": scope["method"][:10], "route": route, "status": status}
            self.site.log({**event, "milliseconds": round(seconds * 1000, 1)})
