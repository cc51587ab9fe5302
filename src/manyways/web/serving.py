"""An application on a socket."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI

from manyways.errors import ConfigError, InputError
from manyways.web.settings import ServeSettings

__all__ = ["serve", "serving"]

HEADER_BYTES = 32 << 10
KEEP_ALIVE = 15  # seconds that an idle connection stays open
BACKLOG = 1024  # connections in line
GRACE = 5  # seconds for answers under way when the server is stopped


def serve(app: FastAPI, settings: ServeSettings, ready: Callable[[str], None]) -> None:
    """Serve until somebody stops it. ready: is told the address when the socket is open."""
    taken = _socket(settings)
    ready(_address(taken))
    _server(app, settings).run(sockets=[taken])


@contextmanager
def serving(app: FastAPI, settings: ServeSettings) -> Iterator[str]:
    """The address of a server that runs in a thread of its own as long as the block."""
    taken, server = _socket(settings), _server(app, settings)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [taken]}, daemon=True)
    thread.start()
    while not server.started and thread.is_alive():
        time.sleep(0.005)
    try:
        yield _address(taken)
    finally:
        server.should_exit = True
        thread.join()
        taken.close()


def _address(taken: socket.socket) -> str:
    host, port = taken.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _server(app: FastAPI, settings: ServeSettings) -> uvicorn.Server:
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
    return uvicorn.Server(config)


def _socket(settings: ServeSettings) -> socket.socket:
    try:
        family = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)[0][0]
        found = socket.socket(family, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((settings.host, settings.port))
        found.listen(BACKLOG)  # whoever is told the address can connect
    except socket.gaierror:
        raise ConfigError("--host", settings.host, "an address of this machine") from None
    except OSError as error:
        raise InputError(
            f"cannot listen on {settings.host} port {settings.port}: {error.strerror}",
            remedy="Give another one: --port 0 takes any that is free.",
        ) from None
    return found
