"""Working in a study: who gets what, what is kept, what nobody is told, what time counts."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select, update

from manyways.errors import ManywaysError
from manyways.web.store import Store, entries, verify
from manyways.web.store.tables import slots
from manyways.web.studies.assigning import Place
from manyways.web.studies.campaign import read_campaign
from manyways.web.studies.creating import Study, create, find, pause
from manyways.web.studies.design import Design
from manyways.web.studies.export import as_csv, as_jsonl, exported
from manyways.web.studies.overview import mine, overview
from manyways.web.studies.pairs import set_aside
from manyways.web.studies.results import results_of
from manyways.web.studies.settings import BEST, DIVERSE, StudySettings
from manyways.web.studies.timing import check_events, effort
from manyways.web.studies.working import (
    ConflictError,
    NotYoursError,
    Save,
    agree,
    join,
    judge,
    member_of,
    save,
    submit,
    work_of,
)
from tests.oracles.studies import active_seconds
from tests.support.studies import SMALL, entered, finish, people, sentences


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store.open(tmp_path / "s.db", create=True)


def made(store: Store, settings: StudySettings = SMALL, name: str = "pilot") -> Study:
    return create(store, name, Design.draw(sentences(), settings))


def slot_of(store: Store, key: str) -> object:
    with store.read() as connection:
        return connection.execute(select(slots).where(slots.c.key == key)).one()


def test_a_study_from_the_first_text_to_the_last_judgement(store: Store) -> None:
    study = made(store, replace(SMALL, repetitions=2, judges=2))
    accounts = people(store, 6)
    for account in accounts[:4]:
        place = entered(store, study, account, "annotator")
        done = finish(store, place)
        assert len(done) == 4  # every sentence once
        assert member_of(store, place).done == 4
    judges = [entered(store, study, account, "judge") for account in accounts[4:]]
    assert [len(finish(store, place)) for place in judges] == [16, 16]
    results = results_of(store, study)
    assert (len(results.edits), len(results.judgements), results.wanted) == (16, 32, (16, 32))
    with_person = Counter((each.sentence, each.person) for each in results.edits)
    assert set(with_person.values()) == {1}
    # Everybody answered "first": whose text that was depends on the order alone.
    assert all(each.choice == each.first for each in results.judgements)
    assert {each.choice for each in results.judgements} == {BEST, DIVERSE}
    assert [overview(store, study).done(kind) for kind in ("edit", "judge")] == [16, 32]
    assert [part.done for part in mine(store, accounts[0])] == [4]


def test_conditions_are_balanced_for_everybody(store: Store) -> None:
    study = made(store, replace(SMALL, sentences=8, repetitions=3))
    for account in people(store, 6):
        finish(store, entered(store, study, account, "annotator"))
    had = Counter((each.person, each.condition) for each in results_of(store, study).edits)
    assert all(had[person, BEST] == had[person, DIVERSE] == 4 for person in range(6))


def test_nobody_is_told_the_condition(store: Store) -> None:
    study = made(store)
    work = work_of(store, entered(store, study, people(store, 1)[0], "annotator"))
    assert work is not None
    assert set(asdict(work)) == {"key", "kind", "shown", "source", "reference", "text", "sequence"}
    assert (work.source, work.reference) == ("", "")
    told = json.dumps(asdict(work))
    assert BEST not in told
    assert DIVERSE not in told


def test_the_source_is_shown_if_the_study_says_so(store: Store) -> None:
    study = made(store, replace(SMALL, source_shown=True))
    work = work_of(store, entered(store, study, people(store, 1)[0], "annotator"))
    assert work is not None
    assert work.source.startswith("quelle")


def test_consent_comes_before_work(store: Store) -> None:
    study, (account,) = made(store), people(store, 1)
    place = Place(study, account, "annotator")
    with pytest.raises(NotYoursError):
        work_of(store, place)
    with store.write() as connection:
        for _ in range(2):  # twice is once
            join(connection, study.id, account, "annotator")
    assert work_of(store, place) is None
    agree(store, place, what="consented")
    assert work_of(store, place) is None
    agree(store, place, what="begun")
    assert work_of(store, place) is not None


def test_a_draft_comes_back_and_the_same_message_twice_is_one(store: Store) -> None:
    study = made(store)
    place = entered(store, study, people(store, 1)[0], "annotator")
    work = work_of(store, place)
    assert work is not None
    first = Save(1, "a", "hal", [[0, "open", 0], [80, "insert", 3]])
    for _ in range(3):
        assert save(store, study, place.account, work.key, first) == 1
    save(store, study, place.account, work.key, Save(2, "a", "hallo", [[90, "insert", 2]]))
    again = work_of(store, place)
    assert again is not None
    assert (again.key, again.text, again.sequence) == (work.key, "hallo", 2)
    with store.read() as connection:
        assert [each.data["text"] for each in entries(connection, study.id, "saved")] == ["hal", "hallo"]


@pytest.mark.parametrize(
    "message", [Save(2, "b", "x"), Save(1, "b", "x"), Save(1, "a", "y"), Save(4, "a", "x")]
)
def test_another_window_is_not_overwritten(store: Store, message: Save) -> None:
    study = made(store)
    place = entered(store, study, people(store, 1)[0], "annotator")
    work = work_of(store, place)
    assert work is not None
    save(store, study, place.account, work.key, Save(1, "a", "x"))
    save(store, study, place.account, work.key, Save(2, "a", "xy"))
    with pytest.raises(ConflictError):
        save(store, study, place.account, work.key, message)
    assert slot_of(store, work.key).text == "xy"  # type: ignore[attr-defined]


def test_anothers_work_is_not_there(store: Store) -> None:
    study, other = made(store), made(store, name="other")
    one, two = people(store, 2)
    mine_, theirs = (entered(store, study, account, "annotator") for account in (one, two))
    entered(store, other, two, "annotator")
    work = work_of(store, mine_)
    assert work is not None
    for where, who in ((study, theirs.account), (other, theirs.account), (other, one)):
        with pytest.raises(NotYoursError):
            save(store, where, who, work.key, Save(1, "a", "stolen"))
        with pytest.raises(NotYoursError):
            submit(store, where, who, work.key, Save(1, "a", "stolen"))
    with pytest.raises(NotYoursError):
        judge(store, study, one, work.key, Save(1, "a", "first"))  # a text is not judged
    submit(store, study, one, work.key, Save(1, "a", "mine"))
    with pytest.raises(NotYoursError):
        save(store, study, one, work.key, Save(2, "a", "later"))  # what is done is done


@pytest.mark.parametrize("text", ["", " \n", "x" * 20_001, "a\x00b"])
def test_texts_that_are_none_are_refused(store: Store, text: str) -> None:
    study = made(store)
    place = entered(store, study, people(store, 1)[0], "annotator")
    work = work_of(store, place)
    assert work is not None
    with pytest.raises(ManywaysError):
        submit(store, study, place.account, work.key, Save(1, "a", text))
    assert slot_of(store, work.key).state == "taken"  # type: ignore[attr-defined]


def test_a_judge_sees_no_sentence_that_they_edited(store: Store) -> None:
    study = made(store)
    one, two, three = people(store, 3)
    for account in (one, two):
        finish(store, entered(store, study, account, "annotator"))
    assert finish(store, entered(store, study, one, "judge")) == []
    assert len(finish(store, entered(store, study, three, "judge"))) == 4


def test_a_paused_study_gives_nothing_out(store: Store) -> None:
    study = made(store)
    place = entered(store, study, people(store, 1)[0], "annotator")
    pause(store, study, paused=True, account=None)
    paused = replace(place, study=find(store, "pilot"))
    assert work_of(store, paused) is None
    pause(store, study, paused=False, account=None)
    assert work_of(store, replace(place, study=find(store, "pilot"))) is not None


def test_what_is_left_lying_goes_to_others(store: Store) -> None:
    study = made(store, replace(SMALL, sentences=1))
    one, two = (entered(store, study, account, "annotator") for account in people(store, 2))
    left = work_of(store, one)
    assert left is not None
    save(store, study, one.account, left.key, Save(1, "a", "begun"))
    assert len(finish(store, two)) == 1  # the other condition; the first is held
    with store.write() as connection:
        connection.execute(update(slots).where(slots.c.key == left.key).values(touched=0.0))
    three = entered(store, study, people(store, 1, start=5)[0], "annotator")
    work = work_of(store, three)
    assert work is not None
    assert (work.key, work.text) == (left.key, "")
    finish(store, three)
    with pytest.raises(NotYoursError):
        save(store, study, one.account, left.key, Save(2, "a", "late"))
    (done,) = [each for each in results_of(store, study).edits if each.person == 2]
    assert done.effort.seconds == 1.0  # not with what the first one saved


def test_work_that_was_set_aside_is_done_again_by_others(store: Store) -> None:
    study = made(store)
    one, two, three, four, five = people(store, 5)
    for account in (one, two):
        finish(store, entered(store, study, account, "annotator"))
    finish(store, entered(store, study, four, "judge"), "same")
    assert set_aside(store, study, one, "annotator", by=None) == 4
    results = results_of(store, study)
    assert (len(results.edits), len(results.judgements), results.wanted) == (4, 0, (8, 4))
    assert finish(store, Place(study, one, "annotator")) == []
    assert len(finish(store, entered(store, study, three, "annotator"))) == 4
    assert finish(store, Place(study, four, "judge")) == []  # has seen these pairs
    assert len(finish(store, entered(store, study, five, "judge"))) == 4
    assert results_of(store, study).wanted == (8, 4)
    with store.read() as connection:
        verify(connection, study.id)
        assert len(list(entries(connection, study.id, "judged"))) == 8  # nothing is gone


def test_checks_of_attention(store: Store) -> None:
    """One in four tasks, loud and silent in turn; a loud one comes again until it is right."""
    study = made(store, replace(SMALL, checks=4, sentences=8))
    accounts = people(store, 4)
    for account in accounts[:2]:
        finish(store, entered(store, study, account, "annotator"))
    references = {each.reference for each in Design.draw(sentences(), study.settings).sentences}
    careful, careless = (entered(store, study, account, "judge") for account in accounts[2:])
    seen, checks = 0, 0
    while (work := work_of(store, careful)) is not None and seen < 5:
        right = next((i for i, text in enumerate(work.shown) if text in references), None)
        answer = "same" if right is None else ("first", "second")[right]
        assert judge(store, study, careful.account, work.key, Save(1, "s", answer))
        seen, checks = seen + 1, checks + (slot_of(store, work.key).kind == "check")  # type: ignore[attr-defined]
    told = 0
    while (work := work_of(store, careless)) is not None:
        told += not judge(store, study, careless.account, work.key, Save(work.sequence + 1, "s", "same"))
        if told and work.sequence:
            right = next(i for i, text in enumerate(work.shown) if text in references)
            again = work_of(store, careless)
            assert again is not None
            assert again.key == work.key
            assert judge(
                store,
                study,
                careless.account,
                work.key,
                Save(again.sequence + 1, "s", ("first", "second")[right]),
            )
            told = 0
    results = results_of(store, study)
    assert checks >= 1
    by_person = {who: [each for each in results.checks if each.person == who] for who in (2, 3)}
    assert all(each.passed for each in by_person[2])
    assert by_person[3]
    assert not any(each.passed for each in by_person[3])


EVENTS = st.lists(
    st.tuples(st.integers(0, 40), st.sampled_from(["insert", "hide", "show", "delete", "focus"])), max_size=6
)


@given(st.lists(EVENTS, min_size=1, max_size=3))
def test_times_are_counted_by_the_rules(sittings: list[list[tuple[int, str]]]) -> None:
    """Against every millisecond; gaps of up to 40 ms, and whoever is idle for 30 ms has paused."""
    built = []
    for gaps in sittings:
        at, events = 0, [(0, "open")]
        for gap, kind in gaps:
            at += gap
            events.append((at, kind))
        built.append(events)
    scaled = [(f"s{i}", [[1000 * at, kind, 0] for at, kind in each]) for i, each in enumerate(built)]
    assert effort(scaled).seconds == pytest.approx(1000 * active_seconds(built, idle=30))
    assert effort(scaled).keys["insert"] == sum(kind == "insert" for each in built for _, kind in each)


def test_a_sitting_may_come_in_pieces() -> None:
    whole = effort([("a", [[0, "open", 0], [5000, "insert", 1], [50_000, "insert", 1]])])
    parts = effort([("a", [[0, "open", 0]]), ("a", [[5000, "insert", 1]]), ("a", [[50_000, "insert", 1]])])
    assert whole == parts
    assert (whole.seconds, whole.pauses, whole.sittings) == (35.0, 1, 1)


@pytest.mark.parametrize(
    "events",
    [
        {},
        [[0, "open"]],
        [[0, "typed", 0]],
        [[5, "open", 0], [4, "insert", 0]],
        [[-1, "open", 0]],
        [[0.5, "open", 0]],
        [[True, "open", 0]],
        [[0, "insert", 10**6]],
        [[0, "open", 0]] * 2001,
        [[10**10, "open", 0]],
    ],
)
def test_events_that_no_page_sends_are_refused(events: object) -> None:
    with pytest.raises(ValueError, match="event"):
        check_events(events)


def test_exports(store: Store, tmp_path: Path) -> None:
    study = made(store)
    for account, text in zip(people(store, 2), ["=1+1", "b"], strict=True):
        finish(store, entered(store, study, account, "annotator"), text)
    results = results_of(store, study)
    lines = [json.loads(line) for line in as_jsonl(study, results).splitlines()]
    assert Counter(line["record"] for line in lines) == {"study": 1, "sentence": 4, "edit": 8}
    assert lines[0]["log"] == {"entries": results.head[0], "hash": results.head[1]}
    assert not any("person 0" in json.dumps(line) for line in lines)  # no names
    table = as_csv(results, "edit").splitlines()
    assert len(table) == 9
    assert sum(",'=1+1," in line for line in table) == 4  # not a formula
    campaign = json.loads(exported(store, "pilot", "campaign-edit"))
    assert len(campaign["data"]) == 8
    assert BEST not in json.dumps(campaign)
    (tmp_path / "c.json").write_text(exported(store, "pilot", "campaign-judge"))
    again, models = read_campaign(tmp_path / "c.json")
    assert models == (BEST, DIVERSE)
    texts = {(each.sentence, each.condition): each.text for each in results.edits}
    assert [(each.best[0], each.diverse[0]) for each in again] == [
        (texts[i, BEST], texts[i, DIVERSE]) for i in range(4)
    ]


def test_a_campaign_is_judged_without_editing(store: Store) -> None:
    found = [replace(each, best=each.best[:1], diverse=each.diverse[1:2]) for each in sentences(3)]
    study = create(store, "texts", Design.of_texts(found, replace(SMALL, judges=2)))
    for account in people(store, 2):
        assert len(finish(store, entered(store, study, account, "judge"))) == 3
    results = results_of(store, study)
    assert (len(results.edits), len(results.judgements), results.wanted) == (0, 6, (0, 6))
