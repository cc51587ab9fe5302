"""A hierarchical model is translated with as any other: the model knows its search."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from manyways import Translator
from manyways.cli.main import app
from manyways.errors import ConfigError, ManywaysError, ModelError
from manyways.model import Model
from manyways.search import BeamSettings, ChartSearch, ChartSettings, RuleModel
from manyways.search.phrase_weights import PhraseWeights
from manyways.train import train
from tests.support.trained import CONFIG, inputs

TEXTS = ["Die Frau hat das Haus gesehen.", "Er lacht nicht.", "", "Qwertz!"]


@pytest.fixture(scope="module")
def model(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Model:
    settings = replace(CONFIG, kind="hierarchical")
    return train(inputs(corpus), tmp_path_factory.mktemp("hierarchical") / "model", settings).model


@pytest.fixture(scope="module")
def translator(model: Model) -> Translator:
    return Translator(model)


def test_text_goes_in_and_comes_out_as_running_text(translator: Translator) -> None:
    assert isinstance(translator.search(), ChartSearch)
    found = translator.translate(TEXTS)
    assert found[0].text[0].isupper()
    assert found[0].text.endswith(".")
    assert found[2].text == ""
    assert found[3].text.startswith("Qwertz")
    lists = translator.kbest(TEXTS, 10, links=True)
    vector = translator.weights.vector(lists.feature_names)
    np.testing.assert_allclose(lists.features @ vector, lists.scores, atol=1e-4)
    forced = translator.force(TEXTS[0], found[0].text)
    assert forced.reached
    assert forced.translation is not None
    assert forced.translation.score >= found[0].score - 1e-6


def test_a_long_text_is_translated_in_pieces(translator: Translator) -> None:
    text = "Die Frau hat das Haus gesehen. " * 90
    found = translator.searching(pops=10).translate(text)
    assert found.status == "split"
    assert found.text.count(".") >= 80


def test_sparse_features_of_rules_are_a_column_and_rows(model: Model) -> None:
    """What the rows of a derivation say, times the weights, is its column."""
    plain = RuleModel.open(model)
    search = ChartSearch(plain, threads=1)
    sources = ["die frau hat das haus gesehen .", "er lacht nicht ."]
    sparse = search.lists(sources, 20, phrase_features=True).sparse
    assert sparse is not None
    assert any("[X,1]" in name for name in sparse.names)
    drawn = np.random.default_rng(1).normal(size=len(sparse.names)).round(2)
    weights = PhraseWeights(list(sparse.names), drawn)
    learnt = plain.with_weights(plain.weights.replaced(["PhraseFeatures0"], [0.3]), weights)
    lists = ChartSearch(learnt, threads=1).lists(sources, 20, phrase_features=True)
    assert lists.sparse is not None
    column = lists.features[:, list(lists.feature_names).index("PhraseFeatures0")]
    values = np.array([weights.get(name, 0.0) for name in lists.sparse.names])
    worth = np.concatenate([[0.0], np.cumsum(values[lists.sparse.indices] * lists.sparse.values)])
    assert np.any(column != 0)
    assert np.diff(worth[lists.sparse.offsets]) == pytest.approx(column, abs=1e-6)


def test_what_only_phrases_have_is_refused_by_name(translator: Translator, model: Model) -> None:
    with pytest.raises(ConfigError, match="--space must be left out"):
        translator.searching(space="gap")
    with pytest.raises(ConfigError, match="ChartSettings for a hierarchical model"):
        Translator(model, settings=BeamSettings())
    with pytest.raises(ModelError, match="hierarchical"):
        translator.phrase_model  # noqa: B018


def test_phrases_are_not_searched_by_a_chart(trained: Path) -> None:
    with pytest.raises(ModelError, match="the chart search needs a grammar"):
        RuleModel.open(trained)
    with pytest.raises(ConfigError, match="BeamSettings for a phrase model"):
        Translator(trained, settings=ChartSettings())


def test_the_command_translates_and_refuses(model: Model, tmp_path: Path) -> None:
    (tmp_path / "text").write_text("Er lacht nicht.\n", encoding="utf-8")
    call = ["translate", str(model.directory), str(tmp_path / "text")]
    shown = CliRunner().invoke(app, [*call, "--json"])
    assert shown.exit_code == 0
    assert json.loads(shown.stdout)["features"]["TranslationModel1"] > 0
    listed = CliRunner().invoke(app, [*call, "--nbest", "3", "--json", "--pops", "20"])
    assert len(json.loads(listed.stdout.splitlines()[1])["candidates"]) == 3
    refused = CliRunner().invoke(app, [*call, "--space", "free"])
    assert isinstance(refused.exception, ManywaysError)
    assert "--space" in str(refused.exception)
    assert CliRunner().invoke(app, ["check", str(model.directory)]).exit_code == 0
