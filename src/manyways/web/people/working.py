"""The pages of editors and judges: consent, instructions, a task at a time, a code at the end."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import Annotated, Any

from fastapi import Depends, Form, HTTPException, Request
from pydantic import BaseModel, Field
from starlette.responses import RedirectResponse, Response

from manyways.errors import ManywaysError
from manyways.web.gate import CallerHere, Role, Routes, SiteHere
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


@dataclass(frozen=True)
class Desk:
    """Where somebody works: a request to the pages of a study, who sent it, and what answers it."""

    request: Request
    site: Site
    house: House
    account: int
    study: str

    def place(self, role: Role) -> Place:
        """The person in the study; a 404 for roles that have no tasks."""
        if role not in (Role.ANNOTATOR, Role.JUDGE):
            raise HTTPException(404, "there is nothing here")
        return Place(self.house.study(self.study), self.account, role.value)

    def page(self, place: Place, message: str = "") -> Response:
        """What comes next for a person: consent, instructions, a task, or the end."""
        member = working.member_of(self.house.store, place)
        after = place.study.settings.code_after
        values: dict[str, Any] = {
            "message": message,
            "code": member.code if after and member.done >= after else "",
        }
        if not member.agreed:
            return self.render("consent", place, member, **values)
        if not member.begun:
            return self.render("instructions", place, member, **values)
        work = working.work_of(self.house.store, place)
        if work is None:
            values["code"] = member.code if member.done and not member.aside else ""
            return self.render("end", place, member, paused=place.study.paused, **values)
        return self.render(work.kind, place, member, 400 if message else 200, work=work, **values)

    def render(
        self, name: str, place: Place, member: working.Member, status: int = 200, **values: Any
    ) -> Response:
        values |= {
            "study": self.study,
            "settings": place.study.settings,
            "role": place.role,
            "member": member,
        }
        base = f"/work/{self.study}/{place.role}"
        return self.site.pages.render(self.request, f"work_{name}.html", status, base=base, **values)

    def next(self, role: Role) -> Response:
        """Back to the page, which shows what comes next."""
        return RedirectResponse(f"/work/{self.study}/{role.value}", 303)


def _desk(request: Request, site: SiteHere, house: HouseHere, caller: CallerHere, study: str) -> Desk:
    return Desk(request, site, house, int(caller.id), study)


DeskHere = Annotated[Desk, Depends(_desk)]


def _events(text: str) -> list[list[Any]]:
    try:
        return check_events(json.loads(text[:_MOST] or "[]"))
    except ValueError:
        raise HTTPException(422, "events are not as the page sends them") from None


@routes.page("/work/{study}/annotator", role=Role.ANNOTATOR)
def edit_page(desk: DeskHere) -> Response:
    return desk.page(desk.place(Role.ANNOTATOR))


@routes.page("/work/{study}/judge", role=Role.JUDGE)
def judge_page(desk: DeskHere) -> Response:
    return desk.page(desk.place(Role.JUDGE))


@routes.post("/work/{study}/{role}/agree", role=Role.USER, **_HIDDEN)
def agree(desk: DeskHere, role: Role, what: Annotated[str, Form(max_length=20)] = "") -> Response:
    place, store = desk.place(role), desk.house.store
    if what not in ("consented", "begun"):
        raise HTTPException(404, "there is nothing here")
    member = working.member_of(store, place)
    if what == "begun" and not member.agreed:
        raise HTTPException(400, "consent comes first")
    working.agree(store, place, what=what)
    return desk.next(role)


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
def submit(desk: DeskHere, key: str, kept: KeptHere, text: Text = "") -> Response:
    """A text is done."""
    place = desk.place(Role.ANNOTATOR)
    try:
        working.submit(desk.house.store, place.study, place.account, key, replace(kept, text=text))
    except (working.NotYoursError, working.ConflictError):
        raise
    except ManywaysError as error:
        return desk.page(place, str(error))
    return desk.next(Role.ANNOTATOR)


@routes.post("/work/{study}/judge/{key}", role=Role.JUDGE, **_HIDDEN)
def answer(desk: DeskHere, key: str, kept: KeptHere, answer: Text = "") -> Response:
    """A judgement is done; after a loud check that was failed the same pair is shown again, with a word."""
    place = desk.place(Role.JUDGE)
    if not working.judge(desk.house.store, place.study, place.account, key, replace(kept, text=answer)):
        return desk.page(place, "Please look again: one of the two is much closer than the other.")
    return desk.next(Role.JUDGE)


@routes.page("/work/{study}/{role}/pause", role=Role.USER)
def pause_page(desk: DeskHere, role: Role) -> Response:
    """Where people leave for a while: nothing is lost, and no time counts."""
    place = desk.place(role)
    return desk.render("pause", place, working.member_of(desk.house.store, place))
