"""Starting a server: in this thread until it is stopped, or beside it for as long as somebody needs it."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from fastapi import FastAPI

from manyways.errors import InputError
from manyways.web.settings import ServeSettings

__all__ = ["listen", "serve", "serving"]


def listen(settings: ServeSettings) -> socket.socket:
    """A socket that listens; an InputError if the place is taken."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((settings.host, settings.port))
    except OSError as error:
        found.close()
        reason = f"cannot listen on {settings.host}, port {settings.port}: {error.strerror}"
        raise InputError(reason, remedy="Take another: --port N") from None
    return found


def _server(app: FastAPI) -> uvicorn.Server:
    return uvicorn.Server(
        uvicorn.Config(app, log_config=None, access_log=False, server_header=False, timeout_keep_alive=30)
    )


def serve(app: FastAPI, place: socket.socket) -> None:
    """Until it is stopped."""
    _server(app).run(sockets=[place])


@contextmanager
def serving(app: FastAPI, settings: ServeSettings) -> Iterator[str]:
    """The address of a server that runs in a thread of its own."""
    server = _server(app)
    with listen(settings) as place:
        port = place.getsockname()[1]
        thread = threading.Thread(target=server.run, kwargs={"sockets": [place]}, daemon=True)
        thread.start()
        while not server.started and thread.is_alive():
            time.sleep(0.005)
        try:
            yield f"http://{settings.host}:{port}"
        finally:
            server.should_exit = True
            thread.join(10)
