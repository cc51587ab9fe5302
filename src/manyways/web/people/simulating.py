"""A study with scripted people: once through the real pages, and many times below them for its power.

    run = run_study(design, ActorSettings(editors=20, judges=12))       # a server, sessions, forms
    power(design, ActorSettings(), runs=100)                            # shares of runs in which p < 0.05

The first shows that the design can be carried out with so many people and that nothing is lost on the way;
the second asks how often the study would find what the scripts do. What an editor writes depends on the
script, the person and what is shown alone, so both ways give the same texts to the same people.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from manyways.errors import ManywaysError
from manyways.outputs import scratch_directory
from manyways.progress import Progress
from manyways.seeds import derive_seed
from manyways.web.accounts import Accounts
from manyways.web.people.app import create_study_app
from manyways.web.people.visitor import Page, Visitor
from manyways.web.serving import serving
from manyways.web.settings import ServeSettings
from manyways.web.store import Store, verify
from manyways.web.store.log import Head
from manyways.web.studies.actors import ActorSettings, Editor, Judge, nearness_of
from manyways.web.studies.creating import Study, create
from manyways.web.studies.design import Design
from manyways.web.studies.preference import preferences
from manyways.web.studies.results import Edited, Judged, Results, results_of
from manyways.web.studies.settings import BEST, DIVERSE
from manyways.web.studies.timing import effort

__all__ = ["Power", "played", "power", "run_study", "visit"]

_AT_ONCE = 8


@dataclass(frozen=True)
class Power:
    """How a group of sentences came out: mean difference in percent, and the share of runs with p < 0.05."""

    name: str
    difference: float
    power: float


def run_study(design: Design, actors: ActorSettings) -> tuple[Study, Results]:
    """Through HTTP, on a store that is gone afterwards; an error if anything was refused or lost."""
    with scratch_directory() as folder:
        store = Store.open(folder / "simulated.db", create=True)
        study = create(store, "simulated", design)
        accounts = Accounts(store)
        words = [
            ("annotator", accounts.invite("annotator", study=study, places=actors.editors), actors.editors),
            ("judge", accounts.invite("judge", study=study, places=actors.judges), actors.judges),
        ]
        settings = ServeSettings(port=0, rate=0)
        stage = _Stage(design, actors)
        with serving(create_study_app(settings, store), settings) as address:
            for role, word, people in words:
                with (
                    Progress(f"{role}s at work", total=stage.total(role), unit="tasks") as progress,
                    ThreadPoolExecutor(min(_AT_ONCE, people)) as pool,
                ):
                    work = partial(stage.work, address, role, word, advance=progress.advance)
                    list(pool.map(work, range(people)))
        with store.read() as connection:
            verify(connection, study.id)
        results = results_of(store, study)
        store.close()
    return study, results


class _Stage:
    """What scripted people know that real ones do not: references, and who wrote what."""

    def __init__(self, design: Design, actors: ActorSettings) -> None:
        self.design, self.actors = design, actors
        self.reference = {each.shown: design.sentences[each.sentence].reference for each in design.edits}
        self.condition = {each.shown: each.condition for each in design.edits}
        self.written: dict[tuple[str, str], str] = {}

    def total(self, role: str) -> int:
        return (
            len(self.design.edits)
            if role == "annotator"
            else sum(len(each.turned) for each in self.design.pairs)
        )

    def work(self, address: str, role: str, word: str, number: int, advance: Callable[[int], None]) -> None:
        """One person, from the invitation until nothing is left."""
        visitor = Visitor(address)
        page = visit(visitor, word, f"{role} {number}")
        while page.form:
            page = (
                self._edit(visitor, page, number)
                if role == "annotator"
                else self._judge(visitor, page, number)
            )
            advance(1)
        visitor.close()

    def _edit(self, visitor: Visitor, page: Page, number: int) -> Page:
        shown = tuple(page.shown)
        reference, editor = self.reference[shown], Editor(self.actors, number)
        text = editor.write(shown, reference)
        self.written[reference, text] = self.condition[shown]
        events = events_of(text, editor.seconds(text, shown))
        half = len(events) // 2
        draft = {
            "sequence": page.sequence,
            "sitting": "script",
            "text": text[: len(text) // 2],
            "events": events[:half],
        }
        _done(visitor.send(f"{page.form}/save", draft))
        values = {
            "sequence": page.sequence + 1,
            "sitting": "script",
            "text": text,
            "events": _json(events[half:]),
        }
        return _done(visitor.post(page.form, values))

    def _judge(self, visitor: Visitor, page: Page, number: int) -> Page:
        reference, (first, second) = page.reference, page.shown
        leaning = self.actors.effect * self._which(reference, first, second)
        answer = Judge(self.actors, number).answer(reference, first, second, leaning=leaning)
        events = [[0, "open", 0], [4000, "answer", 0]]
        values = {
            "sequence": page.sequence,
            "sitting": f"s{page.sequence}",
            "answer": answer,
            "events": _json(events),
        }
        page = visitor.post(page.form, values)
        return page if page.status == 400 else _done(page)  # 400: a loud check, once more

    def _which(self, reference: str, first: str, second: str) -> int:
        """1 if the second was made from a diverse list, -1 if the first was, 0 if both or neither."""
        made = [self.written.get((reference, text)) for text in (first, second)]
        return (made[1] == DIVERSE) - (made[0] == DIVERSE)


def visit(visitor: Visitor, word: str, name: str) -> Page:
    """Enter by the word of an invitation, agree, and come to the first task."""
    _done(visitor.get(f"/join/{word}"))
    page = _done(visitor.post(f"/join/{word}", {"name": name, "password": ""}))
    for what in ("consented", "begun"):
        found = re.search(r'action="(/work/[^"]*/agree)"', page.body)
        if found is None:  # agreed before
            break
        page = _done(visitor.post(found[1], {"what": what}))
    return page


def events_of(text: str, seconds: float) -> list[list[Any]]:
    """Keys at an even pace, none of them slower than what counts as a pause."""
    count = max(2, len(text) // 4, int(seconds / 20) + 1)
    return [
        [round(1000 * seconds * i / count), "insert" if i else "open", 4 * (i > 0)] for i in range(count + 1)
    ]


def _json(events: list[list[Any]]) -> str:
    return json.dumps(events, separators=(",", ":"))


def _done(page: Page) -> Page:
    if page.status != 200:
        raise ManywaysError(
            f"the server answered {page.status}: {re.sub('<[^>]*>', ' ', page.body)[:300].strip()}"
        )
    return page


def power(design: Design, actors: ActorSettings, *, runs: int) -> list[Power]:
    """By group of sentences, over runs with other people."""
    found: dict[str, list[tuple[float, float]]] = {}
    with Progress("studies", total=runs, unit="studies") as progress:
        for run in range(runs):
            results = played(design, replace(actors, seed=derive_seed(actors.seed, "run", run)))
            for group in preferences(results, results.judgements, seed=run):
                found.setdefault(group.name, []).append((group.difference.value, group.p))
            progress.advance(1)
    return [
        Power(name, float(np.mean([d for d, _ in rows])), float(np.mean([p < 0.05 for _, p in rows])))
        for name, rows in found.items()
    ]


def played(design: Design, actors: ActorSettings) -> Results:
    """What a study with these people gives, without pages: tasks go round among them."""
    edits = []
    for number, each in enumerate(design.edits):
        person = (number + number // (2 * design.settings.repetitions)) % actors.editors
        reference = design.sentences[each.sentence].reference
        editor = Editor(actors, person)
        text = editor.write(each.shown, reference) if each.shown else each.text
        spent = effort([("script", events_of(text, editor.seconds(text, each.shown or (text,))))])
        edits.append(
            Edited(
                each.sentence, each.condition, each.repetition, person, each.places, each.shown, text, spent
            )
        )
    references = [design.sentences[each.sentence].reference for each in edits]
    near = nearness_of([each.text for each in edits], references)
    nothing = effort([])
    judgements = []
    for number, pair in enumerate(design.pairs):
        sides = (pair.best, pair.diverse)
        for judge, turned in enumerate(pair.turned):
            person = (number * len(pair.turned) + judge) % actors.judges
            answer = Judge(actors, person).answer(
                references[pair.best],
                *(edits[side].text for side in sides),
                leaning=actors.effect,
                near=(near[pair.best], near[pair.diverse]),
            )
            choice = {"first": BEST, "second": DIVERSE, "same": "same"}[answer]
            pairs = (edits[pair.best].repetition, edits[pair.diverse].repetition)
            first = DIVERSE if turned else BEST
            judgements.append(Judged(pair.sentence, pairs, actors.editors + person, choice, first, nothing))
    people = [f"person {i}" for i in range(actors.editors + actors.judges)]
    wanted = (len(edits), len(judgements))
    return Results("simulated", Head(0, ""), design.sentences, edits, judgements, [], people, wanted)
