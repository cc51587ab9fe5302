"""TER against sacreBLEU (2.6.0 at the time of writing), whose shifts and limits it has to share."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import sacrebleu
from hypothesis import given, settings
from hypothesis import strategies as st

from manyways.metrics import Ter
from tests.support.nasty_texts import REAL_SETS, real_set, text

few = st.lists(st.sampled_from("abcde"), max_size=14).map(" ".join)


def assert_equal(hypotheses: list[str], references: list[list[str]], **options: bool) -> None:
    theirs = sacrebleu.TER(**options)
    expected = theirs.corpus_score(hypotheses, references)
    metric = Ter(**options)
    score = metric.corpus_score(hypotheses, references)
    rows = metric.statistics(hypotheses, references)
    assert [row[0] for row in theirs._extract_corpus_statistics(hypotheses, references)] == rows[
        :, 0
    ].tolist()
    assert score.value == pytest.approx(expected.score, abs=1e-9)
    assert score.parts["edits"] == expected.num_edits
    assert score.parts["reference_length"] == pytest.approx(expected.ref_length)
    assert str(score.signature).split("|")[:-1] == str(theirs.get_signature()).split("|")[:-1]


@settings(max_examples=120)
@given(hypothesis=few, references=st.lists(few, min_size=1, max_size=3))
def test_many_ties(hypothesis: str, references: list[str]) -> None:
    assert_equal([hypothesis], [[each] for each in references])


@settings(max_examples=80)
@given(
    hypotheses=st.lists(text, min_size=2, max_size=2),
    reference=st.lists(text, min_size=2, max_size=2),
    flags=st.tuples(*[st.booleans()] * 4),
)
def test_any_text_and_option(hypotheses: list[str], reference: list[str], flags: tuple[bool, ...]) -> None:
    names = ("normalized", "no_punct", "asian_support", "case_sensitive")
    assert_equal(hypotheses, [reference], **dict(zip(names, flags, strict=True)))


@pytest.mark.parametrize("seed", [1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 14, 15, 16, 17, 18, 19, 20])
def test_long_and_crooked(seed: int) -> None:
    """Beyond the beam, beyond 64 words, far-off lengths, blocks moved far, too many shifts to try."""
    rng = random.Random(seed)
    size = rng.choice([10, 30, 45, 70, 90, 140])
    words = [str(rng.randrange(rng.choice([4, 12, 60, 400]))) for _ in range(size)]
    other = list(words)
    for _ in range(rng.randrange(6)):
        start, length = rng.randrange(size), rng.randrange(1, 20)
        block = other[start : start + length]
        del other[start : start + length]
        at = rng.randrange(len(other) + 1)
        other[at:at] = block
    other = [str(rng.randrange(400)) if rng.random() < rng.choice([0, 0.1, 0.8]) else word for word in other]
    other = other[: rng.choice([size, size, size // 2, 3, 1])]
    if rng.random() < 0.5:
        words, other = other, words
    assert_equal([" ".join(other)], [[" ".join(words)]])


def _long_pair(seed: int) -> tuple[list[str], list[str]]:
    """Up to 600 words: other lengths, few or many different words, blocks moved, left out, put in."""
    rng = random.Random(seed)
    most = rng.choice([60, 120, 200, 600])
    size, vocabulary = rng.randrange(1, most), rng.choice([2, 4, 12, 60, 400, 3000])
    words = [str(rng.randrange(vocabulary)) for _ in range(size)]
    if rng.random() < 0.3:
        other = [str(rng.randrange(vocabulary)) for _ in range(rng.randrange(1, most))]
    else:
        other = list(words)
        for _ in range(rng.randrange(12)):
            start, length = rng.randrange(len(other) + 1), rng.randrange(1, 60)
            block = other[start : start + length]
            del other[start : start + length]
            at = rng.randrange(len(other) + 1)
            other[at:at] = block
        share = rng.choice([0, 0.05, 0.3, 0.8])
        other = [str(rng.randrange(vocabulary)) if rng.random() < share else word for word in other]
        if rng.random() < 0.5:
            start = rng.randrange(len(other) + 1)
            del other[start : start + rng.randrange(1, 300)]
        if rng.random() < 0.3:
            start = rng.randrange(len(other) + 1)
            other[start:start] = [str(rng.randrange(vocabulary)) for _ in range(rng.randrange(200))]
    return (other, words) if rng.random() < 0.5 else (words, other)


# On these, a shift gains more than twice its words: sacreBLEU's distance is that of its beam.
@pytest.mark.parametrize("seed", [1484, pytest.param(1984, marks=pytest.mark.slow)])
def test_shifts_that_bring_the_text_back_into_the_beam(seed: int) -> None:
    reference, hypothesis = _long_pair(seed)
    assert_equal([" ".join(hypothesis)], [[" ".join(reference)]])


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1, 3, 4, 7])
def test_any_pair_of_up_to_six_hundred_words(seed: int) -> None:
    reference, hypothesis = _long_pair(seed)
    assert_equal([" ".join(hypothesis)], [[" ".join(reference)]])


# Pairs on which another rule among equally good shifts gives another number of edits.
DECIDED_BY_TIES = [
    ("e d a b d c a e a e", "b a f f e c a a f c d"),  # the start of the block
    ("d f c f c a e", "e d e f a f"),
    ("d c a b b d c d a b", "c b a d a d b c d d"),  # the target
    ("e b a a d c d", "a b b d e e c c e c"),
    ("a c a d c d a b", "d a c b c a d c a"),  # the length
    ("b b b c a b b b b a a", "b b a a b a c b b b a"),
]
# Pairs that reach the limit of 1,000 shifts: one would go on with 1,010, one would stop with 990.
DECIDED_BY_THE_LIMIT = [
    ("abbababbaaababbaabbbaabaabaaaaa", "abbbbbbabbaabbbababbaaaaaaaaaba"),
    ("baababaabbbabbaaabababababb", "bbbbbbabaaaaabbbbabbaabbbaa"),
    ("abbbaaaabaabaaabbabaababbbbba", "babaaaaabbbbbabbaaabbbaabbaaa"),
]


@pytest.mark.parametrize("hypothesis, reference", DECIDED_BY_TIES)
def test_ties(hypothesis: str, reference: str) -> None:
    assert_equal([hypothesis], [[reference]])


@pytest.mark.parametrize("hypothesis, reference", DECIDED_BY_THE_LIMIT)
def test_limit_of_shifts(hypothesis: str, reference: str) -> None:
    assert_equal([" ".join(hypothesis)], [[" ".join(reference)]])


@pytest.mark.parametrize("name", REAL_SETS)
def test_real_sets(data: Path, name: str) -> None:
    hypotheses, references = real_set(data, name, 5)
    assert_equal(hypotheses, references)


def test_by_hand() -> None:
    assert Ter().corpus_score(["c d a b"], [["a b c d"]]).parts["edits"] == 1  # one block moves
    assert Ter().corpus_score(["A"], [["a"]]).value == 0.0
    assert Ter(case_sensitive=True).corpus_score(["A"], [["a"]]).value == 100.0
    assert Ter().corpus_score(["a"], [[""]]).value == 100.0
    assert Ter().corpus_score([""], [[""]]).value == 0.0
    assert not Ter().higher_is_better
