"""What the routes of one server share: models, lists, templates, who is calling, who is told of choices."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from manyways.web.browse import Catalogue
from manyways.web.counts import Counts
from manyways.web.engine import Engine
from manyways.web.page import Pages
from manyways.web.settings import ServeSettings
from manyways.web.workshop import Workshop

if TYPE_CHECKING:
    from fastapi import Request

    from manyways.web.gate import Caller

__all__ = ["Choice", "Site"]


@dataclass(frozen=True)
class Choice:
    """What somebody preferred: one of the candidates that were shown, or a text of their own.

    kind: `pick` a whole candidate, `edit` a text that was changed, `suggest` a better one from outside.
    """

    source: str
    chosen: str
    shown: tuple[str, ...]
    kind: Literal["pick", "edit", "suggest"]
    languages: tuple[str, str] = ("", "")
    project: str = ""


Who = Callable[["Request"], Awaitable["Caller"]]
Log = Callable[[Mapping[str, Any]], None]
Remember = Callable[["Caller", Choice], Awaitable[None]]


async def _owner(request: Request) -> Caller:
    from manyways.web.gate import LOCAL

    return LOCAL


def _nobody(event: Mapping[str, Any]) -> None:
    """Nobody is told."""


async def _forget(caller: Caller, choice: Choice) -> None:
    """Nothing is kept."""


@dataclass
class Site:
    """One server.

    who: finds out who a request comes from. secret: signs tokens. log: is told of events. remember: is told
    of choices, to learn from.
    """

    settings: ServeSettings
    engine: Engine
    lists: Catalogue
    workshop: Workshop
    pages: Pages = field(default_factory=Pages)
    counts: Counts = field(default_factory=Counts)
    who: Who = _owner
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    log: Log = _nobody
    remember: Remember = _forget

    @staticmethod
    def open(settings: ServeSettings, **more: Any) -> Site:
        """With the models and lists of the settings."""
        workshop = Workshop.open(settings.by, settings.combiner)
        return Site(settings, Engine(settings), Catalogue.read(settings.lists), workshop, **more)
