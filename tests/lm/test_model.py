"""Asking language models: by the definition of back-off, and as KenLM answers."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manyways._core import lm as core
from manyways.errors import InputError
from manyways.lm import LanguageModel, read_arpa, write_arpa, write_model
from tests.oracles.ngram_model import BackoffModel
from tests.support.damage import damaged

WORDS = ["a", "b", "c"]
SYMBOLS = ["<s>", *WORDS, "</s>"]


def random_model(seed: int, *, whole: bool) -> BackoffModel:
    """Few words, many ties. Unless `whole`, shorter n-grams may be missing (as SRILM prunes)."""
    rng = random.Random(seed)
    model = BackoffModel(order=rng.randint(1, 4))
    for word in ["<unk>", *SYMBOLS]:
        model.scores[(word,)] = -float(rng.randint(1, 4))
    grams = [g for n in range(2, model.order + 1) for g in itertools.product(["<s>", *WORDS], repeat=n - 1)]
    for context in rng.sample(grams, min(len(grams), rng.randint(0, 12))):
        for word in rng.sample([*WORDS, "</s>"], 2):
            gram = (*context, word)
            wanted = [gram[i:j] for i in range(len(gram)) for j in range(i + 2, len(gram) + 1)]
            for part in wanted if whole else [gram]:
                model.scores.setdefault(part, -float(rng.randint(0, 4)))
    for gram in model.scores:
        if len(gram) < model.order and rng.random() < 0.6:
            model.backoffs[gram] = float(rng.randint(-3, 1))
    if not any(len(gram) == model.order for gram in model.scores):
        model.order = max(len(gram) for gram in model.scores)
        model.backoffs = {g: b for g, b in model.backoffs.items() if len(g) < model.order}
    return model


def large_model() -> BackoffModel:
    """Larger than a block of the file."""
    model = BackoffModel(order=2)
    words = [*WORDS, *(f"w{i}" for i in range(100))]
    for word in ["<unk>", "<s>", "</s>", *words]:
        model.scores[(word,)] = -1.0
    for pair in itertools.product(words, words):
        model.scores[pair] = -0.5
    return model


def opened(model: BackoffModel, folder: Path, *, bounds: bool = False) -> LanguageModel:
    arpa, binary = folder / "m.arpa", folder / "m.bin"
    arpa.write_text(model.to_arpa())
    write_model(read_arpa(arpa), binary, bounds=bounds)
    return LanguageModel.open(binary)


models = st.builds(random_model, st.integers(0, 10**6), whole=st.booleans())
texts = st.lists(st.sampled_from([*WORDS, "zzz"]), max_size=7)


@settings(max_examples=150)
@given(models, st.lists(texts, min_size=1, max_size=4))
def test_scores_follow_the_definition(tmp_path: Path, model: BackoffModel, lines: list[list[str]]) -> None:
    ours = opened(model, tmp_path)
    expected = [model.sentence_score(words) for words in lines]
    assert ours.score_texts([" ".join(words) for words in lines]) == pytest.approx(expected, abs=1e-4)
    for words, sentence in zip(lines, expected, strict=True):
        per_word = ours.score_words(" ".join(words))
        assert sum(score for _, score, _, _ in per_word) == pytest.approx(sentence, abs=1e-4)


@settings(max_examples=100)
@given(models, texts, texts)
def test_minimised_states_change_no_score(
    tmp_path: Path, model: BackoffModel, first: list[str], then: list[str]
) -> None:
    ours = opened(model, tmp_path).core
    state = ours.null_state()
    for word in first:
        state = ours.score(state, ours.find(word))[1]
    assert ours.length(state) <= min(len(first), max(model.order - 1, 0))
    context = list(first)
    for word in then:
        score, state = ours.score(state, ours.find(word))
        assert score == pytest.approx(model.word_score(tuple(context), word), abs=1e-4)
        context.append(word)


@settings(max_examples=60)
@given(models)
def test_states_are_as_short_as_they_can_be(tmp_path: Path, model: BackoffModel) -> None:
    """A state keeps k words only if its n-gram has a back-off weight or a continuation."""
    ours = opened(model, tmp_path).core
    contexts = {g[i:j] for g in model.scores for i in range(len(g)) for j in range(i, len(g))}
    contexts |= {g for g, weight in model.backoffs.items() if weight != 0}
    for words in itertools.product(WORDS, repeat=3):
        state = ours.null_state()
        for word in words:
            state = ours.score(state, ours.find(word))[1]
        longest = max(k for k in range(4) if k == 0 or words[3 - k :] in contexts)
        assert ours.length(state) <= min(longest, model.order)


def chart_score(
    ours: core.Model, words: list[str], rng: random.Random, *, whole: bool
) -> tuple[float, core.Piece]:
    """The score of words put together from pieces cut at random."""
    scorer = core.PieceScorer(ours)
    pieces: list[int | core.Piece] = []
    total = 0.0
    if len(words) > 1 and rng.random() < 0.8:
        cuts = sorted({0, len(words), *(rng.randint(0, len(words)) for _ in range(rng.randint(1, 3)))})
    else:
        cuts = list(range(len(words) + 1))
    for start, end in itertools.pairwise(cuts):
        if (end - start == 1 and rng.random() < 0.5) or end - start == len(words):
            pieces += [ours.find(word) for word in words[start:end]]
        else:
            score, piece = chart_score(ours, words[start:end], rng, whole=False)
            total += score
            pieces.append(piece)
    if whole:
        scorer.begin_sentence()
    for each in pieces:
        if isinstance(each, int):
            scorer.word(each)
        else:
            scorer.piece(each)
    gain, piece = scorer.finish()
    return total + gain, piece


@settings(max_examples=200)
@given(models, texts, st.integers(0, 10**6))
def test_pieces_in_any_order_give_the_sentence_score(
    tmp_path: Path, model: BackoffModel, words: list[str], seed: int
) -> None:
    ours = opened(model, tmp_path).core
    score, _ = chart_score(ours, [*words, "</s>"], random.Random(seed), whole=True)
    assert score == pytest.approx(model.sentence_score(words), abs=1e-3)
    flat, first = chart_score(ours, words, random.Random(seed), whole=False)
    again, second = chart_score(ours, words, random.Random(seed + 1), whole=False)
    assert flat == pytest.approx(again, abs=1e-3)
    assert first == second
    assert hash(first) == hash(second)


@settings(max_examples=60)
@given(models)
def test_upper_bounds_hold_and_are_met(tmp_path: Path, model: BackoffModel) -> None:
    ours = opened(model, tmp_path, bounds=True).core
    contexts = [c for n in range(model.order) for c in itertools.product(["<s>", *WORDS], repeat=n)]
    tight = all(weight <= 0 for weight in model.backoffs.values())
    for context in contexts:
        state = ours.null_state()
        for word in context:
            state = ours.score(state, ours.find(word))[1]
        for word in [*WORDS, "</s>"]:
            bound = ours.upper_bound(state, ours.find(word))
            seen = [model.word_score(c, word) for c in contexts if c[len(c) - len(context) :] == context]
            assert max(seen) <= bound + 1e-4
            if tight and not context:
                assert bound == pytest.approx(max(seen), abs=1e-4)


def test_any_number_of_threads_gives_the_same(tmp_path: Path) -> None:
    ours = opened(random_model(5, whole=True), tmp_path)
    rng = random.Random(1)
    lines = [" ".join(rng.choices(WORDS, k=rng.randint(0, 30))) for _ in range(3000)]
    one = ours.score_texts(lines, threads=1)
    assert np.array_equal(one, ours.score_texts(lines, threads=3))
    assert one[7] == ours.score(lines[7])


def test_ids_beyond_the_vocabulary_are_unknown(tmp_path: Path) -> None:
    ours = opened(random_model(5, whole=True), tmp_path)
    scores = ours.score_ids(np.array([0, 4000000000, 77], np.uint32), np.array([0, 1, 2, 3]))
    assert scores[0] == scores[1] == scores[2]
    with pytest.raises(ValueError, match="offsets must rise"):
        ours.score_ids(np.array([0], np.uint32), np.array([0, 2]))


def test_arpa_comes_back(tmp_path: Path) -> None:
    model = random_model(11, whole=True)
    (tmp_path / "a.arpa").write_text(model.to_arpa())
    write_arpa(read_arpa(tmp_path / "a.arpa"), tmp_path / "b.arpa.gz")
    one, two = read_arpa(tmp_path / "a.arpa"), read_arpa(tmp_path / "b.arpa.gz")
    assert one.sizes == two.sizes
    for n in range(1, one.order + 1):
        for left, right in zip(one.arrays(n), two.arrays(n), strict=True):
            np.testing.assert_allclose(left, right, atol=1e-5)


GOOD = """\
made by hand
\\data\\
ngram 1=4
ngram 2=1

\\1-grams:
-1\t<unk>
-99\t<s>\t-0.5
-inf\t</s>
-0.5\ta\t-0.25

\\2-grams:
-0.125\t<s> a

\\end\\
"""


def test_a_small_arpa_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "m.arpa"
    path.write_text(GOOD.replace("\n", "\r\n"))
    model = LanguageModel.open(path)
    assert model.order == 2
    # <s> a: the bigram; a b: back-off of a, then <unk>.
    assert model.score("a b", eos=False) == pytest.approx(math.log(10) * (-0.125 - 0.25 - 1), abs=1e-5)
    assert [(w, n, known) for w, _, n, known in model.score_words("a b")] == [
        ("a", 2, True),
        ("b", 1, False),
        ("</s>", 1, True),
    ]


@damaged("arpa")
def test_a_broken_arpa_is_told_with_its_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert old in GOOD
    path = tmp_path / "bad.arpa"
    path.write_text(GOOD.replace(old, new))
    with pytest.raises(InputError, match=message) as caught:
        read_arpa(path)
    assert caught.value.path == str(path)
    assert caught.value.line is not None


@settings(max_examples=150)
@given(st.integers(0, len(GOOD)), st.binary(max_size=8), st.integers(0, 5))
def test_no_bytes_crash_the_reader(tmp_path: Path, at: int, junk: bytes, cut: int) -> None:
    raw = GOOD.encode()
    text = raw[:at] + junk + raw[min(len(raw), at + cut) :]
    try:
        ngrams = core.parse_arpa(text, "junk")
        core.write_model(ngrams, str(tmp_path / "junk.bin"))
        assert math.isfinite(LanguageModel.open(tmp_path / "junk.bin").score("a b"))
    except InputError:
        pass


def test_words_in_another_encoding_are_an_error() -> None:
    with pytest.raises(InputError, match="not UTF-8"):
        core.parse_arpa(GOOD.replace("\ta\t", "\tä\t").encode("latin-1"), "x")


def test_an_ngram_twice_is_an_error(tmp_path: Path) -> None:
    text = GOOD.replace("ngram 2=1", "ngram 2=2").replace("-0.125\t<s> a", "-0.125\t<s> a\n-0.1\t<s> a")
    with pytest.raises(InputError, match="<s> a stands twice"):
        core.write_model(core.parse_arpa(text.encode(), "x"), str(tmp_path / "m.bin"))
    assert not (tmp_path / "m.bin").exists()


# Every way to ask a model something: n-grams are checked when the first question comes.
QUESTIONS: dict[str, Callable[[LanguageModel], object]] = {
    "a sentence": lambda model: model.score("a b c"),
    "words": lambda model: model.score_words("a b c"),
    "perplexity": lambda model: model.perplexity_of(["a"]),
    "the first state": lambda model: model.core.begin_state(),
    "a state": lambda model: model.core.score(0, 3),
    "n-grams": lambda model: model.ngrams(),
    "pieces": lambda model: core.PieceScorer(model.core),
}


@pytest.mark.parametrize("ask", QUESTIONS.values(), ids=QUESTIONS)
def test_damage_is_told_before_the_first_answer(
    tmp_path: Path, ask: Callable[[LanguageModel], object]
) -> None:
    path = tmp_path / "m.bin"
    opened(large_model(), tmp_path)
    good = path.read_bytes()
    late = 0
    for at in range(0, len(good), 9973):
        path.write_bytes(good[:at] + bytes([good[at] ^ 0x55]) + good[at + 1 :])
        try:
            model = LanguageModel.open(path)
        except InputError:
            continue
        late += 1
        with pytest.raises(InputError, match="does not match"):
            ask(model)
    assert late > 10
    path.write_bytes(good[: len(good) // 2])
    with pytest.raises(InputError):
        LanguageModel.open(path)


@pytest.mark.parametrize(
    ("order", "value", "without"),
    [(3, 37.4270, 33.4834), pytest.param(5, 36.1206, 32.2984, marks=pytest.mark.slow)],
)
def test_perplexity_as_kenlm(peers: Path, data: Path, order: int, value: float, without: float) -> None:
    """`query -v summary` of KenLM 4cb443e on Multi30k val."""
    model = LanguageModel.open(peers / "lm" / f"en.{order}.arpa.gz")
    result = model.perplexity(data / "multi30k-de-en" / "dev.en")
    assert (result.tokens, result.unknown) == (14322, 168)
    assert result.value == pytest.approx(value, abs=6e-5)
    assert result.without_unknown == pytest.approx(without, abs=6e-5)


def test_scores_as_kenlm(peers: Path, data: Path, tmp_path: Path) -> None:
    kenlm = pytest.importorskip("kenlm", reason="KenLM is in the extra `bench`")
    import gzip

    arpa = tmp_path / "en.arpa"
    arpa.write_bytes(gzip.decompress((peers / "lm" / "en.3.arpa.gz").read_bytes()))
    theirs, ours = kenlm.Model(str(arpa)), LanguageModel.open(arpa)
    lines = (data / "multi30k-de-en" / "dev.en").read_text().splitlines()
    for line in lines:
        expected = list(theirs.full_scores(line))
        found = ours.score_words(line)
        assert [n for _, _, n, _ in found] == [n for _, n, _ in expected]
        for (_, score, _, known), (log10, _, oov) in zip(found, expected, strict=True):
            assert score / math.log(10) == pytest.approx(log10, abs=1e-5)
            assert known != oov
