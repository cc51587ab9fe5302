"""Results for others: JSON Lines with everything, CSV for spreadsheets.

A file of JSON Lines begins with a line for the study (its settings, and number and hash of the last entry of
the log, by which it can be told whether anything was altered later); then a line for each sentence, edit,
judgement and check, which say by `record` what they are. People are numbers; who they are is not written.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from sqlalchemy import select

from manyways.web.store import Store, verify
from manyways.web.store.tables import items, slots, tasks
from manyways.web.studies.campaign import edit_campaign, judge_campaign
from manyways.web.studies.creating import Study, find
from manyways.web.studies.design import Sentence
from manyways.web.studies.results import Edited, Judged, Results, results_of

__all__ = ["as_csv", "as_jsonl", "exported", "records"]

_EDIT = "record sentence name condition repetition person text seconds insert delete paste take undo pauses"
_JUDGEMENT = "record sentence name repetition_best repetition_diverse person choice first seconds"


def exported(store: Store, name: str, what: str) -> str:
    """What `study export --as` writes, from a log that is whole."""
    study = find(store, name)
    with store.read() as connection:
        verify(connection, study.id)
    results = results_of(store, study)
    if what == "jsonl":
        return as_jsonl(study, results)
    if what in ("edits", "judgements"):
        return as_csv(results, what.removesuffix("s"))
    if what == "campaign-edit":
        campaign = edit_campaign(study, _tasks(store, study))
    else:
        campaign = judge_campaign(study, results)
    return json.dumps(campaign, ensure_ascii=False, indent=2) + "\n"


def _tasks(store: Store, study: Study) -> list[tuple[str, str, list[str]]]:
    """Every task of editing under a name that tells no condition, in the order of giving out."""
    query = (
        select(slots.c.key, items.c.source, tasks.c.shown)
        .join(tasks, tasks.c.id == slots.c.task_id)
        .join(items, items.c.id == slots.c.item_id)
        .where(slots.c.study_id == study.id, slots.c.kind == "edit", slots.c.state != "aside")
        .order_by(slots.c.place)
    )
    source_shown = study.settings.source_shown
    with store.read() as connection:
        rows = connection.execute(query).all()
    return [(row.key, row.source if source_shown else "", json.loads(row.shown)["texts"]) for row in rows]


def records(study: Study, results: Results) -> Iterator[dict[str, Any]]:
    """One after the other, as they are written."""
    settings = asdict(study.settings)
    yield {
        "record": "study",
        "name": study.name,
        "settings": settings,
        "log": {"entries": results.head.number, "hash": results.head.hash},
    }
    for i, sentence in enumerate(results.sentences):
        yield {"record": "sentence", "sentence": i, **asdict(sentence)}
    for kind, rows in (("edit", results.edits), ("judgement", results.judgements), ("check", results.checks)):
        yield from ({"record": kind, **asdict(row)} for row in rows)


def as_jsonl(study: Study, results: Results) -> str:
    lines = (json.dumps(each, ensure_ascii=False, allow_nan=False) for each in records(study, results))
    return "".join(f"{line}\n" for line in lines)


def as_csv(results: Results, what: str) -> str:
    """A table of edits or judgements. A cell that a spreadsheet would take for a formula begins with '."""
    out = io.StringIO()
    writer = csv.DictWriter(
        out, f"{_EDIT if what == 'edit' else _JUDGEMENT} bleu".split(), lineterminator="\n"
    )
    writer.writeheader()
    for each in results.edits if what == "edit" else results.judgements:
        row = _row(each, results.sentences[each.sentence])
        writer.writerow({"record": what} | {key: _harmless(value) for key, value in row.items()})
    return out.getvalue()


def _harmless(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


def _row(each: Edited | Judged, sentence: Sentence) -> dict[str, Any]:
    """What both kinds have, and what each has of its own."""
    own: dict[str, Any]
    if isinstance(each, Edited):
        own = {"condition": each.condition, "repetition": each.repetition, "text": each.text}
        own |= {**each.effort.keys, "pauses": each.effort.pauses}
    else:
        best, diverse = each.repetitions
        own = {"repetition_best": best, "repetition_diverse": diverse}
        own |= {"choice": each.choice, "first": each.first}
    return own | {
        "sentence": each.sentence,
        "name": sentence.name,
        "person": each.person,
        "seconds": round(each.effort.seconds, 3),
        "bleu": round(sentence.bleu, 2),
    }
