"""Diverse lists of hierarchical models, against every derivation of tiny grammars."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from manyways.diverse import Dissimilarity, DiverseSettings, generate
from manyways.diverse.generate import Engine
from manyways.errors import ConfigError
from manyways.search import BeamSettings, ChartSettings
from tests.oracles import diverse as oracle
from tests.oracles.grammars import TinyGrammar, random_grammar

ALL = ChartSettings(pops=10**6, margin=math.inf)
SOURCE = "u v w u"


def ways_of(grammar: TinyGrammar, source: str) -> oracle.Ways:
    best: oracle.Ways = {}
    for text, total, _ in grammar.sentences(tuple(source.split())):
        best[text, 0] = max(total, best.get((text, 0), -math.inf))
    return best


@pytest.mark.parametrize("engine", ["graph", "redecode"])
@pytest.mark.parametrize("seed", range(12))
def test_lists_are_the_rounds_over_all_derivations(seed: int, engine: Engine, tmp_path: Path) -> None:
    grammar = random_grammar(seed, tmp_path, lms=1 + seed % 2, order=2 + seed % 3)
    near = Dissimilarity({1 + seed % 4: 1.0}, traits={"length": 1.0} if seed % 3 == 0 else {})
    each, distinct = 1 + seed % 2, seed % 4 != 0
    config = DiverseSettings(
        rounds=4, each=each, strength=0.7, unit="log", dissimilarity=near, engine=engine, distinct=distinct
    )
    lists = generate(grammar.model, [SOURCE], config, search=ALL)
    ways = ways_of(grammar, SOURCE)
    task = oracle.Task(ways, 4, each, 0.7, near, distinct, slack=1e-3)
    assert task.explains(list(lists.texts))
    assert lists.scores.tolist() == pytest.approx([ways[text, 0] for text in lists.texts], abs=1e-3)


@pytest.mark.parametrize("seed", range(24))
def test_exact_lists_are_the_rounds_over_all_derivations(seed: int, tmp_path: Path) -> None:
    """From a search that keeps next to nothing; more rounds than there are texts, now and then."""
    grammar = random_grammar(seed, tmp_path, lms=1 + seed % 2, order=2 + seed % 4)
    near = Dissimilarity({1 + seed % 4: 1.0})
    rounds, each = 2 + seed % 5, 1 + seed % 2
    config = DiverseSettings(
        rounds=rounds, each=each, strength=0.7, unit="log", dissimilarity=near, engine="exact"
    )
    lists = generate(grammar.model, [SOURCE, ""], config, search=ChartSettings(pops=1))
    ways = ways_of(grammar, SOURCE)
    found = list(lists.texts)[: int(lists.sizes[0])]
    assert not lists.remarks
    assert oracle.Task(ways, rounds, each, 0.7, near, True, slack=1e-3).explains(found)
    expected = [ways[text, 0] for text in found]
    assert lists.scores[: len(found)].tolist() == pytest.approx(expected, abs=1e-3)


def test_exact_lists_that_time_cuts_short_say_so(tmp_path: Path) -> None:
    grammar = random_grammar(3, tmp_path)
    config = DiverseSettings(rounds=3, strength=0.7, unit="log", engine="exact")
    lists = generate(grammar.model, [SOURCE], config, search=ChartSettings(time_limit=1e-9))
    assert len(lists.texts) > 0
    assert "without proof" in lists.remarks[0]


def test_other_engines_give_texts_of_the_grammar(tmp_path: Path) -> None:
    grammar = random_grammar(3, tmp_path)
    known = {text for text, _ in ways_of(grammar, SOURCE)}
    for engine in ("groups", "sample"):
        config = DiverseSettings(rounds=4, strength=0.5, unit="log", engine=engine)
        one, two = (generate(grammar.model, [SOURCE] * 3, config, threads=n) for n in (1, 2))
        assert list(one.texts) == list(two.texts)
        assert set(one.texts) <= known
        assert len(set(one.texts)) > 1


def test_what_a_hierarchical_model_cannot_do_is_refused_by_name(tmp_path: Path) -> None:
    model = random_grammar(3, tmp_path).model
    with pytest.raises(ConfigError, match=r"diverse\.distinct"):
        generate(model, [SOURCE], DiverseSettings(engine="exact", distinct=False))
    jumps = Dissimilarity({4: 1.0}, traits={"reordering": 1.0})
    with pytest.raises(ConfigError, match="reordering"):
        generate(model, [SOURCE], DiverseSettings(dissimilarity=jumps))
    with pytest.raises(ConfigError, match="ChartSettings for a hierarchical model"):
        generate(model, [SOURCE], search=BeamSettings())
