"""What every search promises (manyways/search/base.py), asked of all members."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from manyways.candidates import read, write
from manyways.candidates.check import check
from manyways.errors import ConfigError, InputError
from manyways.exact import ExactChartSettings, ExactSearch, ExactSettings
from manyways.search import (
    AnyModel,
    BeamSearch,
    BeamSettings,
    ChartSearch,
    ChartSettings,
    Given,
    Lattice,
    PhraseModel,
    RuleModel,
    Search,
    Sentence,
    Source,
    Translation,
    read_plf,
)
from tests.oracles.derivations import random_model
from tests.oracles.grammars import random_grammar
from tests.support.steps import all_steps, written

Make = Callable[..., Search[Any]]  # (model, threads=..., settings by name)
POOR = BeamSettings(pops=2, stack=2)  # of the exact search: leaves something to find
SOURCES: list[Source] = ["u v w", "w v", "u u v w v", "new v", "w w u v"]
SENTENCES = [str(each) for each in SOURCES]
KNOWING: list[Source] = [
    Sentence("u v w", given=[Given(1, 2, "GIVEN")]),
    Sentence("u v w v", walls=[2]),
    Sentence("u v w", forbidden=["a"]),
    Lattice([(0, 1, "u", 0.0), (0, 1, "w", -1.0), (1, 2, "v", 0.0)]),
]
LONG = "u v w u v w " * 8


def chart(model: RuleModel, *, threads: int = 0, **settings: Any) -> ChartSearch:
    return ChartSearch(model, ChartSettings(**settings), threads=threads)


def cube(model: RuleModel, *, threads: int = 0, **settings: Any) -> ChartSearch:
    return ChartSearch(model, ChartSettings(method="cube", **settings), threads=threads)


def beam(model: PhraseModel, *, threads: int = 0, **settings: Any) -> BeamSearch:
    return BeamSearch(model, BeamSettings(**settings), threads=threads)


def exact(model: PhraseModel, *, threads: int = 0, **settings: Any) -> ExactSearch:
    return ExactSearch(model, ExactSettings(beam=POOR, **settings), threads=threads)


def exact_chart(model: RuleModel, *, threads: int = 0, **settings: Any) -> ExactSearch:
    poor = ChartSettings(pops=2)
    return ExactSearch(model, ExactChartSettings(chart=poor, **settings), threads=threads)


MEMBERS: dict[str, Make] = {
    "beam": beam,
    "exact": exact,
    "chart": chart,
    "cube": cube,
    "exact chart": exact_chart,
}
WITH_RULES = (chart, cube, exact_chart)


@pytest.fixture(params=MEMBERS)
def make(request: pytest.FixtureRequest) -> Make:
    return MEMBERS[request.param]


@pytest.fixture(scope="module")
def phrase_model(tmp_path_factory: pytest.TempPathFactory) -> PhraseModel:
    tiny, table = random_model(2, tmp_path_factory.mktemp("model"))
    return tiny.decoder(table, 3, "gap")


@pytest.fixture(scope="module")
def rule_model(tmp_path_factory: pytest.TempPathFactory) -> RuleModel:
    return random_grammar(11, tmp_path_factory.mktemp("grammar"), lms=2).model


@pytest.fixture
def model(make: Make, phrase_model: PhraseModel, rule_model: RuleModel) -> AnyModel:
    """What the member searches."""
    return rule_model if make in WITH_RULES else phrase_model


def rows(search: Search[Any], sources: list[Source], size: int = 5) -> list[list[tuple[str, float]]]:
    """Texts and scores of each list."""
    lists = search.lists(sources, size)
    pairs = list(zip(lists.texts, lists.scores.tolist(), strict=True))
    bounds = lists.sentence_offsets.tolist()
    return [pairs[a:b] for a, b in itertools.pairwise(bounds)]


def test_a_member_is_a_search_with_frozen_settings(make: Make, model: AnyModel) -> None:
    search = make(model)
    assert isinstance(search, Search)
    names = {each.name for each in fields(search.settings)}
    assert "time_limit" in names
    assert "threads" not in names
    with pytest.raises(AttributeError):
        search.settings.time_limit = 1.0


def test_results_are_in_the_order_of_the_input(make: Make, model: AnyModel) -> None:
    search = make(model)
    sources = SOURCES + KNOWING
    together = search.best(sources)
    assert list(together) == [
        replace(search.best([each])[0], seconds=found.seconds)
        for each, found in zip(sources, together, strict=True)
    ]
    assert rows(search, sources) == [rows(search, [each])[0] for each in sources]


def test_any_number_of_threads_gives_the_same(make: Make, model: AnyModel) -> None:
    one, many = make(model, threads=1), make(model, threads=3)
    assert [replace(t, seconds=0) for t in one.best(SOURCES)] == [
        replace(t, seconds=0) for t in many.best(SOURCES)
    ]
    assert rows(one, SOURCES) == rows(many, SOURCES)
    for a, b in zip(one.graphs(SOURCES), many.graphs(SOURCES), strict=True):
        assert a.to_json() == b.to_json()


@pytest.mark.parametrize("distinct", [True, False])
def test_lists_are_sorted_and_begin_with_the_best(make: Make, model: AnyModel, distinct: bool) -> None:
    search = make(model)
    best = search.best(SOURCES)
    for size in (1, 2, 30):
        lists = search.lists(SOURCES, size, distinct=distinct)
        assert lists.sizes.max() <= size
        assert lists.sizes.min() >= 1
        for s, found in enumerate(best):
            scores = lists.scores[lists.sentence_offsets[s] : lists.sentence_offsets[s + 1]]
            assert np.all(np.diff(scores) <= 1e-9)
            assert scores[0] == pytest.approx(found.score, abs=1e-6)
        if distinct:
            assert len(set(zip(lists.sentence_of, lists.texts, strict=True))) == lists.candidate_count
        assert list(lists.sources or []) == SENTENCES


def test_features_times_weights_is_the_score(make: Make, model: AnyModel) -> None:
    search = make(model)
    weights = np.array(model.core.weights)
    best, lists = search.best(SOURCES), search.lists(SOURCES, 20)
    assert best.features @ weights == pytest.approx(best.scores, abs=1e-4)
    assert lists.features @ weights == pytest.approx(lists.scores, abs=1e-4)
    assert lists.feature_names == best.feature_names == model.feature_names


def test_a_translation_tells_its_derivation_and_its_links(make: Make, model: AnyModel) -> None:
    search = make(model)
    lists = search.lists(SOURCES, 3, links=True)
    assert lists.links is not None
    assert search.lists(SOURCES, 3).links is None
    for s, found in enumerate(search.best(SOURCES)):
        assert_derivation(found, SENTENCES[s])
        assert_links(found.links, SENTENCES[s], found.text)
    for s, text, links in zip(lists.sentence_of.tolist(), lists.texts, lists.links, strict=True):
        assert_links(links, SENTENCES[s], text)


def assert_derivation(found: Translation, source: str) -> None:
    """Steps cover each source word once, side by side or one inside another, and write the text."""
    covered = sorted(i for step in found.derivation for i in range(step[0], step[1]))
    assert covered == list(range(len(source.split())))
    assert written(found.derivation) == found.text.split()


def assert_links(links: str, source: str, target: str) -> None:
    """Every link between words that are there; a text of words has some."""
    assert links
    for pair in links.split():
        a, b = map(int, pair.split("-"))
        assert a < len(source.split())
        assert b < len(target.split())


def test_the_best_of_a_graph_is_the_best(make: Make, model: AnyModel) -> None:
    search = make(model)
    weights = np.array(model.core.weights)
    for found, graph in zip(search.best(SOURCES), search.graphs(SOURCES), strict=True):
        listed = graph.kbest(30, distinct=False)
        assert listed[0].score == pytest.approx(found.score, abs=1e-4)
        assert found.text in {each.text for each in listed if each.score > found.score - 1e-4}
        assert listed.features @ weights == pytest.approx(listed.scores, abs=1e-4)
        assert graph.feature_names == model.feature_names


def test_an_exact_graph_holds_what_the_beam_missed(phrase_model: PhraseModel) -> None:
    """Somewhere the poor beam errs, and the graph has the better derivation beside what the beam kept."""
    search = exact(phrase_model)
    proofs = search.prove_all(SOURCES)
    missed = [i for i, proof in enumerate(proofs) if proof.lower > proof.beam_score + 1e-6]
    assert missed
    for i, graph in enumerate(search.graphs(SOURCES)):
        scores = graph.kbest(100, distinct=False).scores
        assert scores[0] == pytest.approx(proofs[i].lower, abs=1e-4)
        assert np.min(np.abs(scores - proofs[i].beam_score)) < 1e-4


def test_what_the_caller_knows_is_kept(make: Make, model: AnyModel) -> None:
    search = make(model)
    given, walled, forbidden, lattice = search.best(KNOWING)
    assert "GIVEN" in given.text.split()
    before = [step[0] < 2 for step in walled.derivation]
    assert before == sorted(before, reverse=True)
    assert all("a" not in step[2].split() for step in all_steps(forbidden.derivation))
    assert lattice.text
    lists = search.lists(KNOWING[:1], 5)
    assert all("GIVEN" in text.split() for text in lists.texts)
    assert search.lists(KNOWING, 2).sources is None  # a lattice is no text
    graph = search.graphs(KNOWING[:1])[0].best()
    assert graph.score == pytest.approx(given.score, abs=1e-4)
    assert "GIVEN" in graph.text.split()


def test_a_time_limit_yields_a_whole_answer_that_says_so(make: Make, model: AnyModel) -> None:
    wide = {"pops": 10**5, "stack": 10**5, "margin": 1e9} if make is beam else {}
    free = {} if make in WITH_RULES else {"space": "free"}
    search = make(model, time_limit=1e-6, **free, **wide)
    (found,) = translations = search.best([LONG])
    assert found.status == "time limit"
    assert_derivation(found, LONG)
    assert "1 of 1 sentence:" in translations.remarks[0]
    lists = search.lists([LONG, ""], 3)
    assert lists.status is not None
    assert lists.status[0] == "time limit"
    assert lists.sizes[0] >= 1
    assert "1 of 2 sentences" in lists.remarks[0]
    assert search.graphs([LONG])[0].best().text


def test_nothing_is_translated_to_nothing(make: Make, model: AnyModel) -> None:
    search = make(model)
    assert (len(search.best([])), len(search.lists([], 3)), search.graphs([])) == (0, 0, [])
    (empty,) = search.best([""])
    assert (empty.text, empty.derivation) == ("", [])
    assert list(search.lists([""], 3).texts) == [""]
    assert search.graphs([""])[0].best().text == ""


@pytest.mark.parametrize(
    "settings",
    [{"time_limit": -1.0}, {"time_limit": float("nan")}, {"time_limit": float("inf")}],
)
def test_settings_out_of_range_are_refused(make: Make, model: AnyModel, settings: dict[str, Any]) -> None:
    with pytest.raises(ConfigError, match=next(iter(settings))):
        make(model, **settings)


def test_a_list_of_no_candidates_is_refused(make: Make, model: AnyModel) -> None:
    with pytest.raises(ConfigError, match="size"):
        make(model).lists(SOURCES, 0)


def test_input_that_cannot_be_is_refused(make: Make, model: AnyModel) -> None:
    search = make(model)
    for bad in (Sentence("u", given=[Given(0, 9, "a")]), Lattice([(1, 1, "u", 0.0)])):
        for ask in (search.best, search.graphs, lambda sources: search.lists(sources, 2)):
            with pytest.raises(InputError):
                ask([bad])
    with pytest.raises(InputError):
        search.best([read_plf("((('a', 1, 501),),)")])


@pytest.mark.parametrize("make", [beam, exact])
def test_the_space_of_phrases_is_a_setting(make: Make, phrase_model: PhraseModel) -> None:
    """Free jumps reach at least as much; somewhere they reach more."""
    with pytest.raises(ConfigError, match="space"):
        make(phrase_model, space="Free")
    roomy = phrase_model.with_weights(
        phrase_model.weights.replaced(["Distortion0"], [-1.0])
    )  # jumps are welcome
    wide = {"pops": 10**4, "stack": 10**4, "margin": 1e9} if make is beam else {}
    drawn = random.Random(1)
    sources = [" ".join(drawn.choices(["u", "v", "w"], k=9)) for _ in range(4)]
    gap, free = (make(roomy, space=space, **wide).best(sources) for space in ("gap", "free"))
    assert np.all(free.scores >= gap.scores - 1e-4)
    assert np.any(free.scores > gap.scores + 0.01)


def test_lists_go_to_json_lines_and_back(make: Make, model: AnyModel, tmp_path: Path) -> None:
    lists = make(model).lists(SOURCES, 4, links=True)
    write(lists, tmp_path / "lists.jsonl")
    again = read(tmp_path / "lists.jsonl")
    assert list(again.texts) == list(lists.texts)
    assert np.array_equal(again.features, lists.features)
    assert np.array_equal(again.scores, lists.scores)
    assert list(again.links or []) == list(lists.links or [])
    assert (again.status is None) == (lists.status is None)
    assert list(again.status or []) == list(lists.status or [])
    assert (again.bounds is None) == (lists.bounds is None)
    if lists.bounds is not None:
        assert np.array_equal(again.bounds, lists.bounds)
    write(again, tmp_path / "again.jsonl")
    assert (tmp_path / "again.jsonl").read_bytes() == (tmp_path / "lists.jsonl").read_bytes()
    assert not [each for each in check(tmp_path / "lists.jsonl").findings if each.severity == "error"]


def test_a_proof_says_so_with_bounds(phrase_model: PhraseModel) -> None:
    search = exact(phrase_model)
    best, lists = search.best(SOURCES), search.lists(SOURCES, 3)
    assert best.status == ["optimal"] * len(SOURCES)
    assert [each.bounds for each in best] == [(s, s) for s in best.scores.tolist()]
    assert list(lists.status or []) == best.status
    assert lists.bounds is not None
    assert lists.bounds == pytest.approx(np.column_stack([best.scores, best.scores]), abs=1e-6)
    assert beam(phrase_model).lists(SOURCES, 3).bounds is None
    assert beam(phrase_model).best(SOURCES)[0].bounds is None
