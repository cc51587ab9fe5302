"""From a design to a study in the store: sentences, tasks, and a slot for each piece of work."""

from __future__ import annotations

import dataclasses
import json
import secrets
import time
from typing import Any

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from manyways.errors import InputError
from manyways.settings import make_settings
from manyways.web.store import Entry, Store, append
from manyways.web.store.log import canonical
from manyways.web.store.tables import items, slots, studies, tasks
from manyways.web.studies.design import Design, Pair
from manyways.web.studies.settings import StudySettings, check_name

__all__ = ["Study", "all_studies", "create", "find", "pause"]


@dataclasses.dataclass(frozen=True)
class Study:
    """A study as it stands in the store. paused: nobody is given work."""

    id: int
    name: str
    settings: StudySettings
    created: float
    paused: bool

    @staticmethod
    def of(row: Any) -> Study:
        settings = make_settings(StudySettings, json.loads(row.settings))
        return Study(row.id, row.name, settings, row.created, row.paused is not None)


def create(store: Store, name: str, design: Design, *, account: int | None = None) -> Study:
    """Keep a study; an InputError if its name is taken."""
    check_name(name)
    settings = dataclasses.asdict(design.settings)
    try:
        with store.write() as connection:
            row = {"name": name, "settings": canonical(settings), "created": time.time()}
            study = int(connection.execute(insert(studies).returning(studies.c.id), [row]).scalar_one())
            sizes = {
                "sentences": len(design.sentences),
                "edits": len(design.edits),
                "pairs": len(design.pairs),
            }
            append(
                connection, Entry(kind="created", study=study, account=account, data={**settings, **sizes})
            )
            _fill(connection, study, design)
    except IntegrityError:
        raise InputError(f"there is a study {name} already", path=store.place) from None
    return find(store, name)


def find(store: Store, name: str) -> Study:
    """The study of a name; an InputError that tells what there is."""
    with store.read() as connection:
        row = connection.execute(select(studies).where(studies.c.name == name)).first()
    if row is None:
        there = ", ".join(each.name for each in all_studies(store)) or "none"
        raise InputError(f"there is no study {name}; there are: {there}", path=store.place)
    return Study.of(row)


def all_studies(store: Store) -> list[Study]:
    """The oldest first."""
    with store.read() as connection:
        return [Study.of(row) for row in connection.execute(select(studies).order_by(studies.c.id))]


def pause(store: Store, study: Study, *, paused: bool, account: int | None) -> None:
    """Stop giving out work, or go on."""
    with store.write() as connection:
        append(connection, Entry(kind="paused" if paused else "resumed", study=study.id, account=account))
        value = time.time() if paused else None
        connection.execute(update(studies).where(studies.c.id == study.id).values(paused=value))


def _fill(connection: Connection, study: int, design: Design) -> None:
    shown = [
        {
            "study_id": study,
            "number": i,
            "name": each.name,
            "source": each.source,
            "reference": each.reference,
            "first": each.first,
            "bleu": each.bleu,
        }
        for i, each in enumerate(design.sentences)
    ]
    sentences = _inserted(connection, items, shown)
    edited = [
        _task(study, sentences[each.sentence], kind="edit")
        | {"condition": each.condition, "repetition": each.repetition}
        | {"shown": canonical({"places": each.places, "texts": each.shown})}
        for each in design.edits
    ]
    edits = _inserted(connection, tasks, edited)
    judged = [
        _task(study, sentences[each.sentence], kind="judge")
        | {"left_id": edits[each.best], "right_id": edits[each.diverse]}
        for each in design.pairs
    ]
    pairs = _inserted(connection, tasks, judged)
    rows = [
        _slot(study, edits[i], sentences[each.sentence], kind="edit", state="done" if each.text else "open")
        | {"condition": each.condition, "place": place, "text": each.text}
        for i, (each, place) in enumerate(zip(design.edits, design.order, strict=True))
    ]
    rows += [
        _slot(study, pairs[i], sentences[each.sentence], kind="judge", state=_pair_state(design, each))
        | {"number": number, "place": i, "turned": int(turned)}
        for i, each in enumerate(design.pairs)
        for number, turned in enumerate(each.turned)
    ]
    _inserted(connection, slots, rows)


def _pair_state(design: Design, pair: Pair) -> str:
    return "open" if design.edits[pair.best].text and design.edits[pair.diverse].text else "waiting"


def _task(study: int, item: int, *, kind: str) -> dict[str, Any]:
    return {
        "study_id": study,
        "item_id": item,
        "kind": kind,
        "condition": "",
        "repetition": 0,
        "shown": "{}",
    }


def _slot(study: int, task: int, item: int, *, kind: str, state: str) -> dict[str, Any]:
    return {
        "key": new_key(),
        "study_id": study,
        "task_id": task,
        "item_id": item,
        "number": 0,
        "kind": kind,
        "condition": "",
        "place": 0,
        "state": state,
        "turned": 0,
        "text": "",
        "sequence": 0,
    }


def new_key() -> str:
    """A name for a slot that tells nothing of it and cannot be guessed."""
    return secrets.token_urlsafe(16)


def _inserted(connection: Connection, table: Any, rows: list[dict[str, Any]]) -> list[int]:
    """The ids of rows, in their order."""
    if not rows:
        return []
    statement = insert(table).returning(table.c.id, sort_by_parameter_order=True)
    return [int(each) for each in connection.execute(statement, rows).scalars()]
