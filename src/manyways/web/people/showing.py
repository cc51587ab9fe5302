"""What comes out of a study: the page of its analysis, and files. Only for admins."""

from __future__ import annotations

from typing import Any, Literal

from fastapi import Request
from starlette.responses import Response

from manyways.web.gate import Role, Routes, SiteHere
from manyways.web.people.house import HouseHere
from manyways.web.store import verify
from manyways.web.studies import presenting
from manyways.web.studies.analysis import Analysis
from manyways.web.studies.export import as_csv, as_jsonl
from manyways.web.studies.results import results_of

__all__ = ["routes"]

routes = Routes("results")


@routes.page("/studies/{study}/analysis", role=Role.ADMIN)
def analysis_page(request: Request, site: SiteHere, house: HouseHere, study: str) -> Response:
    analysis = Analysis(results_of(house.store, house.study(study)))
    figures = [{"svg": plot.svg(words), "caption": words} for plot, words in presenting.figures(analysis)]
    values: dict[str, Any] = {
        "tables": presenting.tables(analysis),
        "remarks": presenting.remarks(analysis),
        "figures": figures,
    }
    return site.pages.render(request, "analysis.html", study=study, **values)


@routes.page("/studies/{study}/log", role=Role.ADMIN)
def log_page(request: Request, site: SiteHere, house: HouseHere, study: str) -> Response:
    """Walk the whole chain, and say what its head is."""
    found = house.study(study)
    with house.store.read() as connection:
        number, hash = verify(connection, found.id)
    return site.pages.render(request, "study_log.html", study=study, number=number, hash=hash)


@routes.page("/studies/{study}/export/{what}", role=Role.ADMIN)
def export(
    house: HouseHere, study: str, what: Literal["all.jsonl", "edits.csv", "judgements.csv"]
) -> Response:
    found = house.study(study)
    results = results_of(house.store, found)
    if what == "all.jsonl":
        body, kind = as_jsonl(found, results), "application/jsonl"
    else:
        body, kind = as_csv(results, "edit" if what == "edits.csv" else "judgement"), "text/csv"
    headers = {"Content-Disposition": f'attachment; filename="{study}-{what}"'}
    return Response(body, media_type=f"{kind}; charset=utf-8", headers=headers)
