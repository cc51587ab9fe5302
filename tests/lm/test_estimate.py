"""Estimating language models: by the formulas, as KenLM's lmplz, within memory, whatever the threads."""

from __future__ import annotations

import gzip
import itertools
import math
import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manyways.errors import ConfigError, InputError
from manyways.lm import (
    EstimateSettings,
    LanguageModel,
    Ngrams,
    WordClasses,
    estimate,
    estimate_arpa,
    estimate_files,
    interpolate,
    read_arpa,
    tune_weights,
    write_model,
)
from tests.oracles.ngram_estimate import NoDiscountsError, kneser_ney, witten_bell
from tests.oracles.ngram_model import BackoffModel

FALLBACK = (0.5, 1.0, 1.5)
sentences_of = st.lists(st.lists(st.sampled_from("abc"), max_size=6), min_size=1, max_size=12)
prunes = st.lists(st.integers(0, 2), max_size=3).map(lambda counts: [0, *sorted(counts)])


def table(ngrams: Ngrams) -> BackoffModel:
    """The same model as dictionaries, weights of 1 left out."""
    words = [ngrams.vocabulary.word(i) for i in range(len(ngrams.vocabulary))]
    model = BackoffModel(order=ngrams.order)
    for n in range(1, ngrams.order + 1):
        ids, scores, backoffs = ngrams.arrays(n)
        for row, score in zip(ids.tolist(), scores.tolist(), strict=True):
            model.scores[tuple(words[i] for i in row)] = score
        if n < ngrams.order:
            for row, weight in zip(ids.tolist(), backoffs.tolist(), strict=True):
                model.backoffs[tuple(words[i] for i in row)] = weight
    return model


def assert_same(ours: BackoffModel, theirs: BackoffModel, tolerance: float = 2e-5) -> None:
    assert ours.scores.keys() == theirs.scores.keys()
    for gram, score in theirs.scores.items():
        assert abs(ours.scores[gram] - score) <= tolerance, gram
        assert abs(ours.backoffs.get(gram, 0) - theirs.backoffs.get(gram, 0)) <= tolerance, gram


def settings_of(order: int, prune: list[int], smoothing: str = "kneser-ney") -> EstimateSettings:
    return EstimateSettings(
        order=order, prune=tuple(prune[:order]), smoothing=smoothing, discount_fallback=FALLBACK
    )


def filled(prune: list[int], order: int) -> list[int]:
    return (prune + prune[-1:] * order)[:order]


@settings(max_examples=150)
@given(sentences_of, st.integers(1, 5), prunes)
def test_kneser_ney_follows_the_formulas(sentences: list[list[str]], order: int, prune: list[int]) -> None:
    ours = estimate([" ".join(words) for words in sentences], settings_of(order, prune))
    assert_same(table(ours.ngrams), kneser_ney(sentences, order, filled(prune, order), FALLBACK))


@settings(max_examples=100)
@given(sentences_of, st.integers(1, 4), prunes, st.integers(0, 10**6))
def test_witten_bell_follows_the_formulas(
    sentences: list[list[str]], order: int, prune: list[int], seed: int
) -> None:
    rng = random.Random(seed)
    weights = [rng.choice([0.0, 0.25, 1.0, 2.5]) for _ in sentences]
    weights[0] = 1.5
    lines = [" ".join(words) for words in sentences]
    settings = settings_of(order, prune, "witten-bell")
    ours = estimate(lines, settings, weights=weights)
    expected = witten_bell(sentences, weights, order, filled(prune, order))
    assert_same(table(ours.ngrams), expected)
    plain = estimate(lines, settings)
    assert_same(table(plain.ngrams), witten_bell(sentences, [1.0] * len(lines), order, filled(prune, order)))


@settings(max_examples=40)
@given(sentences_of, st.integers(1, 4), prunes, st.sampled_from(["kneser-ney", "witten-bell"]))
def test_probabilities_sum_to_one(
    tmp_path: Path, sentences: list[list[str]], order: int, prune: list[int], smoothing: str
) -> None:
    result = estimate([" ".join(words) for words in sentences], settings_of(order, prune, smoothing))
    write_model(result.ngrams, tmp_path / "m.bin")
    model = LanguageModel.open(tmp_path / "m.bin").core
    ids = [0, *range(2, model.words)]
    for context in itertools.product([0, *range(3, model.words)], repeat=min(order, 3) - 1):
        for state in (model.begin_state(), model.null_state()):
            for word in context:
                state = model.score(state, word)[1]
            total = sum(math.exp(model.score(state, word)[0]) for word in ids)
            assert total == pytest.approx(1, abs=1e-4)


def test_a_text_without_discounts_is_an_error_with_a_remedy() -> None:
    with pytest.raises(InputError, match="no Kneser-Ney discounts for n-grams of 1 word:") as caught:
        estimate(["a b", "a b"], EstimateSettings(order=2))
    assert "--discount-fallback" in caught.value.remedy
    with pytest.raises(NoDiscountsError):
        kneser_ney([["a", "b"], ["a", "b"]], 2, [0, 0], None)


def test_discounts_are_those_of_the_formula_when_the_text_has_them() -> None:
    rng = random.Random(3)
    words = [f"w{i}" for i in range(400)]
    sentences = [rng.choices(words, [1 / (i + 1) for i in range(400)], k=9) for _ in range(150)]
    ours = estimate([" ".join(words) for words in sentences], EstimateSettings(order=3))
    assert not any(report.fallback for report in ours.reports[:2])
    assert_same(
        table(ours.ngrams),
        kneser_ney(sentences, 3, [0, 0, 0], None if not ours.reports[2].fallback else FALLBACK),
    )


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rng = random.Random(7)
    words = [f"w{i}" for i in range(5000)]
    weights = list(itertools.accumulate(1 / (i + 1) for i in range(5000)))
    path = tmp_path_factory.mktemp("lm") / "text"
    lines = [" ".join(rng.choices(words, cum_weights=weights, k=rng.randint(0, 20))) for _ in range(20_000)]
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.mark.parametrize("smoothing", ["kneser-ney", "witten-bell"])
def test_memory_and_threads_change_nothing(text: Path, tmp_path: Path, smoothing: str) -> None:
    def made(memory: int, threads: int) -> bytes:
        settings = EstimateSettings(order=4, smoothing=smoothing, prune=(0, 0, 1), memory=memory)
        estimate_arpa([text], tmp_path / "m.arpa", settings, threads=threads)
        return (tmp_path / "m.arpa").read_bytes()

    large = made(1024, 1)
    assert large == made(1024, 3)
    assert large == made(1, 2)  # many runs on disk
    assert large == made(3, 1)


def test_files_and_sentences_give_the_same(text: Path, tmp_path: Path) -> None:
    lines = text.read_text().splitlines()
    settings = EstimateSettings(order=3)
    whole = estimate(lines, settings)
    first, second = tmp_path / "1.gz", tmp_path / "2"
    first.write_bytes(gzip.compress("\n".join([*lines[:700], ""]).encode()))
    second.write_text("\n".join([*lines[700:], ""]))
    assert_same(table(estimate_files([first, second], settings).ngrams), table(whole.ngrams))
    assert [r.kept for r in whole.reports] == whole.ngrams.sizes


def test_weights_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "t").write_text("a b\nb\n")
    (tmp_path / "w").write_text("0.5\n2\n")
    settings = EstimateSettings(order=2, smoothing="witten-bell")
    ours = estimate_files([tmp_path / "t"], settings, weights=tmp_path / "w")
    assert_same(table(ours.ngrams), witten_bell([["a", "b"], ["b"]], [0.5, 2], 2, [0, 0]))
    for content, message in [("1\n", "fewer"), ("1\n2\n3\n", "3 weights for 2"), ("1\nx\n", "one number")]:
        (tmp_path / "w").write_text(content)
        with pytest.raises(InputError, match=message):
            estimate_files([tmp_path / "t"], settings, weights=tmp_path / "w")
    for bad in ["nan", "-1", "inf"]:
        with pytest.raises(InputError, match="the weight of sentence 2 is not"):
            estimate(["a", "a"], settings, weights=[1.0, float(bad)])
    with pytest.raises(InputError, match="whole counts"):
        estimate(["a"], EstimateSettings(order=1), weights=[0.5])


def test_a_model_over_classes(tmp_path: Path) -> None:
    (tmp_path / "classes").write_text("the\tDET\ncat NOUN\ndog NOUN\n")
    classes = WordClasses.read(tmp_path / "classes")
    settings = EstimateSettings(order=2, smoothing="witten-bell")
    ours = estimate(["the cat", "the dog", "the unicorn"], settings, classes=classes)
    tags = [["DET", "NOUN"], ["DET", "NOUN"], ["DET", "<unk>"]]
    assert_same(table(ours.ngrams), witten_bell(tags, [1.0] * 3, 2, [0, 0]))
    (tmp_path / "classes").write_text("the DET x\n")
    with pytest.raises(InputError, match="expected a word and its class"):
        WordClasses.read(tmp_path / "classes")


def test_bad_settings_and_texts_are_told(tmp_path: Path) -> None:
    for bad in [
        {"order": 0},
        {"order": 11},
        {"smoothing": "katz"},
        {"prune": (1,)},
        {"prune": (0, 2, 1)},
        {"prune": (0, 0, 0), "order": 2},
        {"discount_fallback": (2.0, 1.0, 1.0)},
        {"memory": 0},
        {"memory": 1 << 30},  # bytes?
    ]:
        with pytest.raises(ConfigError):
            EstimateSettings(**bad)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="no text"):
        estimate([], EstimateSettings(order=2))
    (tmp_path / "latin").write_bytes(b"gut\nsch\xf6n\n")
    with pytest.raises(InputError, match="line 2: byte 4 is not UTF-8"):
        estimate_files([tmp_path / "latin"])
    with pytest.raises(InputError, match="temporary files"):
        estimate(["a"], EstimateSettings(temporary=str(tmp_path / "nowhere")))


def opened(ngrams: Ngrams, path: Path) -> LanguageModel:
    write_model(ngrams, path)
    return LanguageModel.open(path)


def test_a_model_comes_back_out_of_its_file(text: Path, tmp_path: Path) -> None:
    ngrams = estimate_files([text], EstimateSettings(order=3)).ngrams
    assert_same(table(opened(ngrams, tmp_path / "m.bin").ngrams()), table(ngrams))


@settings(max_examples=40)
@given(sentences_of, st.lists(st.lists(st.sampled_from("bcd"), max_size=6), min_size=1, max_size=8))
def test_mixing_adds_probabilities(tmp_path: Path, left: list[list[str]], right: list[list[str]]) -> None:
    def model(sentences: list[list[str]], order: int, name: str) -> LanguageModel:
        settings = settings_of(order, [0], "witten-bell")
        return opened(estimate([" ".join(s) for s in sentences], settings).ngrams, tmp_path / name)

    one, two = model(left, 3, "1"), model(right, 2, "2")
    mixed = interpolate([one, two], [0.3, 0.7])
    first, second = table(one.ngrams()), table(two.ngrams())
    for gram, score in table(mixed).scores.items():
        expected = 0.0
        for weight, part in ((0.3, first), (0.7, second)):
            if gram[-1:] in part.scores:
                expected += weight * math.exp(part.word_score(gram[:-1], gram[-1]))
        if gram != ("<s>",):
            assert math.exp(score) == pytest.approx(expected, rel=1e-4), gram
    core = opened(mixed, tmp_path / "m").core
    for context in itertools.product(range(core.words), repeat=2):
        state = core.null_state()
        for word in context:
            state = core.score(state, word)[1]
        total = sum(math.exp(core.score(state, word)[0]) for word in range(core.words) if word != 1)
        assert total == pytest.approx(1, abs=1e-3)


def test_tuned_weights_find_the_right_model(text: Path, tmp_path: Path) -> None:
    settings = EstimateSettings(order=2, smoothing="witten-bell")
    lines = text.read_text().splitlines()
    right = opened(estimate(lines[:1500], settings).ngrams, tmp_path / "right")
    wrong = opened(estimate([line[::-1] for line in lines[:1500]], settings).ngrams, tmp_path / "wrong")
    weights = tune_weights([wrong, right], lines[1500:])
    assert weights[1] > 0.95
    mixed = opened(interpolate([wrong, right], weights), tmp_path / "mixed")
    held = lines[1500:]
    assert mixed.perplexity_of(held).value <= 1.02 * right.perplexity_of(held).value
    with pytest.raises(InputError, match="no word that a model knows"):
        tune_weights([right], [])
    with pytest.raises(ConfigError):
        interpolate([right], [-1.0])


@pytest.mark.parametrize("order", [3, pytest.param(5, marks=pytest.mark.slow)])
def test_every_ngram_as_lmplz(peers: Path, data: Path, order: int) -> None:
    """KenLM 4cb443e: `lmplz -o ORDER` on the English half of Multi30k's training text."""
    theirs = read_arpa(peers / "lm" / f"en.{order}.arpa.gz")
    text = data / "multi30k-de-en" / "train.en.gz"
    ours = estimate_files([text], EstimateSettings(order=order)).ngrams
    assert ours.sizes == theirs.sizes
    for n in range(1, order + 1):
        np.testing.assert_allclose(*(_aligned(model, n, theirs) for model in (ours, theirs)), atol=1e-4)


@pytest.mark.slow
def test_pruned_ngrams_as_lmplz(peers: Path, data: Path, tmp_path: Path) -> None:
    """KenLM 4cb443e: `lmplz -o 3 --prune 0 0 1` on Europarl's English text, lower-cased."""
    theirs = read_arpa(peers / "europarl-de-en" / "lm" / "lm3.arpa.gz")
    text = tmp_path / "text"
    parts = [data / "europarl-de-en" / name for name in ("train.en.gz", "mono.en.gz")]
    text.write_text("".join(gzip.decompress(part.read_bytes()).decode().lower() for part in parts))
    ours = estimate_files([text], EstimateSettings(order=3, prune=(0, 0, 1))).ngrams
    assert ours.sizes == theirs.sizes
    for n in (1, 2, 3):
        np.testing.assert_allclose(*(_aligned(model, n, theirs) for model in (ours, theirs)), atol=1e-4)


def _aligned(model: Ngrams, n: int, names: Ngrams) -> np.ndarray:
    """Log10 scores and back-offs, sorted by n-gram in the ids of `names`."""
    to_common = [names.vocabulary.find(model.vocabulary.word(i)) for i in range(len(model.vocabulary))]
    ids, scores, backoffs = model.arrays(n)
    common = np.array(to_common)[ids]
    order = np.lexsort(common.T)
    columns = [*common[order].T, scores[order] / math.log(10)]
    if len(backoffs):
        columns.append(backoffs[order] / math.log(10))
    return np.stack(columns)
