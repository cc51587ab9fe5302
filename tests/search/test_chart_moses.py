"""Conformance with Moses 3445289's chart decoder (../shared/fixtures/hiero): same rules and weights."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np
import pytest

from manyways.grammar import import_rules
from manyways.lm import LanguageModel
from manyways.model import SearchSettings, Weights
from manyways.search import ChartSearch, ChartSettings, RuleModel
from manyways.search.results import grouped

WEIGHTS: dict[str, float | list[float]] = {  # of moses.ini
    "UnknownWordPenalty0": 1,
    "WordPenalty0": -0.21978,
    "PhrasePenalty0": 0.0377976,
    "TranslationModel0": [0.0611838, 0.0375079, 0.0705903, 0.079598],
    "TranslationModel1": 0.1,
    "LM0": 0.131866,
}


@pytest.fixture(scope="module")
def model(peers: Path, tmp_path_factory: pytest.TempPathFactory) -> RuleModel:
    rules = import_rules(peers / "hiero" / "rule-table.gz", tmp_path_factory.mktemp("hiero") / "rules.bin")
    lms = {"LM0": LanguageModel.open(peers / "lm" / "en.5.arpa.gz")}
    return RuleModel(rules, lms, Weights(WEIGHTS), SearchSettings(table_limit=0))


@pytest.fixture(scope="module")
def sources(peers: Path) -> list[str]:
    return (peers / "hiero" / "source50.de").read_text(encoding="utf-8").splitlines()


@pytest.fixture(scope="module")
def best_of_moses(peers: Path) -> list[tuple[str, dict[str, float | list[float]], float]]:
    """Text, features and total of each sentence's best, at a pop limit of 5,000."""
    found: dict[str, tuple[str, dict[str, float | list[float]], float]] = {}
    with gzip.open(peers / "hiero" / "chart.nbest100.distinct.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            index, text, features, total = line.rstrip("\n").split(" ||| ")
            if index not in found:
                found[index] = text.strip(), read_features(features), float(total)
    return list(found.values())


def read_features(text: str) -> dict[str, float | list[float]]:
    values: dict[str, list[float]] = {}
    for token in text.split():
        if token.endswith("="):
            values[token[:-1]] = row = []
        else:
            row.append(float(token))
    return {name: row if len(row) > 1 else row[0] for name, row in values.items()}


@pytest.mark.parametrize(("method", "missed"), [("grouping", 1), ("cube", 1)])
def test_totals_are_no_lower_than_those_of_moses(
    model: RuleModel,
    sources: list[str],
    best_of_moses: list[tuple[str, dict[str, float | list[float]], float]],
    method: str,
    missed: int,
) -> None:
    found = ChartSearch(model, ChartSettings(pops=1000, method=method)).best(sources)  # type: ignore[arg-type]
    totals = np.array([total for _, _, total in best_of_moses])
    assert np.count_nonzero(found.scores < totals - 0.001) <= missed
    same = [
        (translation, features)
        for translation, (text, features, total) in zip(found, best_of_moses, strict=True)
        if translation.text == text and abs(translation.score - total) < 1e-3
    ]
    assert len(same) >= 48
    differing = 0
    for translation, features in same:
        ours = {name: translation.features[name] for name in features}
        differing += any(
            np.max(np.abs(np.subtract(ours[name], value))) > 1e-3 for name, value in features.items()
        )
    assert differing <= 1  # one sentence has two derivations with one total


def test_a_wide_search_finds_the_best_of_moses_everywhere(
    model: RuleModel,
    sources: list[str],
    best_of_moses: list[tuple[str, dict[str, float | list[float]], float]],
) -> None:
    found = ChartSearch(model, ChartSettings(pops=4000)).best(sources)
    assert np.all(found.scores >= np.array([total for _, _, total in best_of_moses]) - 0.001)
    assert found.features[:, list(model.feature_names).index("LM0")].max() < 0
    assert set(grouped(model.feature_names, found.features[0].tolist())) == set(WEIGHTS)
