"""What the routes of one server share: settings, templates, who is calling, and later models and lists."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from manyways.web.page import Pages
from manyways.web.settings import ServeSettings

if TYPE_CHECKING:
    from fastapi import Request

    from manyways.web.gate import Caller

__all__ = ["Site"]

Who = Callable[["Request"], Awaitable["Caller"]]
Log = Callable[[Mapping[str, Any]], None]


async def _owner(request: Request) -> Caller:
    from manyways.web.gate import LOCAL

    return LOCAL


def _nobody(event: Mapping[str, Any]) -> None:
    """Nobody is told."""


@dataclass
class Site:
    """One server. who: finds out who a request comes from. secret: signs tokens. log: is told of events."""

    settings: ServeSettings
    pages: Pages = field(default_factory=Pages)
    who: Who = _owner
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    log: Log = _nobody
