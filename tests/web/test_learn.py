"""Learning from choices: what was planted is found, said in words, and foreseen."""

from __future__ import annotations

import asyncio
from pathlib import Path

import numpy as np
import pytest

from manyways.candidates import Candidate, Sentence, from_sentences
from manyways.choose import Chooser
from manyways.errors import InputError
from manyways.features import Wanted, compute
from manyways.web.gate import LOCAL, Caller
from manyways.web.learn import learn
from manyways.web.preferences import Preference, Scope, keep, kept, remembering, scopes
from manyways.web.site import Choice
from manyways.web.store import Store
from tests.support.commands import manyways_command
from tests.support.studies import people

WHO = ("the man", "a woman", "my brother", "the child", "our dog")
VERBS, THINGS, TIMES = ("wears", "has on"), ("a hat", "a cap"), ("today", "in the course of this day", "now")


def choices(count: int, seed: int = 1, *, noise: float = 0.3) -> list[Preference]:
    """Somebody who likes short ones, and caps."""
    rng = np.random.default_rng(seed)
    found = []
    while len(found) < count:
        who = WHO[rng.integers(len(WHO))]
        shown = dict.fromkeys(
            f"{who} {VERBS[rng.integers(2)]} {THINGS[rng.integers(2)]} {TIMES[rng.integers(3)]}."
            for _ in range(8)
        )
        texts = tuple(shown)[:4]
        values = [3 * ("cap" in text) - 0.1 * len(text) + rng.normal(0, noise) for text in texts]
        if len(texts) > 1:
            found.append(Preference(f"Quelle {len(found)}", texts, texts[int(np.argmax(values))]))
    return found


def test_what_was_planted_is_said_and_foreseen() -> None:
    learned = learn(choices(50))
    assert any(each.startswith("you prefer shorter ones") for each in learned.words)
    assert any(each.startswith("“cap” over “hat”") for each in learned.words)
    assert not any("“hat” over" in each or "longer" in each for each in learned.words)
    assert learned.before < 0.5 < 0.75 < learned.foreseen
    weights = learned.as_json()["weights"]
    assert weights["word:cap"] > 0 > weights["word:hat"]


def test_nothing_is_said_of_chance() -> None:
    learned = learn(choices(40, noise=1000.0))
    assert len([each for each in learned.words if "over" in each or "prefer" in each]) <= 2
    if learned.foreseen <= learned.before:
        assert any("do not use it" in each for each in learned.words)


def test_edits_count_as_the_nearest_of_what_was_shown() -> None:
    edited = [Preference(each.source, each.shown, each.text.replace(".", " indeed.")) for each in choices(30)]
    learned = learn(edited)
    assert any(each.startswith("“cap” over “hat”") for each in learned.words)
    assert learned.foreseen > 0.6


def test_too_little_is_told() -> None:
    alike = [Preference("q", ("a", "a"), "a")] * 50
    with pytest.raises(InputError, match="9 choices between different texts, and 10"):
        learn([*choices(9), *alike])


def test_the_file_chooses_by_what_was_learned(tmp_path: Path) -> None:
    learn(choices(50)).trained.chooser.write(tmp_path / "learned.toml")
    lists = from_sentences(
        [
            Sentence(
                id="1",
                source="Der Mann trägt eine Mütze.",
                candidates=[Candidate(text=f"The man wears a {each} now.") for each in ("hat", "cap")],
            )
        ]
    )
    scored = Chooser.named(str(tmp_path / "learned.toml")).scorer(lists)
    assert scored.values[1] > scored.values[0]


def test_words_are_counted_by_name_alone() -> None:
    texts = ["Cap, cap cape", "CAP!", "hat", ""]
    lists = from_sentences(
        [Sentence(id="1", source="s", candidates=[Candidate(text=each) for each in texts])]
    )
    found = compute(lists, Wanted.columns(["word:cap", "word:none"])).lists
    assert found.features[:, found.feature_names.index("word:cap")].tolist() == [2, 1, 0, 0]
    assert found.features[:, found.feature_names.index("word:none")].tolist() == [0, 0, 0, 0]
    assert not any(name.startswith("word:") for name in compute(lists, Wanted.named_by(["all"])).names)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store.open(tmp_path / "s.db", create=True)


def test_choices_are_kept_by_person_client_and_project(store: Store) -> None:
    one, two = people(store, 2)
    with store.write() as connection:
        for account, project in ((one, "acme/manual"), (one, "acme/web"), (two, "manual"), (None, "")):
            keep(connection, Preference("q", ("a", "b"), "b", project), account=account)
    count = {scope.told(): number for scope, number in scopes(store)}
    assert count == {
        "everybody": 4,
        "client acme": 2,
        "project manual": 2,
        "project web": 1,
        "user person 0": 2,
        "user person 1": 1,
    }
    assert len(kept(store, Scope(client="acme", project="manual"))) == 1
    assert len(kept(store, Scope(user="person 0"))) == 2
    with pytest.raises(InputError, match="no user"):
        kept(store, Scope(user="nobody"))


def test_a_site_remembers_what_was_chosen(store: Store) -> None:
    remember = remembering(store)
    (account,) = people(store, 1)
    for caller, chosen in ((LOCAL, "b"), (Caller(str(account), "x"), "c"), (LOCAL, "only")):
        shown = ("only",) if chosen == "only" else ("a", "b")
        asyncio.run(remember(caller, Choice("q", chosen, shown, "pick", project="p")))
    assert [each.text for each in kept(store, Scope(project="p"))] == ["b", "c"]
    assert len(kept(store, Scope(user="person 0"))) == 1


def test_the_verb(tmp_path: Path, store: Store) -> None:
    with store.write() as connection:
        for each in choices(20):
            keep(connection, each, account=None)
    out = str(tmp_path / "learned.toml")
    run = manyways_command("learn", "--store", str(tmp_path / "s.db"), "--out", out, "--quiet")
    assert run.returncode == 0, run.stderr
    assert "“cap” over “hat”" in run.stdout
    assert "20 choices" in run.stdout
    assert Path(out).exists()
