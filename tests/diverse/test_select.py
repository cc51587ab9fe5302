from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from manyways.candidates import Candidate, CandidateLists, Sentence, from_sentences, read, write
from manyways.diverse import Dissimilarity, SelectSettings, profile, select, tune
from manyways.diverse.select import score_units
from manyways.errors import ConfigError, InputError
from manyways.metrics.consensus import consensus, utilities
from tests.oracles import diverse as oracle
from tests.support.commands import manyways_command
from tests.support.lists import lists_of

METHODS = ("greedy", "coverage", "dpp")
texts = st.lists(st.sampled_from("abc"), max_size=6).map(" ".join)
orders = st.dictionaries(st.integers(1, 4), st.sampled_from([0.5, 1.0, 2.0]), min_size=1, max_size=2)
lengths = st.sampled_from([0.0, 0.5])


def picked(lists: CandidateLists, settings: SelectSettings) -> list[str]:
    return list(select(lists, settings).texts)


@given(texts, texts, orders)
def test_the_core_counts_pairs_as_the_definition_does(
    one: str, other: str, weights: dict[int, float]
) -> None:
    near = Dissimilarity(weights)
    by_hand = 0.0
    for n, weight in weights.items():
        a, b = one.split(), other.split()
        by_hand += weight * sum(
            a[i : i + n] == b[j : j + n] for i in range(len(a) - n + 1) for j in range(len(b) - n + 1)
        )
    assert near.between(one, other) == -by_hand


def test_an_ngram_costs_the_product_of_its_counts() -> None:
    assert Dissimilarity.of(1).between("a a b", "a a a c") == -6
    assert Dissimilarity.of(2).between("a a a", "a a a") == -4
    assert Dissimilarity.of(3).between("a b", "a b c") == 0
    assert Dissimilarity.of(2).penalties(["a b", "a b a b"]) == {("a", "b"): 3.0, ("b", "a"): 1.0}


@pytest.mark.parametrize("method", METHODS)
@given(
    candidates=st.lists(
        st.tuples(texts, st.integers(-2, 2)), min_size=1, max_size=7, unique_by=lambda c: c[0]
    ),
    size=st.integers(1, 8),
    strength=st.sampled_from([0.0, 0.25, 1.0]),
    weights=orders,
    length=lengths,
)
def test_each_pick_is_the_best_of_those_left(
    method: str,
    candidates: list[tuple[str, int]],
    size: int,
    strength: float,
    weights: dict[int, float],
    length: float,
) -> None:
    near = Dissimilarity(weights, traits={"length": length} if length else {})
    words, scores = [t for t, _ in candidates], [float(s) for _, s in candidates]
    settings = SelectSettings(size=size, strength=strength, dissimilarity=near, method=method, unit="log")  # type: ignore[arg-type]
    found = picked(lists_of(list(zip(words, scores, strict=True))), settings)
    if method == "dpp":  # determinants tie only up to rounding: compare the value of each pick
        chosen: list[str] = []
        for text in found:
            values = {
                t: s + strength * oracle.dpp_value(chosen, t, near) for t, s in candidates if t not in chosen
            }
            assert values[text] >= max(values.values()) - 1e-3
            chosen.append(text)
        assert len(chosen) == min(size, len(candidates))
    else:
        assert found == [words[i] for i in oracle.pick(method, words, scores, size, strength, near)]


@pytest.mark.parametrize("method", METHODS)
def test_a_selection_is_a_subset_and_strength_0_is_the_best_by_score(method: str) -> None:
    random = np.random.default_rng(7)

    def draw() -> tuple[str, float]:
        words = random.choice(list("abcde"), size=random.integers(0, 9))
        return " ".join(words), float(random.integers(-9, 0))

    lists = lists_of(*[[draw() for _ in range(random.integers(0, 30))] for _ in range(40)])
    settings = SelectSettings(size=4, strength=0.5, method=method)  # type: ignore[arg-type]
    one, many = select(lists, settings, threads=1), select(lists, settings, threads=4)
    assert list(one.texts) == list(many.texts)
    assert len(one) == len(lists)
    assert one.sizes.max() == 4
    known = {
        (s, t, x, tuple(f))
        for s, t, x, f in zip(lists.sentence_of, lists.texts, lists.scores, lists.features, strict=True)
    }
    rows = zip(one.sentence_of, one.texts, one.scores, one.features, strict=True)
    assert {(s, t, x, tuple(f)) for s, t, x, f in rows} <= known
    plain = SelectSettings(size=4, strength=0.0, method=method)  # type: ignore[arg-type]
    assert list(select(lists, plain).texts) == list(lists.distinct().sort().cut(4).texts)


def test_classes_take_the_place_of_words() -> None:
    lists = lists_of([("a dog", 0.0), ("a cat", -0.1), ("two birds", -0.2)])
    words = SelectSettings(size=2, strength=1, dissimilarity=Dissimilarity.of(2), unit="log")
    assert picked(lists, words) == ["a dog", "a cat"]
    near = Dissimilarity.of(2, {"dog": "N", "cat": "N"})
    tags = SelectSettings(size=2, strength=1, dissimilarity=near, unit="log")
    assert picked(lists, tags) == ["a dog", "two birds"]


def test_candidates_that_were_reordered_alike_are_alike() -> None:
    rows = [
        Candidate(text="a b", score=0.0, features={"Distortion0": 0.0}),
        Candidate(text="c d", score=-0.1, features={"Distortion0": 0.0}),
        Candidate(text="b a", score=-0.5, features={"Distortion0": -3.0}),
    ]
    lists = from_sentences([Sentence(id="0", candidates=rows)])
    near = Dissimilarity(traits={"reordering": 1.0})
    settings = SelectSettings(size=2, strength=1, dissimilarity=near, unit="log")
    assert picked(lists, settings) == ["a b", "b a"]
    with pytest.raises(InputError, match="no feature Distortion0"):
        select(lists_of([("a", 0.0), ("b", 0.0)]), settings)


def test_the_unit_makes_a_strength_hold_for_scores_of_any_scale() -> None:
    rows = [("a b c", -1.0), ("a b d", -1.5), ("a e", -3.0), ("f", -4.0)]
    scaled = [(text, 1000 * score) for text, score in rows]
    settings = SelectSettings(size=3, strength=0.7, dissimilarity=Dissimilarity.of(1))
    assert picked(lists_of(rows), settings) == picked(lists_of(scaled), settings)
    units = score_units(np.array([1.0, 3.0, 7.0, 0.0, 0.0]), np.array([0, 2, 2, 3, 5]))
    assert units.tolist() == [1, 1, 1, 1]
    assert score_units(np.arange(150.0), np.array([0, 150]))[0] == pytest.approx(np.std(np.arange(100.0)))


NONE = float("nan")


def test_without_scores_the_quality_is_consensus_and_there_is_a_floor() -> None:
    texts = ["zz yy xx ww vv", "the cat sat on the mat", "the cat sat on a mat", "a cat sat on the mat"]
    lists = lists_of([(text, NONE) for text in texts])
    chosen = select(lists, SelectSettings(size=4))
    assert chosen.texts[0] == texts[1]  # the one that the others are nearest to
    assert set(chosen.texts) == set(texts[1:])  # nobody agrees with the other
    assert np.isnan(chosen.scores).all()
    whole = select(lists, SelectSettings(size=4, floor=0.0, strength=0.0))
    assert list(whole.texts)[-1] == texts[0]
    repeated = lists_of([("one way of it", NONE), ("another way", NONE), ("another way", NONE)])
    assert picked(repeated, SelectSettings(size=1)) == ["another way"]  # two votes


def test_lists_with_and_without_scores_stand_in_one_file() -> None:
    scored, free = [("a b", -2.0), ("a c", -1.0)], [("d e f g", NONE), ("d e f h", NONE), ("d e f g", NONE)]
    both = select(lists_of(free, scored, free), SelectSettings(size=1))
    assert list(both.texts) == ["d e f g", "a c", "d e f g"]
    assert np.isnan(both.scores[[0, 2]]).all()
    assert both.scores[1] == -1
    mixed = lists_of([("a b", NONE), ("a c", -1.0), ("d e", -2.0)])
    assert picked(mixed, SelectSettings(size=3, strength=0)) == ["a c", "a b", "d e"]
    with pytest.raises(ConfigError, match=r"floor.*has scores"):
        select(mixed, SelectSettings(floor=0.4))


@pytest.mark.parametrize("method", ["greedy", "coverage"])
@given(
    candidates=st.lists(texts, min_size=1, max_size=7, unique=True),
    size=st.integers(1, 8),
    strength=st.sampled_from([0.0, 0.25, 1.0]),
    weights=orders,
)
def test_without_scores_what_is_shared_counts_by_length(
    method: str, candidates: list[str], size: int, strength: float, weights: dict[int, float]
) -> None:
    near = Dissimilarity(weights)
    settings = SelectSettings(
        size=size, strength=strength, dissimilarity=near, method=method, unit="log", floor=0.0
    )  # type: ignore[arg-type]
    lists = lists_of([(text, NONE) for text in candidates])
    agreement = consensus(lists, utilities("bleu+chrf")).mean(axis=1).tolist()
    found = picked(lists, settings)
    expected = oracle.pick(method, candidates, agreement, size, strength, near, by_length=True)
    assert found == [candidates[i] for i in expected]


def test_settings_that_cannot_be_are_refused() -> None:
    with pytest.raises(ConfigError, match="from 1 to 10"):
        Dissimilarity.of(11)
    with pytest.raises(ConfigError, match="at least one order"):
        Dissimilarity({})
    with pytest.raises(ConfigError, match="length, reordering"):
        Dissimilarity({}, traits={"colour": 1.0})
    with pytest.raises(ConfigError, match="strength"):
        SelectSettings(strength=float("nan"))
    with pytest.raises(ConfigError, match="size"):
        SelectSettings(size=0)
    with pytest.raises(ConfigError, match="one of greedy"):
        SelectSettings(method="random")  # type: ignore[arg-type]


def test_tuning_finds_the_setting_whose_selection_holds_the_reference() -> None:
    lists = lists_of([("a b c d", 0.0), ("a b c e", -0.1), ("x y z w", -0.5)])
    trials = tune(lists.with_references(["x y z w"]), SelectSettings(size=2), orders=[2], strengths=[0, 1])
    assert [t.settings.strength for t in trials] == [1, 0]
    assert trials[0].value == pytest.approx(100)
    with pytest.raises(InputError, match="needs references"):
        tune(lists, SelectSettings())


def test_a_profile_says_what_was_gained() -> None:
    lists = lists_of([("a b c d e", 0.0), ("a b c d f", -0.1), ("x y z w v", -0.5)]).with_references(
        ["x y z w v"]
    )
    settings = SelectSettings(size=2, strength=5, dissimilarity=Dissimilarity.of(4))
    best, diverse = profile(lists.cut(2)), profile(select(lists, settings))
    assert best.oracle is not None
    assert diverse.oracle == pytest.approx(100)
    assert diverse.oracle > best.oracle
    assert diverse.self_bleu < best.self_bleu
    assert diverse.novelty == 100
    assert profile(lists_of([("a", 0.0)])).oracle is None


def test_diversify_from_file_to_file(tmp_path: Path) -> None:
    given_lists = lists_of([("a b c d", 0.0), ("a b c e", -0.1), ("x y z w", -0.5)], [])
    write(given_lists, tmp_path / "in.jsonl")
    (tmp_path / "ref").write_text("x y z w\n\n", encoding="utf-8")
    paths = [str(tmp_path / "in.jsonl"), "--out", str(tmp_path / "out.jsonl"), "-m", "2"]
    done = manyways_command("diversify", *paths, "--tune", str(tmp_path / "ref"), "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["lists"]["diverse"]["oracle"] == pytest.approx(100)
    assert list(read(tmp_path / "out.jsonl").texts) == ["a b c d", "x y z w"]
    done = manyways_command("diversify", *paths, "--table", "--force")
    assert done.returncode == 0
    assert "self-bleu" in done.stdout
    done = manyways_command("diversify", *paths, "--tune", str(tmp_path / "in.jsonl"), "--force")
    assert done.returncode == 2
    assert "has 2 sentences" in done.stderr


def test_real_lists_become_more_varied_and_better(data: Path) -> None:
    folder = data / "nbest-moses"
    lists = read(folder / "nbest.en.gz").split(range(30))
    lists = lists.with_references((folder / "ref.en").read_text(encoding="utf-8").splitlines()[:30])
    diverse = profile(select(lists, SelectSettings(size=5, dissimilarity=Dissimilarity.of(4))))
    best = profile(lists.distinct().sort().cut(5))
    assert diverse.self_bleu < best.self_bleu - 2
    assert diverse.coverage is not None
    assert best.coverage is not None
    assert diverse.coverage > best.coverage
