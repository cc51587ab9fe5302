"""Signing in and out, and entering by an invitation."""

from __future__ import annotations

from typing import Annotated

from fastapi import Form, Request
from starlette.responses import RedirectResponse, Response

from manyways.errors import ManywaysError
from manyways.web.accounts import SESSION_SECONDS, TooOftenError
from manyways.web.gate import SESSION, CallerHere, Role, Routes, SiteHere
from manyways.web.people.house import HouseHere
from manyways.web.settings import LOOPBACK

__all__ = ["routes"]

routes = Routes("accounts")
_HIDDEN = {"include_in_schema": False, "response_model": None}
Word = Annotated[str, Form(max_length=1000)]


@routes.page("/sign-in", role=Role.ANYONE)
def sign_in_page(request: Request, site: SiteHere) -> Response:
    return site.pages.render(request, "sign_in.html", message="", name="")


@routes.post("/sign-in", role=Role.ANYONE, **_HIDDEN)
def sign_in(
    request: Request, site: SiteHere, house: HouseHere, name: Word = "", password: Word = ""
) -> Response:
    client = request.client.host if request.client else ""
    try:
        session = house.accounts.sign_in(name, password, client=client)
    except TooOftenError as error:
        answer = site.pages.render(request, "sign_in.html", 429, message=str(error), name=name)
        answer.headers["Retry-After"] = str(max(1, round(error.wait)))
        return answer
    except ManywaysError as error:
        return site.pages.render(request, "sign_in.html", 403, message=str(error), name=name)
    return _entered(request, session, "/studies")


@routes.post("/sign-out", role=Role.USER, **_HIDDEN)
def sign_out(request: Request, house: HouseHere) -> Response:
    house.accounts.sign_out(request.cookies.get(SESSION, ""))
    answer = RedirectResponse("/sign-in", 303)
    answer.delete_cookie(SESSION)
    return answer


@routes.page("/join/{word}", role=Role.ANYONE)
def join_page(request: Request, site: SiteHere, house: HouseHere, caller: CallerHere, word: str) -> Response:
    role, _ = house.accounts.invited_to(word)
    return site.pages.render(
        request, "join.html", word=word, role=role, known=caller.name, message="", name=""
    )


@routes.post("/join/{word}", role=Role.ANYONE, **_HIDDEN)
def join(
    request: Request,
    site: SiteHere,
    house: HouseHere,
    caller: CallerHere,
    word: str,
    name: Word = "",
    password: Word = "",
) -> Response:
    role, _ = house.accounts.invited_to(word)
    try:
        if role == Role.ADMIN and not caller.id and not password:
            raise ManywaysError("an admin needs a password")
        session = house.accounts.accept(word, name.strip(), password, caller=caller)
    except ManywaysError as error:
        values = {"word": word, "role": role, "known": caller.name, "name": name}
        return site.pages.render(request, "join.html", 400, message=str(error), **values)
    return _entered(request, session, "/studies")


def _entered(request: Request, session: str, to: str) -> Response:
    """A cookie that scripts cannot read, other sites do not send, and that travels encrypted, but on one
    machine.
    """
    answer = RedirectResponse(to, 303)
    secure = request.url.hostname not in LOOPBACK or request.url.scheme == "https"
    answer.set_cookie(
        SESSION, session, max_age=SESSION_SECONDS, httponly=True, samesite="lax", secure=secure, path="/"
    )
    return answer
