"""The pages of admins: new studies, progress, people, invitations. What they change is in the log."""

from __future__ import annotations

from typing import Annotated

from fastapi import File, Form, HTTPException, Request, UploadFile
from starlette.responses import RedirectResponse, Response

from manyways.candidates import CandidateLists, ReferenceFile, with_reference_files
from manyways.candidates.reading import read
from manyways.errors import InputError, ManywaysError
from manyways.outputs import atomic_bytes, scratch_file
from manyways.web.gate import CallerHere, Role, Routes, SiteHere
from manyways.web.people.house import HouseHere
from manyways.web.studies.creating import all_studies, create, pause
from manyways.web.studies.design import Design, sentences_of
from manyways.web.studies.overview import mine, overview
from manyways.web.studies.pairs import set_aside
from manyways.web.studies.settings import StudySettings

__all__ = ["routes"]

routes = Routes("studies")
_HIDDEN = {"include_in_schema": False, "response_model": None}


@routes.page("/studies", role=Role.USER)
def studies_page(request: Request, site: SiteHere, house: HouseHere, caller: CallerHere) -> Response:
    """For an admin all studies, for others those that they take part in."""
    admin = caller.may(Role.ADMIN)
    found = [overview(house.store, each) for each in all_studies(house.store)] if admin else []
    work = mine(house.store, int(caller.id))
    if not admin and len(work) == 1:
        return RedirectResponse(f"/work/{work[0].name}/{work[0].role}", 303)
    return site.pages.render(request, "studies.html", studies=found, work=work, admin=admin)


@routes.page("/studies/new", role=Role.ADMIN)
def new_page(request: Request, site: SiteHere) -> Response:
    return site.pages.render(request, "study_new.html", message="", name="", settings=StudySettings())


@routes.post("/studies/new", role=Role.ADMIN, **_HIDDEN)
def new(
    request: Request,
    site: SiteHere,
    house: HouseHere,
    caller: CallerHere,
    name: Annotated[str, Form(max_length=100)],
    best: Annotated[UploadFile, File()],
    diverse: Annotated[UploadFile, File()],
    references: Annotated[UploadFile | None, File()] = None,
    sentences: Annotated[int, Form()] = 200,
    repetitions: Annotated[int, Form()] = 3,
    judges: Annotated[int, Form()] = 3,
    checks: Annotated[int, Form()] = 12,
    seed: Annotated[int, Form()] = 1,
    language: Annotated[str, Form(max_length=20)] = "en",
    source_shown: Annotated[bool, Form()] = False,
) -> Response:
    """From two files of lists, the best and the diverse ones, and perhaps a file of references."""
    settings = StudySettings()
    try:
        settings = StudySettings(
            sentences=sentences,
            repetitions=repetitions,
            judges=judges,
            checks=checks,
            seed=seed,
            language=language,
            source_shown=source_shown,
        )
        lists = [_lists(best, references), _lists(diverse, references)]
        create(house.store, name, Design.draw(sentences_of(*lists), settings), account=int(caller.id))
    except ManywaysError as error:
        return site.pages.render(
            request, "study_new.html", 400, message=str(error), name=name, settings=settings
        )
    return RedirectResponse(f"/studies/{name}", 303)


def _lists(upload: UploadFile, references: UploadFile | None) -> CandidateLists:
    """What was sent, read as files are; messages call it as its sender did."""
    shown = repr((upload.filename or "the file")[:80])
    with scratch_file() as path:
        _put(upload, path)
        try:
            found = read(path)
            if references is not None and references.size:
                with scratch_file() as beside:
                    _put(references, beside)
                    found = with_reference_files(found, ReferenceFile.read_all([beside]), path=path)
        except InputError as error:
            raise InputError(str(error).replace(path, shown)) from None
    return found


def _put(upload: UploadFile, path: str) -> None:
    upload.file.seek(0)
    with atomic_bytes(path) as out:
        while block := upload.file.read(1 << 20):
            out.write(block)


@routes.page("/studies/{study}", role=Role.ADMIN)
def study_page(request: Request, site: SiteHere, house: HouseHere, study: str) -> Response:
    found = house.study(study)
    return site.pages.render(request, "study.html", study=overview(house.store, found), link="", message="")


@routes.post("/studies/{study}/invite", role=Role.ADMIN, **_HIDDEN)
def invite(
    request: Request,
    site: SiteHere,
    house: HouseHere,
    study: str,
    role: Annotated[str, Form(max_length=20)],
    places: Annotated[int, Form()] = 1,
) -> Response:
    """The link is shown once: the store does not know it."""
    found = house.study(study)
    word = house.accounts.invite(role, study=found, places=places)
    link = f"{request.url.scheme}://{request.url.netloc}/join/{word}"
    return site.pages.render(
        request,
        "study.html",
        study=overview(house.store, found),
        link=link,
        message=f"For {places} × {role}:",
    )


@routes.post("/studies/{study}/pause", role=Role.ADMIN, **_HIDDEN)
def pause_study(
    house: HouseHere, caller: CallerHere, study: str, paused: Annotated[bool, Form()]
) -> Response:
    pause(house.store, house.study(study), paused=paused, account=int(caller.id))
    return RedirectResponse(f"/studies/{study}", 303)


@routes.post("/studies/{study}/aside", role=Role.ADMIN, **_HIDDEN)
def aside(
    house: HouseHere,
    caller: CallerHere,
    study: str,
    account: Annotated[int, Form()],
    role: Annotated[str, Form(max_length=20)],
) -> Response:
    if role not in (Role.ANNOTATOR, Role.JUDGE):
        raise HTTPException(404, "there is nobody like that")
    set_aside(house.store, house.study(study), account, role, by=int(caller.id))
    return RedirectResponse(f"/studies/{study}", 303)
