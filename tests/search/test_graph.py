"""The search graph against a twin that writes out every derivation."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from manyways._core.graph import Candidates, Hypergraph, HypergraphBuilder, mbr_gains
from manyways._core.search import Translations, best_rows
from tests.oracles.hypergraphs import Plan, distinct, occurrences, plans, random_forest

PATTERNS = st.lists(
    st.tuples(st.lists(st.sampled_from(["a", "b", "c", "zzz"]), min_size=1, max_size=3), st.integers(-3, 0)),
    max_size=4,
)


def texts(list_: Candidates | Translations) -> list[str]:
    data, offsets = list_.take_text().tobytes(), list_.take_text_offsets()
    return [data[a:b].decode() for a, b in itertools.pairwise(offsets)]


def rows(list_: Candidates) -> list[tuple[str, float, tuple[float, ...]]]:
    scores, features = list_.take_scores(), list_.take_features(2)
    return [
        (t, s, tuple(f)) for t, s, f in zip(texts(list_), scores.tolist(), features.tolist(), strict=True)
    ]


@given(plans())
def test_kbest_is_every_derivation_in_order(plan: Plan) -> None:
    expected = plan.derivations()
    found = rows(plan.build().kbest(10**6, distinct=False))
    assert [s for _, s, _ in found] == [d.score for d in expected]
    assert Counter(found) == Counter((" ".join(d.words), d.score, d.features) for d in expected)


@given(plans())
def test_rows_of_any_graph_tell_where_each_rule_put_its_words(plan: Plan) -> None:
    found = best_rows(plan.build(), 10**6, distinct=False)
    steps, links = found.take_steps(), found.take_links()
    step_bounds, link_bounds = (
        itertools.pairwise(offsets.tolist())
        for offsets in (found.take_step_offsets(), found.take_link_offsets())
    )
    rows_found = Counter(
        (text, tuple(map(tuple, steps[a:b].tolist())), tuple(map(tuple, links[c:d].tolist())))
        for text, (a, b), (c, d) in zip(texts(found), step_bounds, link_bounds, strict=True)
    )
    expected = [(" ".join(d.words), tuple(d.steps()), tuple(d.links())) for d in plan.derivations()]
    assert rows_found == Counter(expected)


@given(plans())
def test_distinct_kbest_gives_each_text_once_at_its_best(plan: Plan) -> None:
    expected = distinct(plan.derivations())
    found = rows(plan.build().kbest(10**6, distinct=True))
    assert {tuple(t.split()): s for t, s, _ in found} == expected
    assert len(found) == len(expected)
    assert [s for _, s, _ in found] == sorted(expected.values(), reverse=True)


@given(plans(), st.integers(1, 4))
def test_a_short_list_is_the_head_of_the_long_one(plan: Plan, k: int) -> None:
    graph = plan.build()
    assert rows(graph.kbest(k)) == rows(graph.kbest(10**6))[:k]


@given(plans())
def test_inside_over_three_semirings(plan: Plan) -> None:
    graph, all_ = plan.build(), plan.derivations()
    assert graph.node_values("count")[-1] == len(all_)
    if not all_:
        assert graph.node_values("viterbi")[-1] == -math.inf
        assert len(graph.best_derivation()) == 0
        return
    assert graph.node_values("viterbi")[-1] == all_[0].score
    log_sum = math.log(sum(math.exp(0.5 * d.score) for d in all_))
    assert graph.node_values("log", scale=0.5)[-1] == pytest.approx(log_sum)
    best = tuple(graph.best_derivation().tolist())
    assert next(d.score for d in all_ if d.edges == best) == all_[0].score


@given(plans())
def test_posteriors_marginals_and_expectations(plan: Plan) -> None:
    graph, all_ = plan.build(), plan.derivations()
    assume(all_)
    total = sum(math.exp(d.score) for d in all_)
    # An edge may occur twice in one derivation: posteriors count uses.
    uses = np.zeros(graph.edges)
    best = np.full(graph.edges, -math.inf)
    expected = np.zeros(2)
    for d in all_:
        p = math.exp(d.score) / total
        expected += p * np.array(d.features)
        for e in d.edges:
            uses[e] += p
            best[e] = max(best[e], d.score)
    np.testing.assert_allclose(graph.edge_posteriors(), uses, atol=1e-12)
    np.testing.assert_array_equal(graph.edge_max_marginals(), best)
    np.testing.assert_allclose(graph.expected_features(), expected, atol=1e-12)


@given(plans(), st.integers(0, 3))
def test_pruning_keeps_what_it_says(plan: Plan, margin: int) -> None:
    graph, all_ = plan.build(), plan.derivations()
    assume(all_)
    kept = set(rows(graph.prune_by_score(margin).kbest(10**6, distinct=False)))
    good = {(" ".join(d.words), d.score, d.features) for d in all_ if d.score >= all_[0].score - margin}
    assert good <= kept <= {(" ".join(d.words), d.score, d.features) for d in all_}
    for small in (graph.prune_by_posterior(0.3), graph.prune_by_density(1.0)):
        assert small.edges <= graph.edges
        assert small.node_values("viterbi")[-1] == all_[0].score


@given(plans(), st.sampled_from([0.2, 0.4, 0.6]))
def test_nothing_that_leads_nowhere_is_left_by_pruning(plan: Plan, posterior: float) -> None:
    """An edge may be likelier than each way to its tail: then it stays only if one of these does."""
    graph, all_ = plan.build(), plan.derivations()
    assume(all_)
    for small in (graph.prune_by_posterior(posterior), graph.prune_by_density(1.0), graph.prune_by_score(1)):
        used = small.edge_max_marginals()
        assert np.isfinite(used).all()
        assert small.node_values("count").min() >= 1


def test_a_likely_edge_goes_with_the_last_way_to_it() -> None:
    """Each of three ways to its tail is unlikely; without them the edge means nothing."""
    ways: list[tuple[list[int], list[int], int, tuple[int, int], int]] = [([], [3], 0, (0, 0), 0)] * 3
    plan = Plan([ways, [([0], [-1, 4], 0, (0, 0), 0), ([], [5], 1, (0, 0), 0)]])
    small = plan.build().prune_by_posterior(0.5)
    assert texts(small.kbest(10)) == ["c"]
    assert (small.nodes, small.edges) == (1, 1)


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6, 1e12])
def test_the_best_survives_a_margin_of_nothing_however_large_scores_are(scale: float) -> None:
    """Sums in another order differ in their last bits, the more the larger they are."""
    scores = np.random.default_rng(1).normal(size=(60, 2)) * scale
    builder = HypergraphBuilder([])
    word = builder.add_word("a")
    start, step = builder.add_label([], []), builder.add_label([-1, word], [])
    builder.add_edge(start, [], 0.0)
    node = builder.end_node()
    for row in scores.tolist():
        for score in row:
            builder.add_edge(step, [node], score)
        node = builder.end_node()
    small = builder.finish().prune_by_score(0)
    assert small.edges == 61
    assert small.node_values("viterbi")[-1] == pytest.approx(scores.max(axis=1).sum())


def test_differences_belong_to_an_edge_and_a_feature() -> None:
    builder = HypergraphBuilder(["x"])
    with pytest.raises(ValueError, match="a feature of an edge"):
        builder.add_delta(0, 1.0)
    builder.add_edge(builder.add_label([], [0.0]), [], 0.0)
    with pytest.raises(ValueError, match="a feature of an edge"):
        builder.add_delta(1, 1.0)


@given(plans(), plans())
def test_union_holds_both(one: Plan, two: Plan) -> None:
    a, b = one.build(), two.build()
    both = rows(a.unite(b).kbest(10**6, distinct=False))
    assert Counter(both) == Counter(
        rows(a.kbest(10**6, distinct=False)) + rows(b.kbest(10**6, distinct=False))
    )


@given(st.booleans().flatmap(lambda lattice: plans(lattice)), PATTERNS, st.sampled_from([1, 3, 10**6]))
def test_penalties_on_word_sequences(plan: Plan, patterns: list[tuple[list[str], int]], count: int) -> None:
    graph = plan.build()
    expected = {
        words: score + sum(w * occurrences(words, tuple(p)) for p, w in patterns)
        for words, score in distinct(plan.derivations()).items()
    }
    names, weights = [p for p, _ in patterns], [float(w) for _, w in patterns]
    found = graph.penalised(names, weights, count)
    scores, words = found.take_scores().tolist(), texts(found)
    assert scores == sorted(expected.values(), reverse=True)[:count]
    assert len(set(words)) == len(words)
    assert all(expected[tuple(t.split())] == s for t, s in zip(words, scores, strict=True))
    product = graph.composed(names, weights)
    assert product.node_values("count")[-1:].tolist() == graph.node_values("count")[-1:].tolist()
    if expected:
        assert product.node_values("viterbi")[-1] == max(expected.values())


def test_patterns_in_pieces_that_are_joined_in_any_order() -> None:
    draw = random.Random(5)
    for _ in range(300):
        plan = random_forest(draw, letters=draw.randint(1, 3))
        patterns = {
            tuple(draw.choices("abc", k=draw.randint(1, 5))): draw.randint(-3, 3)
            for _ in range(draw.randint(1, 8))
        }
        expected = {
            words: score + sum(w * occurrences(words, p) for p, w in patterns.items())
            for words, score in distinct(plan.derivations()).items()
        }
        found = plan.build().penalised(
            [list(p) for p in patterns], [float(w) for w in patterns.values()], 10**6
        )
        scores = found.take_scores().tolist()
        assert dict(zip((tuple(t.split()) for t in texts(found)), scores, strict=True)) == expected
        assert scores == sorted(expected.values(), reverse=True)


@given(st.booleans().flatmap(lambda lattice: plans(lattice)), PATTERNS)
def test_rewards_are_found_too(plan: Plan, patterns: list[tuple[list[str], int]]) -> None:
    expected = {
        words: score - sum(w * occurrences(words, tuple(p)) for p, w in patterns)
        for words, score in distinct(plan.derivations()).items()
    }
    found = plan.build().penalised([p for p, _ in patterns], [-float(w) for _, w in patterns], 10**6)
    assert found.take_scores().tolist() == sorted(expected.values(), reverse=True)


@given(st.booleans().flatmap(lambda lattice: plans(lattice)), st.integers(1, 3))
def test_ngram_counts_and_posteriors(plan: Plan, order: int) -> None:
    check_ngrams(plan, order)


def test_ngrams_of_pieces_that_are_joined_in_any_order() -> None:
    draw = random.Random(6)
    for _ in range(100):
        check_ngrams(random_forest(draw, letters=draw.randint(1, 3)), draw.randint(2, 4))


def check_ngrams(plan: Plan, order: int) -> None:
    all_ = plan.derivations()
    total = sum(math.exp(0.5 * d.score) for d in all_)
    expected: dict[str, list[float]] = {}
    for d in all_:
        p = math.exp(0.5 * d.score) / total
        for n in range(1, order + 1):
            for ngram in {d.words[i : i + n] for i in range(len(d.words) - n + 1)}:
                entry = expected.setdefault(" ".join(ngram), [0.0, 0.0])
                entry[0] += p * occurrences(d.words, ngram)
                entry[1] += p
    found = {text: [count, p] for text, count, p in plan.build().ngrams(order, 0.5) if count > 0}
    assert found.keys() == expected.keys()
    for text, values in expected.items():
        assert found[text] == pytest.approx(values)


@given(st.booleans().flatmap(lambda lattice: plans(lattice)))
def test_lattice_mbr_maximises_the_linear_gain(plan: Plan) -> None:
    graph, all_ = plan.build(), plan.derivations()
    assume(all_)
    posterior = {text: p for text, _, p in graph.ngrams(4, 1.0)}

    def gain(words: tuple[str, ...]) -> float:
        sum_ = -float(len(words))
        for n in range(1, 5):
            for i in range(len(words) - n + 1):
                sum_ += posterior[" ".join(words[i : i + n])] / (4 * 0.8 * 0.6 ** (n - 1))
        return sum_

    chosen = tuple(texts(graph.lattice_mbr(density=1e9))[0].split())
    assert gain(chosen) == pytest.approx(max(gain(d.words) for d in all_))


@settings(max_examples=20)
@given(plans())
def test_samples_follow_the_scores(plan: Plan) -> None:
    graph, all_ = plan.build(), plan.derivations()
    n = 2000
    drawn = texts(graph.sample(n, 0.5, 7))
    if not all_:
        assert drawn == []
        return
    assert drawn == texts(graph.sample(n, 0.5, 7))
    total = sum(math.exp(0.5 * d.score) for d in all_)
    share: Counter[str] = Counter()
    for d in all_:
        share[" ".join(d.words)] += math.exp(0.5 * d.score) / total  # type: ignore[assignment]
    counts = Counter(drawn)
    for text, p in share.items():
        assert counts[text] / n == pytest.approx(p, abs=5 * math.sqrt(p * (1 - p) / n) + 1e-9)


def test_consensus_is_the_text_others_agree_with() -> None:
    lists = [[1, 2, 3, 4], [1, 2, 3, 5], [7, 8, 9]]
    words = np.concatenate(lists).astype(np.uint32)
    offsets = np.array([0, 4, 8, 11])
    gains = mbr_gains(words, offsets, np.array([-1.0, -1.0, -0.5]), 1.0)
    assert gains[0] > gains[2]
    assert gains[0] == pytest.approx(gains[1])
    # By hand: p = e^-1, e^-1, e^-.5 normalised; BLEU+1 of the first two is (3/4 * 3/4 * 2/3 * 1/2)^(1/4).
    p = np.exp([-1.0, -1.0, -0.5]) / np.exp([-1.0, -1.0, -0.5]).sum()
    assert gains[0] == pytest.approx(p[0] + p[1] * (3 / 4 * 3 / 4 * 2 / 3 * 1 / 2) ** 0.25)


def test_a_long_chain_needs_no_deep_recursion() -> None:
    builder = HypergraphBuilder([])
    word = builder.add_word("a")
    start, step, skip = (
        builder.add_label([], []),
        builder.add_label([-1, word], []),
        builder.add_label([-1], []),
    )
    builder.add_edge(start, [], 0.0)
    node = builder.end_node()
    for _ in range(100_000):
        builder.add_edge(step, [node], -1.0)
        builder.add_edge(skip, [node], -2.0)
        node = builder.end_node()
    graph = builder.finish()
    assert graph.kbest(3, distinct=True, features=False).take_scores().tolist() == [-100000, -100001, -100002]


def test_a_graph_without_nodes_has_no_derivation() -> None:
    graph: Hypergraph = HypergraphBuilder(["x"]).finish()
    assert len(graph.kbest(5)) == 0
    assert len(graph.best_derivation()) == 0
    assert len(graph.sample(3, 1.0, 1)) == 0
    assert graph.ngrams() == []
    assert len(graph.penalised([["a"]], [-1.0])) == 0
    assert graph.prune_by_score(1.0).nodes == 0


def test_a_builder_refuses_nonsense() -> None:
    builder = HypergraphBuilder(["x"])
    with pytest.raises(ValueError, match="every feature or none"):
        builder.add_label([], [1.0, 2.0])
    with pytest.raises(ValueError, match="a word of the graph or one of two tails"):
        builder.add_label([99], [])
    label = builder.add_label([-1], [])
    with pytest.raises(ValueError, match="each tail"):
        builder.add_edge(label, [], 0.0)
    with pytest.raises(ValueError, match="before its head"):
        builder.add_edge(label, [0], 0.0)
