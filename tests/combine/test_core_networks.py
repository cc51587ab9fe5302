"""Confusion networks: what they hold, and their best paths against all paths."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from manyways._core import combine as core
from manyways.lm import LanguageModel
from tests.oracles import combine as slow
from tests.support.combining import Tiny, lists_of, random_stages, random_text, texts_of, tiny_model


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> list[LanguageModel]:
    folder = tmp_path_factory.mktemp("models")
    return [tiny_model(Path(folder) / f"{seed}.bin", seed) for seed in (1, 2)]


def network(
    tiny: Tiny, texts: list[tuple[int, ...]], backbone: int, aligner: str, incremental: bool
) -> slow.Slots:
    found = core.network(tiny.words(), lists_of(texts), backbone, getattr(core.Aligner, aligner), incremental)
    every = range(len(texts))
    return [
        [
            (None if word == core.NO_WORD else word, frozenset(s for s in every if bits >> s & 1))
            for word, bits in slot
        ]
        for slot in found
    ]


def said_by(slots: slow.Slots, s: int) -> list[int]:
    said = [[word for word, inputs in slot if s in inputs] for slot in slots]
    assert all(len(words) == 1 for words in said)
    return [word for (word,) in said if word is not None]


@pytest.mark.parametrize("aligner", ["ter", "hmm"])
@pytest.mark.parametrize("incremental", [False, True])
@pytest.mark.parametrize("seed", range(25))
def test_every_input_is_in_the_network_with_all_its_words(seed: int, aligner: str, incremental: bool) -> None:
    chance = random.Random(seed)
    texts = [random_text(chance, 7) for _ in range(4)]
    backbone = chance.randrange(4)
    slots = network(Tiny(random_stages(chance)), texts, backbone, aligner, incremental)
    assert said_by(slots, backbone) == list(texts[backbone])
    for s, text in enumerate(texts):
        assert sorted(said_by(slots, s)) == sorted(text)


@pytest.mark.parametrize("seed", range(40))
def test_edits_are_never_dearer_than_without_moves(seed: int) -> None:
    chance = random.Random(seed)
    one, other = random_text(chance, 6), random_text(chance, 6)
    slots = network(Tiny(), [one, other], 0, "ter", False)
    differ = sum(len(slot) > 1 for slot in slots)
    assert differ <= slow.edit_distance(one, other)
    if said_by(slots, 1) == list(other):
        assert differ == slow.edit_distance(one, other)


def test_a_block_that_stands_elsewhere_is_moved() -> None:
    slots = network(Tiny(), [(3, 4, 5, 6, 7, 8), (6, 7, 8, 3, 4, 5)], 0, "ter", False)
    assert len(slots) == 6
    assert all(len(slot) == 1 for slot in slots)
    slots = network(Tiny(), [(11, 3, 4, 5, 6, 7, 8), (10, 6, 7, 8, 3, 4, 5)], 0, "ter", False)
    assert [len(slot) for slot in slots] == [2, 1, 1, 1, 1, 1, 1]


@pytest.mark.parametrize("seed", range(40))
def test_the_hidden_path_is_the_most_probable(seed: int) -> None:
    chance = random.Random(seed)
    base, text = random_text(chance, 4, 4), random_text(chance, 4, 4)
    slots = network(Tiny(), [base, text], 0, "hmm", False)
    ranked = sorted(slow.hmm_alignments(text, base), key=lambda each: -each[0])
    equal = [states for score, states in ranked if score > ranked[0][0] - 1e-9]
    if len(equal) > 1:
        return  # who wins a tie is not the question here
    keepers: dict[int, int] = {}
    for i, state in enumerate(equal[0]):
        if state is not None and (
            state not in keepers or (text[i] == base[state]) > (text[keepers[state]] == base[state])
        ):
            keepers[state] = i
    fast = {
        place: word
        for place, (slot) in enumerate(
            [slot for slot in slots if any(0 in s and w is not None for w, s in slot)]
        )
        for word, inputs in slot
        if 1 in inputs and word is not None
    }
    assert fast == {state: text[i] for state, i in keepers.items()}


@pytest.mark.parametrize("seed", range(60))
def test_the_list_is_all_paths_in_order(seed: int, models: list[LanguageModel]) -> None:
    chance = random.Random(seed)
    tiny = Tiny(random_stages(chance), models[: chance.choice([0, 1, 2])])
    texts = [random_text(chance, 4) for _ in range(3)]
    every, incremental = chance.random() < 0.3, chance.random() < 0.5
    aligner = chance.choice(["ter", "hmm"])
    votes = [0.5, 0.25, 0.25]
    backbones = range(3) if every else [chance.randrange(3)]
    settings = core.ConfusionSettings()
    settings.beam, settings.size = 100_000, 10_000
    settings.aligner, settings.incremental = getattr(core.Aligner, aligner), incremental
    settings.individual = True  # so that equal texts stay apart, as in the slow twin
    names = core.confusion_features(settings, len(tiny.models), ["A", "B", "C"])
    weights = {name: chance.choice([-1.0, -0.5, 0.0, 0.5, 1.0, 2.0]) for name in names}
    best: dict[tuple[int, ...], float] = {}
    for backbone in backbones:
        slots = network(tiny, texts, backbone, aligner, incremental)
        for path in slow.paths(slots):
            row = slow.path_features(path, votes, backbone, tiny.functions(), tiny.unknown())
            for s, system in enumerate("ABC"):
                row[f"system:{system}"] = sum(word is not None and s in said for word, said in path)
            score = sum(weights[name] * row[name] for name in names)
            words = tuple(word for word, _ in path if word is not None)
            best[words] = max(best.get(words, -1e9), score)
    found = core.combine_networks(
        tiny.words(),
        lists_of(texts, votes),
        np.array([-1 if every else backbones[0]], np.int64),
        settings,
        np.array([weights[name] for name in names]),
        ["A", "B", "C"],
        1,
    )
    scores, rows = found.take_scores(), found.take_features(len(names))
    assert found.take_optimal().tolist() == [1]
    assert dict(zip(texts_of(found), scores.tolist(), strict=True)) == pytest.approx(best, abs=1e-4)
    np.testing.assert_allclose(rows @ [weights[name] for name in names], scores, atol=1e-6)
    assert scores.tolist() == sorted(scores.tolist(), reverse=True)


def test_a_backbone_without_words_is_refused() -> None:
    settings = core.ConfusionSettings()
    weights = np.ones(len(core.confusion_features(settings, 0, ["A", "B"])))
    with pytest.raises(ValueError, match="empty text"):
        core.combine_networks(
            Tiny().words(), lists_of([(), (3,)]), np.array([0]), settings, weights, ["A", "B"], 1
        )
