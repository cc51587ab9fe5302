"""chrF and chrF++ against sacreBLEU (2.6.0 at the time of writing) and a slow, obvious twin."""

from __future__ import annotations

from pathlib import Path

import pytest
import sacrebleu
from hypothesis import given, settings
from hypothesis import strategies as st

from manyways.errors import ConfigError
from manyways.metrics import Chrf
from tests.oracles.metrics import slow_chrf_row
from tests.support.nasty_texts import REAL_SETS, real_set, text

lists = st.lists(st.tuples(text, st.lists(text, min_size=3, max_size=3)), min_size=1, max_size=4)


@settings(max_examples=60)
@given(
    sentences=lists,
    sets=st.integers(1, 3),
    lowercase=st.booleans(),
    word_order=st.integers(0, 3),
    char_order=st.sampled_from([6, 6, 2, 1]),
    eps_smoothing=st.booleans(),
)
def test_any_text_scores_as_in_sacrebleu(
    sentences: list[tuple[str, list[str]]],
    sets: int,
    lowercase: bool,
    word_order: int,
    char_order: int,
    eps_smoothing: bool,
) -> None:
    hypotheses = [hypothesis for hypothesis, _ in sentences]
    references = [[each[r] for _, each in sentences] for r in range(sets)]
    options = {
        "lowercase": lowercase,
        "word_order": word_order,
        "char_order": char_order,
        "eps_smoothing": eps_smoothing,
    }
    theirs = sacrebleu.CHRF(**options)
    expected = theirs.corpus_score(hypotheses, references)
    metric = Chrf(**options)  # type: ignore[arg-type]
    score = metric.corpus_score(hypotheses, references)
    assert score.value == pytest.approx(expected.score, abs=1e-9)
    assert score.name == expected.name
    assert str(score.signature).split("|")[:-1] == str(theirs.get_signature()).split("|")[:-1]
    rows = metric.statistics(hypotheses, references)
    assert rows.tolist() == theirs._extract_corpus_statistics(hypotheses, references)
    single = [
        theirs.sentence_score(h, list(each)).score
        for h, each in zip(hypotheses, zip(*references, strict=True), strict=True)
    ]
    assert metric.sentence_scores(rows) == pytest.approx(single, abs=1e-9)


@settings(max_examples=60)
@given(candidate=text, reference=text)
def test_rows_are_the_slow_twins(candidate: str, reference: str) -> None:
    assert Chrf().statistics([candidate], [[reference]])[0].tolist() == slow_chrf_row(candidate, reference)


@pytest.mark.parametrize("lowercase", [False, True])
@pytest.mark.parametrize("word_order", [0, 2])
@pytest.mark.parametrize("name", REAL_SETS)
def test_real_sets(data: Path, name: str, word_order: int, lowercase: bool) -> None:
    hypotheses, references = real_set(data, name, 25)
    theirs = sacrebleu.CHRF(word_order=word_order, lowercase=lowercase)
    expected = theirs.corpus_score(hypotheses, references)
    score = Chrf(word_order=word_order, lowercase=lowercase).corpus_score(hypotheses, references)
    assert score.value == pytest.approx(expected.score, abs=1e-9)
    assert score.value > 1


def test_wrong_settings() -> None:
    with pytest.raises(ConfigError, match=r"chrf\.char_order must be a number from 1 to 8; got 9"):
        Chrf(char_order=9)
    with pytest.raises(ConfigError, match=r"chrf\.word_order"):
        Chrf(word_order=-1)
