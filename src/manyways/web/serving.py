"""An application on a socket."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn
from fastapi import FastAPI

from manyways.errors import ConfigError, InputError
from manyways.web.settings import ServeSettings

__all__ = ["serve"]

HEADER_BYTES = 32 << 10
KEEP_ALIVE = 15  # seconds that an idle connection stays open
GRACE = 5  # seconds for answers under way when the server is stopped


def serve(app: FastAPI, settings: ServeSettings, ready: Callable[[str], None]) -> None:
    """Serve until somebody stops it. ready: is told the address when the socket is open."""
    taken = _socket(settings)
    host, port = taken.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        h11_max_incomplete_event_size=HEADER_BYTES,
        limit_concurrency=2 * settings.concurrent,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=GRACE,
        ws="none",
    )
    ready(f"http://{shown}:{port}/")
    uvicorn.Server(config).run(sockets=[taken])


def _socket(settings: ServeSettings) -> socket.socket:
    try:
        family = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)[0][0]
        found = socket.socket(family, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((settings.host, settings.port))
    except socket.gaierror:
        raise ConfigError("--host", settings.host, "an address of this machine") from None
    except OSError as error:
        raise InputError(
            f"cannot listen on {settings.host} port {settings.port}: {error.strerror}",
            remedy="Give another one: --port 0 takes any that is free.",
        ) from None
    return found
