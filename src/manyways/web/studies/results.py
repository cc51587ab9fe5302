"""What came out of a study, as plain records: what exports write and what the analysis reads."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from manyways.web.store import Store, entries
from manyways.web.store.log import Head, head_of
from manyways.web.store.tables import accounts, items, members, slots, tasks
from manyways.web.studies.creating import Study
from manyways.web.studies.design import Sentence
from manyways.web.studies.settings import BEST, DIVERSE
from manyways.web.studies.timing import Effort, effort

__all__ = ["Check", "Edited", "Judged", "Results", "results_of"]


@dataclass(frozen=True)
class Edited:
    """A text that a person wrote. sentence: its number. person: a number too, by when they joined."""

    sentence: int
    condition: str
    repetition: int
    person: int
    places: tuple[int, ...]
    shown: tuple[str, ...]
    text: str
    effort: Effort


@dataclass(frozen=True)
class Judged:
    """choice: whose text is closer: best, diverse or same. repetitions: of the two texts, best first.

    first: whose text was shown first.
    """

    sentence: int
    repetitions: tuple[int, int]
    person: int
    choice: str
    first: str
    effort: Effort


@dataclass(frozen=True)
class Check:
    """A check of attention: loud ones are shown again until they are passed; passed: at the first try."""

    person: int
    kind: str
    passed: bool


@dataclass(frozen=True)
class Results:
    """head: the last entry of the log."""

    name: str
    head: Head
    sentences: Sequence[Sentence]
    edits: Sequence[Edited]
    judgements: Sequence[Judged]
    checks: Sequence[Check]
    people: Sequence[str]
    wanted: tuple[int, int]

    @property
    def inattentive(self) -> frozenset[int]:
        """Judges who failed more than a fifth of their checks, two at least."""
        failed: dict[int, list[bool]] = {}
        for each in self.checks:
            failed.setdefault(each.person, []).append(not each.passed)
        return frozenset(who for who, had in failed.items() if sum(had) >= 2 and sum(had) > len(had) / 5)


def results_of(store: Store, study: Study) -> Results:
    """All that is done; what was set aside is left out."""
    with store.read() as connection:
        rows = connection.execute(
            select(items).where(items.c.study_id == study.id).order_by(items.c.number)
        ).all()
        number = {row.id: row.number for row in rows}
        people = _people(connection, study)
        saved = _saved(connection, study)
        task = {row.id: row for row in connection.execute(select(tasks).where(tasks.c.study_id == study.id))}
        query = select(slots).where(slots.c.study_id == study.id).order_by(slots.c.task_id, slots.c.number)
        every = connection.execute(query).all()
        head = head_of(connection, study.id)
    done = [row for row in every if row.state == "done" and row.account_id is not None]
    place = {account: i for i, account in enumerate(people)}
    edits, judgements, checks = [], [], []
    for row in done:
        what, who, log = task[row.task_id], place[row.account_id], saved.get(row.id, [])
        spent = effort((entry["sitting"], entry["events"]) for entry in log)
        if row.kind == "edit":
            shown = json.loads(what.shown)
            places, texts = tuple(shown["places"]), tuple(shown["texts"])
            edits.append(
                Edited(
                    number[row.item_id], row.condition, what.repetition, who, places, texts, row.text, spent
                )
            )
        elif row.kind == "judge":
            pair = (task[what.left_id].repetition, task[what.right_id].repetition)
            order = (DIVERSE, BEST) if row.turned else (BEST, DIVERSE)
            choice = {"first": order[0], "second": order[1], "same": "same"}[row.text]
            judgements.append(Judged(number[row.item_id], pair, who, choice, order[0], spent))
        else:
            checks.append(Check(who, row.condition, bool(log[0]["passed"])))
    given = [row for row in every if row.state == "done" and row.account_id is None]
    wanted = [sum(row.kind == kind and row.state != "aside" for row in every) for kind in ("edit", "judge")]
    wanted[0] -= len(given)
    sentences = [Sentence(row.name, row.source, row.reference, row.first, row.bleu) for row in rows]
    return Results(
        study.name, head, sentences, edits, judgements, checks, list(people.values()), (wanted[0], wanted[1])
    )


def _people(connection: Connection, study: Study) -> dict[int, str]:
    """Everybody who is or was in the study, in the order of their accounts."""
    query = (
        select(accounts.c.id, accounts.c.name)
        .join(members, members.c.account_id == accounts.c.id)
        .where(members.c.study_id == study.id)
        .distinct()
        .order_by(accounts.c.id)
    )
    return {row.id: row.name for row in connection.execute(query)}


def _saved(connection: Connection, study: Study) -> dict[int, list[dict[str, Any]]]:
    """What was saved of each slot, in its order; what was before a slot was given to another is left out."""
    found: dict[int, list[dict[str, Any]]] = {}
    for entry in _of_slots(connection, study):
        if entry.kind == "released":
            found.pop(entry.slot, None)
        else:
            found.setdefault(entry.slot, []).append(dict(entry.data))
    return found


def _of_slots(connection: Connection, study: Study) -> Iterator[Any]:
    return entries(connection, study.id, "saved", "submitted", "judged", "checked", "released")
