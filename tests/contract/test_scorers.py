"""What every scorer promises: a number per candidate, from its own list alone, for any number of threads."""

from __future__ import annotations

import numpy as np
import pytest

from manyways.candidates import Candidate, CandidateLists, Sentence, from_sentences
from manyways.choose import (
    ByFeature,
    ByScore,
    ByWeights,
    Consensus,
    Posterior,
    Scorer,
    SystemVotes,
    choose,
)
from manyways.metrics.consensus import ConsensusSettings
from manyways.model import Weights

WORDS = ["the", "a", "house", "home", "is", "was", "small", "little", "very", "green", "red"]


def random_lists(seed: int, sentences: int = 12, size: int = 7) -> CandidateLists:
    rng = np.random.default_rng(seed)
    made = []
    for s in range(sentences):
        rows = []
        for k in range(size if s != 3 else 0):
            text = " ".join(rng.choice(WORDS, rng.integers(1, 7)))
            numbers = {"F": float(rng.integers(3)), "G": float(rng.integers(3))}
            rows.append(Candidate(text, float(-rng.integers(1, 4)), numbers, system="ABC"[k % 3]))
        made.append(Sentence(str(s), rows))
    return from_sentences(made, feature_names=["F", "G"])


MEMBERS: list[Scorer] = [
    ByScore(),
    ByFeature("F"),
    ByWeights(Weights({"F": 1.0, "G": -0.5})),
    Consensus(),
    Consensus(names="ter"),
    Consensus(names="bleu", settings=ConsensusSettings(method="aggregate")),
    Consensus(names="ter", settings=ConsensusSettings(method="prune")),
    Consensus(votes=Posterior(temperature=0.5)),
    Consensus(votes=SystemVotes({"A": 0.5, "B": -0.1})),
]
MEMBER_NAMES = [f"{type(each).__name__}-{each.name}-{i}" for i, each in enumerate(MEMBERS)]
members = pytest.mark.parametrize("scorer", MEMBERS, ids=MEMBER_NAMES)


@members
def test_a_scorer_gives_one_number_per_candidate_and_names_its_parts(scorer: Scorer) -> None:
    lists = random_lists(1)
    scored = scorer(lists)
    assert scored.values.shape == (lists.candidate_count,)
    assert scored.values.dtype == np.float64
    assert all(part.shape == scored.values.shape for part in scored.parts.values())
    assert scorer.name


@members
def test_a_list_is_scored_by_itself(scorer: Scorer) -> None:
    lists = random_lists(2)
    whole = scorer(lists).values
    for s in range(len(lists)):
        rows = slice(int(lists.sentence_offsets[s]), int(lists.sentence_offsets[s + 1]))
        np.testing.assert_allclose(scorer(lists.split([s])).values, whole[rows], rtol=1e-12)


@members
def test_threads_change_nothing(scorer: Scorer) -> None:
    lists = random_lists(3, 80)
    np.testing.assert_array_equal(scorer(lists, threads=1).values, scorer(lists, threads=4).values)


@members
def test_the_choice_is_the_first_of_the_best(scorer: Scorer) -> None:
    lists = random_lists(4)
    values = scorer(lists).values
    chosen = choose(lists, scorer)
    for s in range(len(lists)):
        start, end = (int(each) for each in lists.sentence_offsets[s : s + 2])
        own = sorted(range(start, end), key=lambda row: -values[row])  # stable: the first of equals
        assert [chosen.texts[start + k] for k in range(end - start)] == [lists.texts[row] for row in own]
        assert chosen.scores[start:end].tolist() == [values[row] for row in own]
    assert chosen.ids == lists.ids
