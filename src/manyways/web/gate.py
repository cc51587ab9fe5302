"""Who may call what: one declaration per route, checked before anything of a request is read.

    routes = Routes("studies")

    @routes.post("/study/{name}/edit", role=Role.ANNOTATOR)
    async def edit(site: SiteHere, caller: CallerHere, wanted: Edit) -> Edited: ...

    app.include_router(routes.router)

A route without a role cannot be made. Requests that change something and carry a session cookie need its CSRF
token, in the header `X-CSRF-Token` or the form field `csrf`; templates get it as `csrf`. Whatever a browser
says comes from another site is refused, with a cookie or without.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Depends, HTTPException, Request
from fastapi.routing import APIRoute
from starlette.responses import Response

from manyways.web.refusals import refusals
from manyways.web.site import Site

__all__ = [
    "SESSION",
    "Caller",
    "CallerHere",
    "GatedRoute",
    "LOCAL",
    "Role",
    "Routes",
    "SiteHere",
    "csrf_token",
    "site_of",
]

SESSION = "manyways_session"  # the cookie that says who someone is
SAFE = {"GET", "HEAD", "OPTIONS"}
Handler = Callable[[Request], Coroutine[Any, Any, Response]]
Endpoint = TypeVar("Endpoint", bound=Callable[..., Any])


class Role(StrEnum):
    """Who may call a route. ANYONE needs no account; USER is whoever has one."""

    ANYONE = "anyone"
    USER = "user"
    ANNOTATOR = "annotator"
    JUDGE = "judge"
    ADMIN = "admin"


@dataclass(frozen=True)
class Caller:
    """Who a request comes from. id: in the store; empty for nobody."""

    id: str = ""
    name: str = ""
    roles: frozenset[Role] = frozenset()

    def may(self, role: Role) -> bool:
        return role is Role.ANYONE or role in self.roles


LOCAL = Caller("local", "", frozenset({Role.USER, Role.ADMIN}))  # on a server without accounts: its owner


class GatedRoute(APIRoute):
    """A route that knows who may call it, and asks before its body is read."""

    @property
    def role(self) -> Role:
        found = getattr(self.endpoint, "role", None)
        assert isinstance(found, Role), f"{self.path} does not say who may call it"
        return found

    def get_route_handler(self) -> Handler:
        handle, role = super().get_route_handler(), self.role

        async def gated(request: Request) -> Response:
            site = site_of(request)
            caller = await site.who(request)
            if not caller.may(role):
                raise HTTPException(403 if caller.id else 401, f"this is for {role.value}s alone")
            await _check_token(request, site)
            request.state.caller = caller
            return await handle(request)

        return gated


class Routes:
    """Routes of one subject. role: who may call it, of every route. errors: how its errors are written."""

    def __init__(self, tag: str, *, errors: str = "plain") -> None:
        self.router = APIRouter(tags=[tag], route_class=GatedRoute)
        self.errors = errors

    def get(self, path: str, *, role: Role, **more: Any) -> Callable[[Endpoint], Endpoint]:
        return self._add("GET", path, role, more)

    def post(self, path: str, *, role: Role, **more: Any) -> Callable[[Endpoint], Endpoint]:
        return self._add("POST", path, role, more)

    def put(self, path: str, *, role: Role, **more: Any) -> Callable[[Endpoint], Endpoint]:
        return self._add("PUT", path, role, more)

    def delete(self, path: str, *, role: Role, **more: Any) -> Callable[[Endpoint], Endpoint]:
        return self._add("DELETE", path, role, more)

    def page(self, path: str, *, role: Role) -> Callable[[Endpoint], Endpoint]:
        """A page for people: not in the description of the API."""
        return self._add("GET", path, role, {"include_in_schema": False, "response_model": None})

    def _add(
        self, method: str, path: str, role: Role, more: dict[str, Any]
    ) -> Callable[[Endpoint], Endpoint]:
        def declare(endpoint: Endpoint) -> Endpoint:
            declared: Any = endpoint
            declared.role, declared.errors = role, self.errors
            more["responses"] = refusals(self.errors) | more.get("responses", {})
            self.router.add_api_route(path, endpoint, methods=[method], **more)
            return endpoint

        return declare


def site_of(request: Request) -> Site:
    site = request.app.state.site
    assert isinstance(site, Site)
    return site


def _caller_of(request: Request) -> Caller:
    caller = request.state.caller
    assert isinstance(caller, Caller)
    return caller


SiteHere = Annotated[Site, Depends(site_of)]
CallerHere = Annotated[Caller, Depends(_caller_of)]


def csrf_token(secret: bytes, session: str) -> str:
    """What a page of this session must send back when it changes something."""
    return hmac.new(secret, b"csrf:" + session.encode(), hashlib.sha256).hexdigest()


async def _check_token(request: Request, site: Site) -> None:
    session = request.cookies.get(SESSION)
    if session is None or request.method in SAFE:
        return
    given = request.headers.get("x-csrf-token")
    if given is None and request.headers.get("content-type", "").startswith(
        ("application/x-www-form-urlencoded", "multipart/form-data")
    ):
        field = (await request.form()).get("csrf")
        given = field if isinstance(field, str) else None
    if not hmac.compare_digest((given or "").encode(), csrf_token(site.secret, session).encode()):
        raise HTTPException(403, "this form is too old: load the page again")
