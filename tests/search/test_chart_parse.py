"""The parser finds every rule that covers a span, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from manyways._core import chart as core
from manyways.errors import InputError
from manyways.grammar import import_rules
from manyways.search import Given, Lattice, Sentence, Source
from manyways.search.inputs import make_inputs
from tests.oracles.grammars import SOURCE, TinyGrammar, TinyRule, random_grammar

SCORES = "||| 0.5 0.5 0.5 0.5 ||| "


def cells(model: core.RuleModel, source: Source) -> list[tuple]:
    """(kind, start, end, spans of gaps, target) of every rule of the forest."""
    forest = core.parse(model, make_inputs([source]))
    spans = [(start, end) for start, end, _, _ in forest]
    return [
        (kind, start, end, tuple(spans[tail] for tail in tails), target)
        for start, end, kind, applications in forest
        for tails, _, rules in applications
        for target, _, _ in rules
    ]


def written(rule: TinyRule) -> str:
    return " ".join(symbol if isinstance(symbol, str) else f"[X,{symbol}]" for symbol in rule.target)


def expected(grammar: TinyGrammar, words: tuple[str, ...]) -> list[tuple]:
    size = len(words)
    spans = [(start, end) for end in range(1, size + 1) for start in range(end)]
    rules = [
        ("X", *span, gaps, written(rule))
        for span in spans
        for gaps, rule in grammar.applications(words, *span)
    ]
    glue = [
        ("S", 0, end, ((0, start), (start, end)), "[X,1] [X,2]")
        for start, end in spans
        if grammar.is_filled(words, start, end)
    ]
    return [*rules, *glue, ("S", 0, 0, (), ""), ("goal", 0, size, ((0, size),), "[X,1]")]


@pytest.mark.parametrize("seed", range(40))
def test_every_rule_that_covers_a_span_is_found(seed: int, tmp_path: Path) -> None:
    grammar = random_grammar(seed, tmp_path)
    model, draw = grammar.model.core, random.Random(seed)
    for _ in range(5):
        words = tuple(draw.choices([*SOURCE, "new"], k=draw.randint(0, 7)))
        assert sorted(cells(model, " ".join(words))) == sorted(expected(grammar, words))


def test_tails_come_before_heads(tmp_path: Path) -> None:
    forest = core.parse(random_grammar(1, tmp_path).model.core, make_inputs(["u v w u v w"]))
    assert forest[-1][2] == "goal"
    for index, (_, _, _, applications) in enumerate(forest):
        assert applications
        assert all(tail < index for tails, _, _ in applications for tail in tails)


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> core.RuleModel:
    """u, v and w, a rule around a gap, and a swap of two."""
    rules = [("u", "a", ""), ("v", "b", ""), ("w", "c", ""), ("w", "a c", ""), ("u w", "c a", "")]
    swap = ("[X][X] v [X][X]", "[X][X] b [X][X]", "0-2 1-1 2-0")
    return model_of(tmp_path_factory.mktemp("grammar"), [*rules, ("u [X][X] w", "c [X][X] a", "1-1"), swap])


def model_of(folder: Path, rules: Sequence[tuple[str, str, str]]) -> core.RuleModel:
    lines = [f"{source} [X] ||| {target} [X] {SCORES}{links} ||| 1 1 1" for source, target, links in rules]
    (folder / "rules").write_text("\n".join(sorted(lines)) + "\n")
    table = import_rules(folder / "rules", folder / "rules.bin")
    names = ["WordPenalty0", "PhrasePenalty0", "TranslationModel1"]
    names += [f"TranslationModel0[{i}]" for i in range(4)]
    return core.RuleModel(table.core, [], {**dict.fromkeys(names, 1.0), "InputFeature0": 1.0})


def rules_of(model: core.RuleModel, source: Source) -> set[tuple]:
    return {(start, end, target) for kind, start, end, _, target in cells(model, source) if kind == "X"}


def test_a_given_translation_stands_alone_and_fills_gaps(model: core.RuleModel) -> None:
    found = rules_of(model, Sentence("u v w", given=[Given(1, 2, "GIVEN")]))
    assert found == {(0, 1, "a"), (1, 2, "GIVEN"), (2, 3, "c"), (2, 3, "a c"), (0, 3, "c [X,1] a")}
    assert (1, 2, "b") in rules_of(model, Sentence("u v w", given=[Given(1, 2, "GIVEN", exclusive=False)]))


def test_a_given_translation_may_be_longer_than_the_span_limit(model: core.RuleModel) -> None:
    words = "v " * 30
    found = rules_of(model, Sentence(words, given=[Given(0, 30, "x y")]))
    assert found == {(0, 30, "x y")}


def test_forbidden_words_are_left_out_of_rules_that_touch_the_span(model: core.RuleModel) -> None:
    assert (2, 3, "a c") not in rules_of(model, Sentence("u v w", forbidden=["a c"]))
    inside = rules_of(model, Sentence("u v w", forbidden=[(1, 2, "c")]))
    assert {(2, 3, "c"), (0, 3, "c [X,1] a")} <= inside  # their own words stand outside
    beside = rules_of(model, Sentence("u v w", forbidden=[(2, 3, "c")]))
    assert not {(2, 3, "c"), (2, 3, "a c"), (0, 3, "c [X,1] a")} & beside
    assert (2, 3, "w") in beside  # all is forbidden: it is copied


def test_no_rule_crosses_a_wall(model: core.RuleModel) -> None:
    walled = rules_of(model, Sentence("u v w v w", walls=[1, 2]))
    assert {(s, e) for s, e, _ in walled} == {(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (2, 5)}
    with pytest.raises(InputError, match="wall"):
        rules_of(model, Sentence("u v w", given=[Given(0, 2, "x")], walls=[1]))


def test_a_lattice_is_parsed_along_all_its_paths(model: core.RuleModel) -> None:
    edges = [(0, 1, "u", -0.5), (0, 2, "new", -1.0), (1, 2, "v", 0.0), (1, 2, "", -2.0), (2, 3, "w", -4.0)]
    forest = core.parse(model, make_inputs([Lattice(edges)]))
    scores = {
        (start, end, target): round(score, 3)
        for start, end, kind, applications in forest
        for _, score, rules in applications
        for target, _, _ in rules
        if kind == "X"
    }
    assert scores[0, 2, "new"] == -1.0
    assert scores[1, 2, ""] == -2.0
    assert scores[0, 2, "a"] == -2.5  # u, and the epsilon that it takes along
    assert scores[0, 3, "c a"] == -6.5  # u and w over the epsilon
    assert scores[0, 3, "c [X,1] a"] == -4.5
    assert scores[0, 3, "[X,2] b [X,1]"] == 0.0


def test_a_place_in_a_lattice_that_leads_nowhere_has_no_cells(model: core.RuleModel) -> None:
    edges = [(0, 1, "u", 0.0), (0, 2, "u", 0.0), (2, 3, "w", 0.0)]
    assert {(s, e) for s, e, _ in rules_of(model, Lattice(edges))} == {(0, 2), (2, 3), (0, 3)}
