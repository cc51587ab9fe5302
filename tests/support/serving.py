"""A server in a thread, and the browser that looks at it."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn

from manyways.web import ServeSettings, create_app

__all__ = ["live", "settle"]


@contextmanager
def live(app: Any) -> Iterator[str]:
    """The address of an application that is served while the block lasts."""
    taken = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(app, log_config=None, access_log=False, ws="none")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [taken]}, daemon=True)
    thread.start()
    settle(lambda: server.started)
    yield f"http://127.0.0.1:{taken.getsockname()[1]}"
    server.should_exit = True
    thread.join(10)


def settle(done: Any, seconds: float = 20.0) -> None:
    """Wait until something holds."""
    until = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < until
        time.sleep(0.01)


def served(**settings: Any) -> Any:
    """The application with these settings, and no limit of the rate."""
    return create_app(ServeSettings(rate=0, **settings))
