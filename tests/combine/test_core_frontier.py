"""The frontier search against every derivation there is."""

from __future__ import annotations

import random
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from manyways._core import combine as core
from manyways.lm import LanguageModel
from tests.oracles import combine as slow
from tests.support.combining import SIGNS, Tiny, lists_of, random_stages, random_text, texts_of, tiny_model


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> list[LanguageModel]:
    folder = tmp_path_factory.mktemp("models")
    return [tiny_model(Path(folder) / f"{seed}.bin", seed) for seed in (1, 2)]


def settings_of(chance: random.Random) -> slow.Frontier:
    return slow.Frontier(
        horizon=chance.choice(["length", "alignment"]),
        radius=chance.choice([0, 1, 2]),
        stay=chance.choice([0.3, 0.6, 1.0]),
        go_on=chance.random() < 0.6,
        alignment_phrases=chance.random() < 0.3,
        punctuation_phrases=chance.random() < 0.3,
        exact_order=chance.choice([0, 1, 2, 3]),
        any_order=chance.choice([1, 2, 3, 4]),
        individual=chance.choice([0, 0, 1, 2]),
        normalise=chance.random() < 0.3,
    )


def in_core(settings: slow.Frontier, *, beam: int = 100_000, size: int = 10_000) -> core.FrontierSettings:
    made = core.FrontierSettings()
    for name, value in vars(settings).items():
        setattr(made, name, getattr(core.Horizon, value) if name == "horizon" else value)
    made.beam, made.size = beam, size
    return made


def task_of(tiny: Tiny, texts: list[tuple[int, ...]], votes: list[float]) -> slow.Task:
    to, kinds = core.link_list(tiny.words(), lists_of(texts), core.MatchSettings())
    links: dict[tuple[int, int], Mapping[int, tuple[int, int]]] = {}
    places = [(s, i) for s, text in enumerate(texts) for i in range(len(text))]
    for place, row, kind in zip(places, to.tolist(), kinds.tolist(), strict=True):
        links[place] = {t: (j, k) for t, (j, k) in enumerate(zip(row, kind, strict=True)) if j >= 0}
    names = [f"S{s}" for s in range(len(texts))]
    shares = [vote / sum(votes) for vote in votes]
    return slow.Task(texts, links, shares, names, SIGNS, tiny.functions(), tiny.unknown())


def search(
    tiny: Tiny,
    task: slow.Task,
    settings: core.FrontierSettings,
    weights: Mapping[str, float],
    votes: list[float],
) -> core.Combined:
    names = core.frontier_features(settings, len(tiny.models), list(task.systems))
    vector = np.array([weights[name] for name in names])
    lists = lists_of(list(task.texts), votes)
    return core.combine_frontiers(
        tiny.words(), lists, core.MatchSettings(), settings, vector, list(task.systems), 1
    )


@pytest.mark.parametrize("seed", range(120))
def test_all_sentences_with_their_best_scores_are_found(seed: int, models: list[LanguageModel]) -> None:
    chance = random.Random(seed)
    tiny = Tiny(random_stages(chance), models[: chance.choice([0, 1, 2])])
    texts = [random_text(chance, 3 if seed % 3 else 4) for _ in range(3 if seed % 3 else 2)]
    votes = [float(chance.choice([0, 1, 1, 3])) for _ in texts]
    if not any(votes):
        votes = [1.0] * len(texts)
    task, settings = task_of(tiny, texts, votes), settings_of(chance)
    made = in_core(settings)
    names = core.frontier_features(made, len(tiny.models), list(task.systems))
    weights = {name: chance.choice([-1.0, -0.5, 0.0, 0.5, 1.0, 2.0]) for name in names}
    best: dict[tuple[int, ...], float] = {}
    features: dict[tuple[int, ...], list[list[float]]] = {}
    for state in slow.derivations(task, settings):
        row = slow.frontier_features(task, settings, state)
        score = sum(weights[name] * row[name] for name in names)
        best[state.words] = max(best.get(state.words, -1e9), score)
        features.setdefault(state.words, []).append([row[name] for name in names])
    found = search(tiny, task, made, weights, votes)
    scores, rows = found.take_scores(), found.take_features(len(names))
    found_texts = texts_of(found)
    assert found.take_optimal().tolist() == [1]
    assert len(found_texts) == len(set(found_texts))
    assert dict(zip(found_texts, scores.tolist(), strict=True)) == pytest.approx(best, abs=1e-4)
    assert scores.tolist() == sorted(scores.tolist(), reverse=True)
    for text, row in zip(found_texts, rows.tolist(), strict=True):
        assert any(row == pytest.approx(each, abs=1e-4) for each in features[text])
    np.testing.assert_allclose(rows @ [weights[name] for name in names], scores, atol=1e-6)


@pytest.mark.parametrize("seed", range(20))
def test_a_narrow_beam_finds_real_derivations_and_does_not_call_them_best(
    seed: int, models: list[LanguageModel]
) -> None:
    chance = random.Random(seed)
    tiny = Tiny({}, models[:1])
    texts = [random_text(chance, 4, 8) for _ in range(3)]
    task, settings = task_of(tiny, texts, [1.0] * 3), slow.Frontier(radius=2)
    names = core.frontier_features(in_core(settings), 1, list(task.systems))
    weights = {name: chance.uniform(-1, 1) for name in names}
    found = search(tiny, task, in_core(settings, beam=1, size=5), weights, [1.0] * 3)
    every = {state.words for state in slow.derivations(task, settings)}
    assert set(texts_of(found)) <= every
    if found.take_optimal().tolist() == [1]:
        assert len({text[0] for text in texts}) == 1


@pytest.mark.parametrize("seed", range(150))
def test_no_sentence_is_above_the_bound_and_what_is_proved_is_best(
    seed: int, models: list[LanguageModel]
) -> None:
    chance = random.Random(seed)
    tiny = Tiny(random_stages(chance), models[: chance.choice([0, 1, 2])])
    texts = [random_text(chance, 3 if seed % 3 else 4) for _ in range(3 if seed % 3 else 2)]
    votes = [float(chance.choice([1, 1, 3])) for _ in texts]
    task, settings = task_of(tiny, texts, votes), settings_of(chance)
    made = in_core(settings, beam=chance.choice([1, 2, 5]), size=chance.choice([1, 1, 3]))
    names = core.frontier_features(made, len(tiny.models), list(task.systems))
    values = [-1.0, -0.5, 0.0, 0.5, 1.0, 2.0]
    weights = {name: chance.choice(values[seed % 4 :] if "LM" in name else values) for name in names}
    best: dict[tuple[int, ...], float] = {}
    for state in slow.derivations(task, settings):
        row = slow.frontier_features(task, settings, state)
        score = sum(weights[name] * row[name] for name in names)
        best[state.words] = max(best.get(state.words, -1e9), score)
    found = search(tiny, task, made, weights, votes)
    (above,), (optimal,), scores = found.take_above(), found.take_optimal(), found.take_scores()
    if optimal:
        assert scores.tolist() == pytest.approx(sorted(best.values(), reverse=True)[: made.size], abs=1e-4)
        assert above == scores[0]
    if not np.isnan(above):
        assert above >= max(best.values()) - 1e-4
    elif not optimal:
        assert settings.normalise or any(weights[name] < 0 for name in names if name.startswith("LM"))


def test_a_search_that_dropped_something_may_still_be_proved() -> None:
    texts = [(3, 4, 5), (3, 4, 5), (6, 7, 8)]
    tiny = Tiny()
    task = task_of(tiny, texts, [3.0, 3.0, 1.0])
    settings = in_core(slow.Frontier(radius=1), beam=2, size=1)
    names = core.frontier_features(settings, 0, list(task.systems))
    weights = {name: {"words": -0.5, "any:1": 1.0}.get(name, 0.0) for name in names}
    found = search(tiny, task, settings, weights, [3.0, 3.0, 1.0])
    assert texts_of(found) == [(3, 4, 5)]
    assert found.take_optimal().tolist() == [1]


@pytest.mark.parametrize("seed", range(20))
def test_equal_inputs_are_one_with_their_votes_together(seed: int) -> None:
    chance = random.Random(seed)
    one, other = random_text(chance, 5), random_text(chance, 5)
    tiny = Tiny()
    settings = slow.Frontier(
        radius=2, horizon=chance.choice(["length", "alignment"]), alignment_phrases=seed % 2 == 0
    )
    answers = []
    for texts, votes in (([one, other, one], [1.0, 1.0, 1.0]), ([one, other], [2.0, 1.0])):
        task = task_of(tiny, texts, votes)
        names = core.frontier_features(in_core(settings), 0, list(task.systems))
        weights = {name: 0.3 * k for k, name in enumerate(names)}
        found = search(tiny, task, in_core(settings), weights, votes)
        answers.append(dict(zip(texts_of(found), found.take_scores().tolist(), strict=True)))
    assert answers[0] == pytest.approx(answers[1])


def test_where_words_came_from_is_told() -> None:
    texts = [(3, 4, 5), (3, 6, 5), (3, 6, 5)]
    tiny = Tiny()
    task = task_of(tiny, texts, [1.0] * 3)
    settings = in_core(slow.Frontier(), size=1)
    names = core.frontier_features(settings, 0, list(task.systems))
    weights = {name: float(name.startswith("any")) - 2.0 * (name == "words") for name in names}
    found = search(tiny, task, settings, weights, [1.0] * 3)
    assert texts_of(found) == [(3, 6, 5)]
    assert found.take_origins().tolist() == [0, 1, 1]
    assert found.take_agreed().tolist() == [0b111, 0b110, 0b111]


def test_empty_texts_have_no_say_and_a_list_of_them_has_no_answer() -> None:
    tiny = Tiny()
    settings = in_core(slow.Frontier(), size=3)
    weights = np.ones(len(core.frontier_features(settings, 0, ["A", "B"])))
    found = core.combine_frontiers(
        tiny.words(), lists_of([(), (3, 4)]), core.MatchSettings(), settings, weights, ["A", "B"], 1
    )
    assert texts_of(found) == [(3, 4)]
    found = core.combine_frontiers(
        tiny.words(), lists_of([(), ()]), core.MatchSettings(), settings, weights, ["A", "B"], 1
    )
    assert texts_of(found) == []
    assert found.take_sentence_offsets().tolist() == [0, 0]
