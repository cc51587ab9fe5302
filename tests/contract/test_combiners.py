"""What every way to combine promises: features by name, whose words they are, threads, files, bad input."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from manyways.candidates import Candidate, CandidateLists, Sentence, from_sentences
from manyways.combine import METHODS, Combiner, CombineSettings, Trained, VoteSettings, make_method
from manyways.errors import ConfigError, InputError
from manyways.metrics import Bleu

KINDS = list(METHODS)
PLACES = {
    "frontier": [
        {},
        {"horizon": "alignment", "individual": 1},
        {"normalise": True, "punctuation_phrases": True},
    ],
    "confusion": [{}, {"backbone": "all", "aligner": "hmm", "incremental": False, "individual": True}],
    "fusion": [{}, {"by": "mbr:chrf", "beam": 2}],
    "select": [{}, {"by": "mbr:ter"}],
}
MEMBERS = [(kind, own) for kind, rows in PLACES.items() for own in rows]
NOUNS = ["house", "garden", "river", "teacher", "letter", "window"]
VERBS = ["sees", "builds", "loves", "forgets"]


def lists_of(seed: int, sentences: int = 40, systems: int = 4) -> CandidateLists:
    """Systems that each get some words wrong; the majority is right most of the time."""
    rng = np.random.default_rng(seed)
    made, references = [], []
    for s in range(sentences):
        nouns = [str(each) for each in rng.choice(NOUNS, 3)]
        right = f"The {nouns[0]} {rng.choice(VERBS)} the {nouns[1]} near the {nouns[2]}."
        references.append(right)
        rows = []
        for k in range(systems):
            words = right[:-1].split()
            for at in range(1, len(words)):
                if rng.random() < 0.15:
                    words[at] = str(rng.choice([*NOUNS, *VERBS]))
            rows.append(Candidate(" ".join(words) + ".", float(-k), {}, system="ABCDEFGH"[k]))
        made.append(Sentence(str(s), rows))
    return from_sentences(made).with_references(references)


def settings_of(kind: str, own: dict[str, object], **more: object) -> CombineSettings:
    return CombineSettings(method=kind, own=own, rounds=2, size=30, **more)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def trained() -> dict[int, Trained]:
    lists = lists_of(1)
    return {i: Combiner.train(lists, None, settings_of(*each), threads=1) for i, each in enumerate(MEMBERS)}


def bleu(lists: CandidateLists, texts: list[str]) -> float:
    assert lists.references is not None
    made = from_sentences([Sentence(str(i), [Candidate(text)]) for i, text in enumerate(texts)])
    made = made.with_references(*lists.references)
    return Bleu().score(Bleu().statistics(made).sum(axis=0), references=1).value


@pytest.mark.parametrize("member", range(len(MEMBERS)))
def test_it_beats_every_input_on_other_sentences(member: int, trained: dict[int, Trained]) -> None:
    lists = lists_of(2)
    found = trained[member].combiner.apply(lists, threads=1)
    singles = [bleu(lists, list(lists.texts)[k::4]) for k in range(4)]
    assert bleu(lists, found.texts()) > max(singles)


@pytest.mark.parametrize("member", range(len(MEMBERS)))
def test_lists_are_sorted_distinct_and_scored_by_named_features(
    member: int, trained: dict[int, Trained]
) -> None:
    combiner = trained[member].combiner
    found = combiner.apply(lists_of(3), size=10, threads=1)
    lists = found.lists
    assert int(lists.sizes.max()) > 1
    assert lists.feature_names == combiner.method.feature_names(combiner.prepare(lists_of(3)))
    for s in range(len(lists)):
        rows = slice(int(lists.sentence_offsets[s]), int(lists.sentence_offsets[s + 1]))
        assert (np.diff(lists.scores[rows]) <= 1e-9).all()
        texts = list(lists.texts)[rows]
        assert len(set(texts)) == len(texts)
    vector = combiner.weights.vector(lists.feature_names)
    np.testing.assert_allclose(lists.features @ vector, lists.scores, atol=1e-6)


@pytest.mark.parametrize("member", range(len(MEMBERS)))
def test_every_word_is_somebodys(member: int, trained: dict[int, Trained]) -> None:
    lists = lists_of(4)
    found = trained[member].combiner.apply(lists, threads=1)
    for s in range(len(lists)):
        inputs = dict(zip("ABCD", list(lists.texts)[4 * s : 4 * s + 4], strict=True))
        words = found.words(s)
        assert "".join(word.word for word in words) == found.texts()[s].replace(" ", "")
        for word in words:
            assert word.origin in word.agreed
            assert word.word in inputs[word.origin]


@pytest.mark.parametrize("member", range(len(MEMBERS)))
def test_threads_and_other_sentences_change_nothing(member: int, trained: dict[int, Trained]) -> None:
    combiner, lists = trained[member].combiner, lists_of(5)
    whole = combiner.apply(lists, size=3, threads=1)
    again = combiner.apply(lists, size=3, threads=3)
    assert list(whole.lists.texts) == list(again.lists.texts)
    np.testing.assert_array_equal(whole.lists.scores, again.lists.scores)
    part = combiner.apply(lists.split(np.arange(10, 20)), size=3, threads=1)
    assert part.texts() == whole.texts()[10:20]


@pytest.mark.parametrize("member", range(len(MEMBERS)))
def test_the_file_has_all_of_it(member: int, trained: dict[int, Trained], tmp_path: Path) -> None:
    combiner = trained[member].combiner
    combiner.write(tmp_path / "combiner.toml")
    read = Combiner.read(tmp_path / "combiner.toml")
    assert read.method == combiner.method
    assert read.apply(lists_of(6)).texts() == combiner.apply(lists_of(6)).texts()


@pytest.mark.parametrize("kind", KINDS)
def test_training_twice_gives_the_same(kind: str) -> None:
    lists = lists_of(7, sentences=30)
    first, second = (Combiner.train(lists, None, settings_of(kind, {}), threads=t) for t in (1, 2))
    assert first.combiner.weights == second.combiner.weights


@pytest.mark.parametrize("kind", KINDS)
def test_empty_texts_have_no_say(kind: str) -> None:
    lists = lists_of(8, sentences=3)
    texts = list(lists.texts)
    texts[1], texts[4:8] = "", [""] * 4
    changed = from_sentences(
        [
            Sentence(
                str(s), [Candidate(text, system="ABCD"[k]) for k, text in enumerate(texts[4 * s : 4 * s + 4])]
            )
            for s in range(3)
        ]
    )
    combiner = Combiner(make_method(kind, {}), _start(kind, changed))
    found = combiner.apply(changed)
    assert found.texts()[1] == ""
    assert found.words(1) == []
    assert all(word.origin != "B" for word in found.words(0))
    assert all(found.texts()[s] for s in (0, 2))


@pytest.mark.parametrize("kind", KINDS)
def test_one_text_that_all_say_is_the_answer_as_it_is_written(kind: str) -> None:
    text = "Well -- it's   “odd” , isn't it ?"
    rows = [Candidate(text, system=name) for name in "AB"]
    lists = from_sentences([Sentence("0", rows)])
    combiner = Combiner(make_method(kind, {}), _start(kind, lists))
    assert combiner.apply(lists).texts() == [text]


@pytest.mark.parametrize("kind", KINDS)
def test_other_scripts_are_combined_alike(kind: str) -> None:
    rows = [
        Candidate(text, system=name)
        for name, text in zip("ABC", ["我 喜欢 茶", "我 爱 茶", "我 喜欢 茶"], strict=True)
    ]
    lists = from_sentences([Sentence("0", rows)])
    made = replace(Combiner(make_method(kind, {}), _start(kind, lists)), words=_tokenised())
    assert made.apply(lists).texts() == ["我 喜欢 茶"]


@pytest.mark.parametrize("kind", KINDS)
def test_one_input_is_nothing_to_combine(kind: str) -> None:
    lists = lists_of(9, sentences=3, systems=1)
    with pytest.raises(InputError, match="nothing to combine"):
        Combiner.train(lists, None, settings_of(kind, {}))


@pytest.mark.parametrize("kind", KINDS)
def test_references_are_needed(kind: str) -> None:
    with pytest.raises(InputError, match="no references"):
        Combiner.train(replace(lists_of(9), references=None), None, settings_of(kind, {}))


@pytest.mark.parametrize("kind", KINDS)
def test_fifty_inputs_work_and_more_than_sixty_are_refused(kind: str) -> None:
    many = [Candidate(f"the {NOUNS[k % 5]} is {VERBS[k % 3]}", float(-k)) for k in range(61)]
    lists = from_sentences([Sentence("0", many[:50])])
    combiner = Combiner(make_method(kind, {}), _start(kind, lists), votes=VoteSettings(kind="rank"))
    assert combiner.apply(lists).texts()[0].startswith("the ")
    with pytest.raises(InputError, match="61 candidates; the most"):
        combiner.apply(from_sentences([Sentence("0", many)]))


@pytest.mark.parametrize("kind", KINDS)
def test_the_gate_keeps_what_is_good_already(kind: str) -> None:
    lists = lists_of(10)
    trained = Combiner.train(lists, None, settings_of(kind, {}, gate=True), threads=1)
    gate = trained.combiner.gate
    assert gate is not None
    assert trained.gate["gate"] >= max(trained.gate["always"], trained.gate["never"] - 1e-9)
    shut = replace(trained.combiner, gate=replace(gate, threshold=-10.0)).apply(lists)
    assert shut.gated is not None
    assert shut.gated.all()
    assert all(text in list(lists.texts)[4 * s : 4 * s + 4] for s, text in enumerate(shut.texts()))
    assert all(word.origin in "ABCD" for word in shut.words(0))
    open_ = replace(trained.combiner, gate=replace(gate, threshold=1e6)).apply(lists)
    assert open_.texts() == trained.combiner.apply(lists, gate=False).texts()


def test_settings_that_would_be_ignored_are_refused() -> None:
    for kind, own in (
        ("frontier", {"stay": 0.5}),
        ("confusion", {"backbone": "all", "risk": "ter"}),
        ("fusion", {"by": "score"}),
        ("select", {"by": "LM0"}),
        ("frontier", {"radios": 3}),
    ):
        with pytest.raises(ConfigError):
            settings_of(kind, own)


def test_the_folds_choose_among_settings() -> None:
    tried = {"beam": (1, 50), "any_order": (1, 2)}
    trained = Combiner.train(lists_of(11), None, settings_of("frontier", {}, tried=tried), threads=1)
    assert len(trained.tried) == 4
    best = max(trained.tried, key=lambda each: each.score.value)
    assert {key: getattr(trained.combiner.method, key) for key in tried} == dict(best.settings)


def _start(kind: str, lists: CandidateLists):  # type: ignore[no-untyped-def]
    method = make_method(kind, {})
    blank = Combiner(method, None)  # type: ignore[arg-type]
    return method.start(method.feature_names(blank.prepare(lists)))


def _tokenised():  # type: ignore[no-untyped-def]
    from manyways.combine import WordSettings

    return WordSettings(language="zh", tokenised=True)
