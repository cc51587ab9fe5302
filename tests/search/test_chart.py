"""Target features score pieces in any order of joining: the sum is what the whole string has."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from manyways._core.search import Chart
from manyways.model import Weights
from manyways.search import PhraseModel
from tests.oracles.derivations import TARGET, random_model


def with_classes(directory: Path) -> PhraseModel:
    """LM0 is one of words; LM1 is the same model with classes, which are named as its words are."""
    model, table = random_model(3, directory)
    (name,) = list(model.language_models)[:1]
    models = {"LM0": model.language_models[name], "LM1": model.language_models[name]}
    weights = {key: value for key, value in model.weights.components().items() if not key.startswith("LM")}
    classes = {"a": "b", "b": "b", "c": "a"}
    return PhraseModel(table, models, Weights({**weights, "LM0": 1.0, "LM1": 0.5}), classes={"LM1": classes})


def bracketed(chart: Chart, words: list[str], drawn: random.Random) -> tuple[float, int]:
    """Any tree over the words: pieces of one to three parts, each words or a piece; at most two pieces."""
    total, symbols, pieces = 0.0, [], []
    at = 0
    while at < len(words):
        length = drawn.randint(1, len(words) - at)
        if len(pieces) < 2 and length < len(words) and drawn.random() < 0.6:
            gain, state = bracketed(chart, words[at : at + length], drawn)
            total += gain
            pieces.append(state)
            symbols.append(-len(pieces))
        else:
            symbols += [chart.word(word) for word in words[at : at + length]]
        at += length
    gain, state = chart.join(symbols, pieces)
    return total + gain, state


@pytest.mark.parametrize("feature", [0, 1])
def test_any_bracketing_has_the_score_of_the_sentence(feature: int, tmp_path: Path) -> None:
    model = with_classes(tmp_path)
    language_model = model.language_models["LM0"]
    drawn = random.Random(feature)
    for _ in range(300):
        words = drawn.choices([*TARGET, "never-seen"], k=drawn.randint(1, 9))
        chart = Chart(model.core, feature)
        total, state = bracketed(chart, words, drawn)
        read = [model.classes["LM1"].get(word, "<unk>") for word in words] if feature else words
        whole = language_model.score(" ".join(read))
        gain, sentence = chart.join([-1, -2], [chart.begin(), state])
        assert total + gain + chart.finish(sentence) == pytest.approx(whole, abs=1e-4)


def test_pieces_that_nothing_can_tell_apart_have_one_state(tmp_path: Path) -> None:
    chart = Chart(with_classes(tmp_path).core, 1)
    a, b, c = (chart.word(word) for word in TARGET)
    assert chart.join([a, c], [])[1] == chart.join([b, c], [])[1]  # the same classes
    assert chart.join([a, a], [])[1] != chart.join([c, a], [])[1]
    _, piece = chart.join([b], [])
    assert chart.join([a, -1], [piece])[1] == chart.join([a, b], [])[1]
    assert chart.estimate([a, b]) == pytest.approx(chart.join([a, b], [])[0])


def test_pieces_and_words_that_are_not_there_are_refused(tmp_path: Path) -> None:
    chart = Chart(with_classes(tmp_path).core, 0)
    for ask in (
        lambda: chart.join([-1], []),
        lambda: chart.join([10**6], []),
        lambda: chart.join([-1], [0]),
        lambda: chart.finish(0),
        lambda: chart.estimate([10**6]),
    ):
        with pytest.raises(IndexError):
            ask()
    with pytest.raises(IndexError):
        Chart(with_classes(tmp_path).core, 2)
