"""The pages of editors and judges: consent, instructions, a task at a time, a code at the end."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Annotated, Any

from fastapi import Depends, Form, HTTPException, Request
from pydantic import BaseModel, Field
from starlette.responses import RedirectResponse, Response

from manyways.errors import ManywaysError
from manyways.web.gate import Caller, CallerHere, Role, Routes, SiteHere
from manyways.web.people.house import House, HouseHere
from manyways.web.site import Site
from manyways.web.studies import working
from manyways.web.studies.assigning import Place
from manyways.web.studies.timing import check_events

__all__ = ["routes"]

routes = Routes("work")
_HIDDEN = {"include_in_schema": False, "response_model": None}
_MOST = 1 << 17  # characters of events in a form


class Draft(BaseModel):
    """What a browser saves of a text: sequence counts by one; sitting: which opening of the page."""

    sequence: int = Field(ge=1, le=10**9)
    sitting: str = Field(min_length=1, max_length=40)
    text: str = Field(max_length=20_000)
    events: list[list[Any]] = Field(max_length=2000)


class Saved(BaseModel):
    """What is on the disk."""

    sequence: int


def _place(house: House, caller: Caller, name: str, role: Role) -> Place:
    return Place(house.study(name), int(caller.id), role.value)


def _page(request: Request, site: Site, house: House, place: Place, message: str = "") -> Response:
    """What comes next for a person: consent, instructions, a task, or the end."""
    member = working.member_of(house.store, place)
    settings = place.study.settings
    values: dict[str, Any] = {
        "study": place.study.name,
        "settings": settings,
        "role": place.role,
        "member": member,
        "message": message,
        "base": f"/work/{place.study.name}/{place.role}",
        "code": member.code if settings.code_after and member.done >= settings.code_after else "",
    }
    if not member.agreed:
        return site.pages.render(request, "work_consent.html", **values)
    if not member.begun:
        return site.pages.render(request, "work_instructions.html", **values)
    work = working.work_of(house.store, place)
    if work is None:
        values["code"] = member.code if member.done and not member.aside else ""
        return site.pages.render(request, "work_end.html", paused=place.study.paused, **values)
    return site.pages.render(request, f"work_{work.kind}.html", 400 if message else 200, work=work, **values)


def _events(text: str) -> list[list[Any]]:
    try:
        return check_events(json.loads(text[:_MOST] or "[]"))
    except ValueError:
        raise HTTPException(422, "events are not as the page sends them") from None


@routes.page("/work/{study}/annotator", role=Role.ANNOTATOR)
def edit_page(request: Request, site: SiteHere, house: HouseHere, caller: CallerHere, study: str) -> Response:
    return _page(request, site, house, _place(house, caller, study, Role.ANNOTATOR))


@routes.page("/work/{study}/judge", role=Role.JUDGE)
def judge_page(
    request: Request, site: SiteHere, house: HouseHere, caller: CallerHere, study: str
) -> Response:
    return _page(request, site, house, _place(house, caller, study, Role.JUDGE))


@routes.post("/work/{study}/{role}/agree", role=Role.USER, **_HIDDEN)
def agree(
    house: HouseHere,
    caller: CallerHere,
    study: str,
    role: Role,
    what: Annotated[str, Form(max_length=20)] = "",
) -> Response:
    if role not in (Role.ANNOTATOR, Role.JUDGE) or what not in ("consented", "begun"):
        raise HTTPException(404, "there is nothing here")
    place = _place(house, caller, study, role)
    member = working.member_of(house.store, place)
    if what == "begun" and not member.agreed:
        raise HTTPException(400, "consent comes first")
    working.agree(house.store, place, what=what)
    return RedirectResponse(f"/work/{study}/{role.value}", 303)


@routes.post("/work/{study}/annotator/{key}/save", role=Role.ANNOTATOR)
def save(house: HouseHere, caller: CallerHere, study: str, key: str, draft: Draft) -> Saved:
    """Keep what is written so far. When this answers, it is on the disk."""
    try:
        events = check_events(draft.events)
    except ValueError as error:
        raise HTTPException(422, str(error)) from None
    saved = working.Save(draft.sequence, draft.sitting, draft.text, events)
    return Saved(sequence=working.save(house.store, house.study(study), int(caller.id), key, saved))


Text = Annotated[str, Form(max_length=20_000)]
Number = Annotated[int, Form(ge=1, le=10**9)]
Sitting = Annotated[str, Form(max_length=40)]
Events = Annotated[str, Form(max_length=_MOST)]


def _kept(sequence: Number, sitting: Sitting = "form", events: Events = "[]") -> working.Save:
    """What a form tells beside its text; one without scripts sends no events."""
    return working.Save(sequence, sitting, "", _events(events))


KeptHere = Annotated[working.Save, Depends(_kept)]


@routes.post("/work/{study}/annotator/{key}", role=Role.ANNOTATOR, **_HIDDEN)
def submit(
    request: Request,
    site: SiteHere,
    house: HouseHere,
    caller: CallerHere,
    study: str,
    key: str,
    kept: KeptHere,
    text: Text = "",
) -> Response:
    """A text is done."""
    place, saved = _place(house, caller, study, Role.ANNOTATOR), replace(kept, text=text)
    try:
        working.submit(house.store, place.study, place.account, key, saved)
    except (working.NotYoursError, working.ConflictError):
        raise
    except ManywaysError as error:
        return _page(request, site, house, place, str(error))
    return RedirectResponse(f"/work/{study}/annotator", 303)


@routes.post("/work/{study}/judge/{key}", role=Role.JUDGE, **_HIDDEN)
def answer(
    request: Request,
    site: SiteHere,
    house: HouseHere,
    caller: CallerHere,
    study: str,
    key: str,
    kept: KeptHere,
    answer: Text = "",
) -> Response:
    """A judgement is done; after a loud check that was failed the same pair is shown again, with a word."""
    place, saved = _place(house, caller, study, Role.JUDGE), replace(kept, text=answer)
    if not working.judge(house.store, place.study, place.account, key, saved):
        words = "Please look again: one of the two is much closer than the other."
        return _page(request, site, house, place, words)
    return RedirectResponse(f"/work/{study}/judge", 303)


@routes.page("/work/{study}/{role}/pause", role=Role.USER)
def pause_page(
    request: Request, site: SiteHere, house: HouseHere, caller: CallerHere, study: str, role: Role
) -> Response:
    """Where people leave for a while: nothing is lost, and no time counts."""
    if role not in (Role.ANNOTATOR, Role.JUDGE):
        raise HTTPException(404, "there is nothing here")
    place = _place(house, caller, study, role)
    member = working.member_of(house.store, place)
    values: dict[str, Any] = {
        "study": study,
        "role": role.value,
        "member": member,
        "settings": place.study.settings,
    }
    return site.pages.render(request, "work_pause.html", base=f"/work/{study}/{role.value}", **values)
