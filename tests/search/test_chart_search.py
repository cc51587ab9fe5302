"""The chart searches against every derivation of tiny grammars full of ties."""

from __future__ import annotations

import math
import random
from pathlib import Path

import numpy as np
import pytest

from manyways.search import ChartSearch, ChartSettings, RuleModel
from tests.oracles.grammars import SOURCE, random_grammar

ALL = 10**6
METHODS = ["grouping", "cube"]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("seed", range(60))
def test_without_a_limit_the_best_derivation_is_found(seed: int, method: str, tmp_path: Path) -> None:
    """And every derivation of the graph is one of the grammar's, with its features and score."""
    grammar = random_grammar(seed, tmp_path, lms=1 + seed % 3, order=2 + seed % 4)
    model, draw = grammar.model, random.Random(seed)
    search = ChartSearch(model, ChartSettings(pops=ALL, margin=math.inf, method=method), threads=1)  # type: ignore[arg-type]
    sources = [" ".join(draw.choices([*SOURCE, "new"], k=draw.randint(0, 4))) for _ in range(6)]
    names = model.feature_names
    for source, found, graph in zip(sources, search.best(sources), search.graphs(sources), strict=True):
        every = grammar.sentences(tuple(source.split()))
        assert found.score == pytest.approx(max(total for _, total, _ in every), abs=1e-4)
        listed = graph.kbest(300, distinct=False)
        rows = {(text, *row(features, names)) for text, _, features in every}
        for text, values in zip(listed.texts, listed.features, strict=True):
            assert (text, *row(dict(zip(names, values.tolist(), strict=True)), names)) in rows
        assert listed.features @ np.array(model.core.weights) == pytest.approx(listed.scores, abs=1e-4)
        assert np.all(np.diff(listed.scores) <= 1e-9)


def row(features: dict[str, float], names: tuple[str, ...]) -> tuple[float, ...]:
    """Numbers that can be compared: all of them are multiples of a few logs."""
    return tuple(round(features.get(name, 0.0), 2) + 0.0 for name in names)


@pytest.mark.parametrize("method", METHODS)
def test_a_graph_without_a_limit_holds_every_text(method: str, tmp_path: Path) -> None:
    grammar = random_grammar(3, tmp_path)
    search = ChartSearch(grammar.model, ChartSettings(pops=ALL, margin=math.inf, method=method))  # type: ignore[arg-type]
    best: dict[str, float] = {}
    for text, total, _ in grammar.sentences(("u", "v", "w", "u")):
        best[text] = max(total, best.get(text, -np.inf))
    lists = search.lists(["u v w u"], 10**4)
    assert dict(zip(lists.texts, lists.scores.tolist(), strict=True)) == pytest.approx(best, abs=1e-4)


@pytest.mark.parametrize("seed", range(10))
def test_forcing_finds_the_best_derivation_of_a_text(seed: int, tmp_path: Path) -> None:
    grammar = random_grammar(seed, tmp_path)
    search = ChartSearch(grammar.model, threads=1)
    source = " ".join(random.Random(seed).choices(SOURCE, k=4))
    best: dict[str, float] = {}
    for text, total, _ in grammar.sentences(tuple(source.split())):
        best[text] = max(total, best.get(text, -np.inf))
    texts = sorted(best)[:20]
    for text, forced in zip(texts, search.force([source] * len(texts), texts), strict=True):
        assert forced.reached
        assert forced.translation is not None
        assert forced.translation.text == text
        assert forced.translation.score == pytest.approx(best[text], abs=1e-4)
    first = next(text for text in texts if text)
    (missing,) = search.force([source], [f"{first} never never"])
    assert not missing.reached
    assert first.startswith(missing.prefix) or missing.prefix == first


@pytest.mark.parametrize("seed", range(10))
def test_forcing_says_how_far_a_derivation_comes(seed: int, tmp_path: Path) -> None:
    """The longest beginning that some derivation of the first source words writes."""
    grammar = random_grammar(seed, tmp_path)
    draw = random.Random(seed)
    source = draw.choices(SOURCE, k=4)
    partial = {text for end in range(5) for text, _, _ in grammar.sentences(tuple(source[:end]))}
    some = sorted(partial, key=len)[-5:]
    texts = [f"{text} never".strip() for text in some] + [
        " ".join(draw.choices("abc", k=4)) for _ in range(5)
    ]
    reached = set()
    for text, forced in zip(
        texts, ChartSearch(grammar.model).force([" ".join(source)] * 10, texts), strict=True
    ):
        if forced.reached:
            continue
        words = text.split()
        begins = [" ".join(words[:end]) for end in range(len(words) + 1)]
        assert forced.prefix == max((each for each in begins if each in partial), key=len)
        reached.add(forced.prefix)
    assert len(reached) > 1


@pytest.mark.parametrize("method", METHODS)
def test_fewer_pops_are_never_better(method: str, tmp_path: Path) -> None:
    sources = [" ".join(random.Random(i).choices(SOURCE, k=10)) for i in range(10)]
    better = 0
    for seed in range(5):
        model = random_grammar(seed, tmp_path, order=4).model
        few, some, many = (
            ChartSearch(model, ChartSettings(pops=pops, margin=math.inf, method=method)).best(sources).scores  # type: ignore[arg-type]
            for pops in (1, 10, 5000)
        )
        assert np.all(few <= many + 1e-6)
        assert np.all(some <= many + 1e-6)
        better += int(np.sum(few < many - 1e-3))
    assert better > 0


@pytest.mark.parametrize("method", METHODS)
def test_a_language_model_of_classes_reads_classes(method: str, tmp_path: Path) -> None:
    grammar = random_grammar(7, tmp_path, lms=2)
    classes = {"a": "b", "b": "b", "c": "a"}
    plain = grammar.model
    model = RuleModel(plain.table, plain.language_models, plain.weights, classes={"LM1": classes})
    lists = ChartSearch(model, ChartSettings(method=method)).lists(["u v w u v", "w new u"], 20)  # type: ignore[arg-type]
    column = list(lists.feature_names).index("LM1")
    read = [" ".join(classes.get(word, "<unk>") for word in text.split()) for text in lists.texts]
    expected = [grammar.language_models["LM1"].score(text) for text in read]
    assert lists.features[:, column] == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("method", METHODS)
def test_features_are_of_the_derivation_also_under_a_limit(method: str, tmp_path: Path) -> None:
    grammar = random_grammar(9, tmp_path, order=4)
    sources = [" ".join(random.Random(i).choices(SOURCE, k=9)) for i in range(10)]
    settings = ChartSettings(pops=7, margin=1.0, method=method)  # type: ignore[arg-type]
    lists = ChartSearch(grammar.model, settings).lists(sources, 50)
    column = list(lists.feature_names).index("LM0")
    expected = [grammar.language_models["LM0"].score(text) for text in lists.texts]
    assert lists.features[:, column] == pytest.approx(expected, abs=1e-4)
    assert lists.features @ np.array(grammar.model.core.weights) == pytest.approx(lists.scores, abs=1e-4)
