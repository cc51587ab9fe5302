"""BLEU against sacreBLEU (2.6.0 at the time of writing) and against a slow, obvious twin."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import sacrebleu
from hypothesis import given, settings
from hypothesis import strategies as st

from manyways.errors import ConfigError, InputError
from manyways.metrics import Bleu
from manyways.metrics.bleu import TOKENISERS
from tests.oracles.metrics import slow_bleu_row, slow_bleu_score
from tests.support.nasty_texts import REAL_SETS, real_set, text, wordy

lists = st.lists(st.tuples(text, st.lists(text, min_size=3, max_size=3)), min_size=1, max_size=4)


@pytest.mark.parametrize("tokenise", TOKENISERS)
@settings(max_examples=60)
@given(sentences=lists, lowercase=st.booleans(), sets=st.integers(1, 3))
def test_any_text_scores_as_in_sacrebleu(
    tokenise: str, sentences: list[tuple[str, list[str]]], lowercase: bool, sets: int
) -> None:
    hypotheses = [hypothesis for hypothesis, _ in sentences]
    references = [[each[r] for _, each in sentences] for r in range(sets)]
    theirs = sacrebleu.BLEU(tokenize=tokenise, lowercase=lowercase, force=True)
    expected = theirs.corpus_score(hypotheses, references)
    score = Bleu(tokenise=tokenise, lowercase=lowercase).corpus_score(hypotheses, references)  # type: ignore[arg-type]
    assert score.value == pytest.approx(expected.score, abs=1e-9)
    assert score.parts["matches"] == expected.counts
    assert score.parts["totals"] == expected.totals
    assert (score.parts["length"], score.parts["reference_length"]) == (expected.sys_len, expected.ref_len)
    assert str(score.signature).split("|")[:-1] == str(theirs.get_signature()).split("|")[:-1]


@settings(max_examples=100)
@given(
    hypothesis=text,
    references=st.lists(text, min_size=1, max_size=4),
    smooth=st.sampled_from(["exp", "floor", "add-k", "none"]),
    effective_order=st.booleans(),
)
def test_sentences_and_smoothings(
    hypothesis: str, references: list[str], smooth: str, effective_order: bool
) -> None:
    theirs = sacrebleu.BLEU(smooth_method=smooth, effective_order=effective_order, force=True)
    ours = Bleu(smooth=smooth, effective_order=effective_order)  # type: ignore[arg-type]
    rows = ours.statistics([hypothesis], [[each] for each in references])
    theirs.effective_order = effective_order
    expected = theirs._aggregate_and_compute(
        theirs._extract_corpus_statistics([hypothesis], [[each] for each in references])
    )
    assert ours.scores(rows)[0] == pytest.approx(expected.score, abs=1e-9)
    signature = str(theirs.get_signature()).split("|")[:-1]
    assert str(ours.signature(len(references))).split("|")[:-1] == signature


@settings(max_examples=100)
@given(hypothesis=wordy, references=st.lists(wordy, min_size=1, max_size=4))
def test_rows_are_the_slow_twins(hypothesis: str, references: list[str]) -> None:
    sets = [[each] for each in references]
    for length in ("closest", "shortest"):
        row = Bleu(tokenise="none", reference_length=length).statistics([hypothesis], sets)[0]  # type: ignore[arg-type]
        assert row.tolist() == slow_bleu_row(hypothesis, references, shortest=length == "shortest")
    for sentence in ("lin-och", "all-orders"):
        for more in (0.0, 1.0):
            metric = Bleu(tokenise="none", sentence=sentence, more_reference=more)  # type: ignore[arg-type]
            value = metric.sentence_scores(metric.statistics([hypothesis], sets))[0]
            expected = slow_bleu_score(
                slow_bleu_row(hypothesis, references),
                all_orders=sentence == "all-orders",
                more_reference=more,
            )
            assert value == pytest.approx(expected, abs=1e-9)


def test_by_hand() -> None:
    # "a b c" has 3 of 3 words, 2 of 2 pairs, 1 of 1 triple; no four-gram, so a half of nothing is nothing.
    row = Bleu().statistics(["a b c"], [["a b c d"]])[0]
    assert row.tolist() == [3, 4, 3, 2, 1, 0, 3, 2, 1, 0]
    assert Bleu().score(row).value == 0.0
    assert Bleu(effective_order=True).score(row).value == pytest.approx(100 * np.exp(1 - 4 / 3))
    # Length 3 is as near to 2 as to 4: the shorter wins.
    assert Bleu().statistics(["a b c"], [["a b c d"], ["a b"]])[0, 1] == 2
    # +1 in orders 2-4 only: 1/1 words, (0+1)/(0+1) for the rest, length 1 against 1.
    assert Bleu().sentence_scores(Bleu().statistics(["a"], [["a"]]))[0] == pytest.approx(100)


@pytest.mark.parametrize("lowercase", [False, True])
@pytest.mark.parametrize("tokenise", TOKENISERS)
@pytest.mark.parametrize("name", REAL_SETS)
def test_real_sets(data: Path, name: str, tokenise: str, lowercase: bool) -> None:
    hypotheses, references = real_set(data, name, 150)
    theirs = sacrebleu.BLEU(tokenize=tokenise, lowercase=lowercase, force=True)
    expected = theirs.corpus_score(hypotheses, references)
    score = Bleu(tokenise=tokenise, lowercase=lowercase).corpus_score(hypotheses, references)  # type: ignore[arg-type]
    assert score.value == pytest.approx(expected.score, abs=1e-9)
    assert score.value > 1


def test_wrong_settings_and_counts() -> None:
    with pytest.raises(ConfigError, match=r"bleu\.tokenise must be one of none, 13a"):
        Bleu(tokenise="14a")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="reference set 2 has 1 text for 2 sentences"):
        Bleu().statistics(["a", "b"], [["a", "b"], ["a"]])
    with pytest.raises(InputError, match="no references"):
        Bleu().statistics(["a"], [])
