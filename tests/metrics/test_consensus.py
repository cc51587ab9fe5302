"""Consensus against its slow twins and against sacreBLEU, on small lists full of ties."""

from __future__ import annotations

import numpy as np
import pytest
import sacrebleu
from hypothesis import given, settings
from hypothesis import strategies as st

from manyways._core import metrics as core
from manyways.candidates import Candidate, CandidateLists, Sentence, from_sentences
from manyways.errors import ConfigError, InputError
from manyways.metrics import Bleu, Chrf, Ter
from manyways.metrics.consensus import ConsensusSettings, agreements, consensus, utilities
from tests.oracles.consensus import slow_aggregate_bleu, slow_aggregate_chrf, slow_consensus

texts = st.lists(st.sampled_from(["a", "b", "cab", "ü", "dog", "A"]), max_size=7).map(" ".join)
some = st.lists(texts, min_size=1, max_size=6)
PLAIN = {"tokenise": "none"}


def lists_of(*lists: list[str], systems: bool = False) -> CandidateLists:
    return from_sentences(
        [
            Sentence(str(i), [Candidate(t, system=f"s{k}" if systems else "") for k, t in enumerate(each)])
            for i, each in enumerate(lists)
        ]
    )


def theirs(name: str, candidate: str, other: str) -> float:
    """sacreBLEU's sentence score, higher is better."""
    if name == "bleu":
        metric = sacrebleu.BLEU(effective_order=True, tokenize="none")
        return float(metric.sentence_score(candidate, [other]).score)
    if name == "chrf":
        return float(sacrebleu.CHRF().sentence_score(candidate, [other]).score)
    return 100 - float(sacrebleu.TER().sentence_score(candidate, [other]).score)


@settings(max_examples=60, deadline=None)
@given(lists=st.lists(some, min_size=1, max_size=3), data=st.data())
@pytest.mark.parametrize("name", ["bleu", "chrf", "ter"])
def test_pairs_are_the_mean_of_all_sentence_scores(
    name: str, lists: list[list[str]], data: st.DataObject
) -> None:
    pool = data.draw(st.lists(some, min_size=len(lists), max_size=len(lists)))
    weights = [[data.draw(st.sampled_from([0.5, 1.0, 3.0])) for _ in each] for each in pool]
    found = consensus(
        lists_of(*lists),
        utilities(name, tokenise="none"),
        pool=lists_of(*pool),
        weights=[w for each in weights for w in each],
    )
    expected = [
        value
        for own, others, each in zip(lists, pool, weights, strict=True)
        for value in slow_consensus(own, others, each, lambda c, r: theirs(name, c, r))
    ]
    np.testing.assert_allclose(found[:, 0], expected, atol=1e-9)


@settings(max_examples=100, deadline=None)
@given(own=some, pool=some, data=st.data())
def test_aggregated_references_are_averaged_counts(
    own: list[str], pool: list[str], data: st.DataObject
) -> None:
    weights = [data.draw(st.sampled_from([0.5, 1.0, 3.0])) for _ in pool]
    found = consensus(
        lists_of(own),
        utilities("bleu+chrf", tokenise="none"),
        pool=lists_of(pool),
        weights=weights,
        settings=ConsensusSettings(method="aggregate"),
    )
    expected = [[slow_aggregate_bleu(c, pool, weights), slow_aggregate_chrf(c, pool, weights)] for c in own]
    np.testing.assert_allclose(found, expected, atol=1e-9)


def random_lists(seed: int, sentences: int, size: int, words: int = 12) -> CandidateLists:
    rng = np.random.default_rng(seed)
    vocabulary = np.array([f"w{i}" for i in range(40)])
    made = []
    for _ in range(sentences):
        base = rng.choice(vocabulary, words)
        made.append(
            [
                " ".join(np.where(rng.random(words) < 0.3, rng.choice(vocabulary, words), base))
                for _ in range(size)
            ]
        )
    return lists_of(*made)


@pytest.mark.parametrize("size", [3, 40, 130])
@pytest.mark.parametrize("metric", [Bleu(sentence="exp"), Chrf()], ids=["bleu", "chrf"])
def test_lists_of_any_length_have_the_scores_of_the_kernel(metric: Bleu | Chrf, size: int) -> None:
    """Rare n-grams are kept otherwise than frequent ones."""
    lists = random_lists(size, 2, size)
    expected = np.zeros(lists.candidate_count)
    for s in range(len(lists)):
        first, end = (int(each) for each in lists.sentence_offsets[s : s + 2])
        own = list(lists.texts[first:end])
        rows = metric.statistics(lists_of(*[own] * len(own)), [own])
        expected[first:end] = metric.sentence_scores(rows).reshape(len(own), len(own)).mean(axis=0)
    np.testing.assert_allclose(consensus(lists, [metric])[:, 0], expected, atol=1e-9)


def test_texts_too_long_for_short_counts_are_counted_too() -> None:
    own = ["a " * 40_000, "a " * 39_000 + "b " * 1_000, "c"]
    metric = Chrf()
    rows = metric.statistics(lists_of(*[own] * 3), [own])
    expected = metric.sentence_scores(rows).reshape(3, 3).mean(axis=0)
    np.testing.assert_allclose(consensus(lists_of(own), [metric])[:, 0], expected, atol=1e-9)


def test_pruning_finds_the_winner_and_drops_the_others() -> None:
    lists = random_lists(1, 20, 80)
    everything = consensus(lists, utilities("ter+chrf")).mean(axis=1).reshape(20, 80)
    pruned = consensus(lists, utilities("ter+chrf"), settings=ConsensusSettings(method="prune"))
    values = pruned.mean(axis=1).reshape(20, 80)
    agree = everything.argmax(axis=1) == values.argmax(axis=1)
    assert agree.sum() >= 18
    stayed = np.isclose(everything, values, atol=1e-9)
    assert 10 <= stayed.sum() < 800
    assert all(values[s][stayed[s]].min() > values[s][~stayed[s]].max() for s in range(20) if stayed[s].any())


def test_pruning_depends_on_the_seed_and_the_texts_alone() -> None:
    lists = random_lists(2, 30, 60)
    plan = ConsensusSettings(method="prune", seed=7)
    whole = consensus(lists, [Ter()], settings=plan, threads=1)
    np.testing.assert_array_equal(whole, consensus(lists, [Ter()], settings=plan, threads=4))
    part = consensus(lists.split([11]), [Ter()], settings=plan)
    np.testing.assert_array_equal(whole[11 * 60 : 12 * 60], part)
    other = consensus(lists, [Ter()], settings=ConsensusSettings(method="prune", seed=8))
    assert not np.array_equal(whole, other)


def test_agreements_are_consensus_by_system() -> None:
    lists = lists_of(["a b c", "a b d", "x y"], ["a", "b", "a"], systems=True)
    metric = Chrf()
    found = agreements(lists, metric)
    np.testing.assert_allclose(found.mean(axis=1), consensus(lists, [metric])[:, 0])
    votes = np.array([2.0, 1.0, 0.5])
    np.testing.assert_allclose(
        found @ votes / votes.sum(), consensus(lists, [metric], weights=np.tile(votes, 2))[:, 0]
    )
    np.testing.assert_allclose(np.diag(found[:3]), 100)
    silent = agreements(lists.select([0, 1, 2, 3]), metric)
    assert silent[3].tolist() == [100.0, 0.0, 0.0]


def test_equal_texts_have_equal_values_and_empty_lists_none() -> None:
    lists = lists_of(["a b", "c", "a b"], [], ["x"])
    values = consensus(lists, utilities("bleu+chrf+ter", tokenise="none"))
    assert values.shape == (4, 3)
    assert values[0].tolist() == values[2].tolist()
    np.testing.assert_allclose(values[3], [100, 100, 100])


def test_the_number_of_threads_changes_nothing() -> None:
    lists = random_lists(3, 70, 20)
    one = consensus(lists, utilities("bleu+chrf"), threads=1)
    np.testing.assert_array_equal(one, consensus(lists, utilities("bleu+chrf"), threads=5))


def test_what_cannot_be_is_refused() -> None:
    lists = lists_of(["a", "b"], ["c"])
    with pytest.raises(ConfigError, match="averaged form"):
        consensus(lists, [Ter()], settings=ConsensusSettings(method="aggregate"))
    with pytest.raises(ConfigError, match="joined by"):
        utilities("bleu+bleu")
    with pytest.raises(ConfigError, match=r"consensus\.confidence"):
        ConsensusSettings(confidence=1.0)
    with pytest.raises(InputError, match="sentence '1' have nothing"):
        consensus(lists, [Chrf()], weights=[1, 1, 0])
    with pytest.raises(InputError, match="1 sentences"):
        consensus(lists, [Chrf()], pool=lists.split([0]))
    with pytest.raises(ValueError, match="not negative"):
        consensus(lists, [Chrf()], weights=[2, -1, 1])


def test_the_core_refuses_wrong_arguments() -> None:
    lists = lists_of(["a", "b"])
    column = (lists.texts.data, lists.texts.offsets)
    offsets, kernel = lists.sentence_offsets, Chrf().kernel
    options = core.ConsensusOptions("pairs", 0.99, 1)
    ones = np.ones(2)
    with pytest.raises(ValueError, match="needs a metric"):
        core.consensus([], offsets, offsets, ones, options, 1)
    with pytest.raises(ValueError, match="a weight"):
        core.consensus([(kernel, column, column)], offsets, offsets, np.ones(1), options, 1)
    with pytest.raises(ValueError, match="offsets"):
        core.consensus([(kernel, column, column)], np.array([0, 9]), offsets, ones, options, 1)
    with pytest.raises(ValueError, match="a pool"):
        core.consensus([(kernel, column, column)], offsets, np.array([0, 1, 2]), ones, options, 1)
    with pytest.raises(ValueError, match="groups"):
        core.agreements((kernel, column, column), offsets, offsets, np.array([0, 2], dtype=np.int32), 2, 1)
    with pytest.raises(ValueError, match="has the name"):
        core.ConsensusOptions("best", 0.99, 1)
