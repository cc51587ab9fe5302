"""The aligner: each model against its definition, threads, input from strangers, the command."""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from manyways._core import align as core
from manyways.align import AlignmentModel, AlignSettings, Links, align, align_texts, evaluate, read_links
from manyways.cli.main import app
from manyways.errors import ConfigError, InputError
from manyways.files import read_lines
from manyways.text.toy import generate
from manyways.text.vocabulary import Vocabulary, encode
from tests.oracles import align as oracle
from tests.oracles.fertility import Numbers, further_links

REACH = 100


def corpus(sentences: int, seed: int, words: int = 6, longest: int = 5) -> tuple[list[str], list[str]]:
    """A dictionary translation with local reordering: word n of the source is word Tn of the target."""
    rng = np.random.default_rng(seed)
    source, target = [], []
    for _ in range(sentences):
        ids = rng.integers(0, words, rng.integers(1, longest + 1))
        turned = ids.copy()
        if len(ids) > 2 and rng.random() < 0.3:
            turned[[0, 1]] = turned[[1, 0]]
        source.append(" ".join(f"s{n}" for n in ids))
        target.append(" ".join(f"t{n}" for n in turned))
    return source, target


def columns(lines: list[list[int]]) -> tuple[np.ndarray, np.ndarray]:
    offsets = np.cumsum([0, *map(len, lines)]).astype(np.int64)
    return np.array([w for line in lines for w in line], np.uint32), offsets


@pytest.mark.parametrize("seed", range(12))
def test_hmm_is_its_enumeration(seed: int) -> None:
    rng = np.random.default_rng(seed)
    observed, states = rng.integers(1, 5, 2)
    rows = rng.integers(0, 3, (observed, states)).astype(np.float32) + np.float32(0.05)
    null_row = rng.integers(1, 3, observed).astype(np.float32) / 4
    weights = rng.integers(1, 4, 2 * REACH + 1).astype(np.float32) / 8
    null = float(rng.choice([0.1, 0.5]))
    links, nulls, jumps = core.hmm_posteriors(rows, null_row, weights, null)
    wanted = oracle.hmm(
        rows.tolist(), null_row.tolist(), {d - REACH: float(w) for d, w in enumerate(weights)}, null
    )
    np.testing.assert_allclose(links, wanted[0], atol=2e-5)
    np.testing.assert_allclose(nulls, wanted[1], atol=2e-5)
    dense = [wanted[2].get(d - REACH, 0.0) for d in range(2 * REACH + 1)]
    np.testing.assert_allclose(jumps, dense, atol=2e-3)  # improbable jumps are not counted


@pytest.mark.parametrize("seed", range(4))
def test_model1_is_its_definition(seed: int) -> None:
    rng = np.random.default_rng(seed)
    pairs = [
        (rng.integers(0, 4, rng.integers(1, 5)), rng.integers(0, 4, rng.integers(1, 5))) for _ in range(6)
    ]
    settings = AlignSettings(model="model1", model1_passes=3, alpha=0.01, null_alpha=0.2).for_core()
    text = (*columns([e.tolist() for e, _ in pairs]), *columns([f.tolist() for _, f in pairs]))
    aligner = core.Aligner(text, settings)
    while aligner.passes_done < aligner.passes:
        aligner.run_pass()
    source, target, counts = aligner.pair_counts()
    wanted = oracle.model1_counts([(e.tolist(), f.tolist()) for e, f in pairs], 3, 0.01, 0.2)
    got = dict(zip(zip(source.tolist(), target.tolist(), strict=True), counts.tolist(), strict=True))
    assert got == pytest.approx({k: v for k, v in wanted.items() if v > 0}, abs=1e-5)


@pytest.mark.parametrize("seed", range(6))
def test_kin_share_what_they_know(seed: int) -> None:
    """Words of four stems and one word without kin on each side; Model 1 against the definition."""
    rng = np.random.default_rng(seed)
    words = ["da", *(stem + end for stem in ("lauf", "geht", "brin", "brau") for end in ("", "en", "t"))]
    texts = [[" ".join(rng.choice(words, rng.integers(1, 5))) for _ in range(8)] for _ in range(2)]
    vocabularies = Vocabulary(), Vocabulary()
    sides = [encode(text, known) for text, known in zip(texts, vocabularies, strict=True)]
    settings = AlignSettings(model="model1", model1_passes=3, alpha=0.01, null_alpha=0.2, twin=0.0, kin=0.7)
    aligner = core.Aligner((*sides[0], *sides[1]), settings.for_core(), 1, *vocabularies)
    while aligner.passes_done < aligner.passes:
        aligner.run_pass()
    source, target, counts = aligner.pair_counts()
    rows = [[ids[a:b].tolist() for a, b in itertools.pairwise(offsets)] for ids, offsets in sides]
    stems = [[known.word(n)[:4] for n in range(len(known))] for known in vocabularies]
    pairs = list(zip(*rows, strict=True))
    wanted = oracle.model1_counts(pairs, 3, 0.01, 0.2, kin=0.7, stems=(stems[0], stems[1]))
    got = dict(zip(zip(source.tolist(), target.tolist(), strict=True), counts.tolist(), strict=True))
    assert got == pytest.approx({k: v for k, v in wanted.items() if v > 0}, abs=1e-5)


def test_digamma() -> None:
    """Against a difference of log gamma."""
    for x in (0.01, 0.5, 1.0, 3.7, 50.0):
        h = 1e-5 * x
        assert core.digamma(x) == pytest.approx((math.lgamma(x + h) - math.lgamma(x - h)) / (2 * h), rel=1e-6)


@pytest.mark.parametrize(
    "settings", [AlignSettings(), AlignSettings(model="model1"), AlignSettings(variational=True)]
)
def test_a_dictionary_is_learned(settings: AlignSettings) -> None:
    source, target = corpus(400, 3, words=30, longest=8)
    links = align_texts(source, target, settings)
    gold = []
    for left, right in zip(source, target, strict=True):
        there = right.split()
        gold.append(
            [(i, j) for i, w in enumerate(left.split()) for j, v in enumerate(there) if v[1:] == w[1:]]
        )
    assert evaluate(links, Links.from_pairs(gold)).precision > 0.95


def test_threads_do_not_matter() -> None:
    source, target = corpus(1500, 5, words=40, longest=12)
    settings = AlignSettings(posteriors=True)
    results = [align_texts(source, target, settings, threads=n) for n in (1, 2, 8)]
    for other in results[1:]:
        np.testing.assert_array_equal(results[0].source, other.source)
        np.testing.assert_array_equal(results[0].target, other.target)
        np.testing.assert_array_equal(results[0].probability, other.probability)


def test_posteriors_are_probabilities_and_a_threshold_chooses() -> None:
    source, target = corpus(300, 7)
    links = align_texts(source, target, AlignSettings(symmetrise="posterior", threshold=0.4, posteriors=True))
    assert len(links.probability) == len(links.source) > 0
    assert links.probability.min() > 0.4
    assert links.probability.max() <= 1.001
    fewer = align_texts(source, target, AlignSettings(symmetrise="posterior", threshold=0.9))
    assert len(fewer.source) < len(links.source)


def test_odd_sentences() -> None:
    source = ["a b", "", "a", "x " * 400, "b", ""]
    target = ["c d", "c", "", "c", "d", ""]
    links = align_texts(source, target)
    assert len(links) == 6
    assert [len(row) for row in links][1:4] == [0, 0, 0]
    assert len(align_texts([], [])) == 0
    assert list(align_texts([""], [""])) == [[]]
    assert list(align_texts(["a"], ["a"])) == [[(0, 0)]]


def test_new_sentences_without_the_old_ones(tmp_path: Path) -> None:
    """What was learned tells how new sentences go together; on their own they are a riddle."""
    source, target = corpus(900, 11, words=60, longest=9)
    AlignmentModel.train(source, target)[0].save(tmp_path / "aligner.bin")
    riddle = ["s5 s9 s3 s7"], ["t9 t5 t3 t7"]
    trained, links = AlignmentModel.load(tmp_path / "aligner.bin").align_new(*riddle)
    assert (0, 1) in links[0]
    assert (0, 1) not in align_texts(*riddle)[0]
    assert set(links[0]) <= {(0, 1), (1, 0), (2, 2), (3, 3)}
    _, new = trained.align_new(["s1 neu s2"], ["t1 new t2"])
    assert new[0] == [(0, 0), (1, 1), (2, 2)]
    trained.save(tmp_path / "again.bin")
    _, same = AlignmentModel.load(tmp_path / "again.bin").align_new(["s1 neu s2"], ["t1 new t2"])
    assert same[0] == new[0]


def test_a_damaged_aligner_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "aligner.bin"
    AlignmentModel.train(["a b"], ["c d"])[0].save(path)
    raw = bytearray(path.read_bytes())
    for cut in (0, 50, len(raw) // 2):
        path.write_bytes(raw[:cut])
        with pytest.raises(InputError):
            AlignmentModel.load(path)
    raw[200] ^= 1
    path.write_bytes(raw)
    with pytest.raises(InputError):
        AlignmentModel.load(path)


def test_spelling_helps() -> None:
    """Names seen once, and a comma that stands beside every subordinate clause."""
    source = ["paris london rom wien berlin", "ich , die kam", "sie , der ging"]
    target = ["berlin wien rom london paris", "i who came", "she who went"]
    links = align_texts(source, target)
    assert links[0] == [(0, 4), (1, 3), (2, 2), (3, 1), (4, 0)]
    assert all(i != 1 for sentence in (1, 2) for i, _ in links[sentence])


def test_bad_arrays_are_refused() -> None:
    ids, offsets = columns([[3, 4], [5]])
    with pytest.raises(InputError, match="source has 2 sentences, the target 1"):
        align(ids, offsets, *columns([[1]]))
    with pytest.raises(ValueError, match="offsets"):
        align(ids, offsets + 1, ids, offsets)
    with pytest.raises(ValueError, match="source word ids"):
        align(ids + np.uint32(1 << 31), offsets, ids, offsets)
    with pytest.raises(InputError, match="the source has 1 line, the target"):
        align_texts(["a"], [])
    with pytest.raises(ConfigError, match=r"align\.null"):
        align(ids, offsets, ids, offsets, AlignSettings(null=1.5))


def test_the_command(tmp_path: Path) -> None:
    source, target = corpus(60, 2)
    for name, lines in (("s", source), ("t", target)):
        (tmp_path / name).write_text("\n".join(lines) + "\n")
    arguments = ["align", "--source", str(tmp_path / "s"), "--target", str(tmp_path / "t"), "--quiet"]
    out = tmp_path / "links"
    result = CliRunner().invoke(app, [*arguments, "--out", str(out)])
    assert result.exit_code == 0, result.output
    assert list(read_links(out)) == list(align_texts(source, target))
    result = CliRunner().invoke(app, [*arguments, "--gold", str(out), "--json"])
    assert '"error_rate": 0.0' in result.output
    (tmp_path / "t").write_text("one line\n")
    result = CliRunner().invoke(app, arguments)
    assert "has 1 line, but" in str(result.exception)


@pytest.mark.slow
def test_error_rate_on_real_text(data: Path) -> None:
    """Hansards gold links, aligned with a part of Europarl; eflomal 2.0.0 has 0.0888 on this part."""
    gold = read_links(data / "align-en-fr" / "test.align")
    texts = []
    for side in ("en", "fr"):
        lines = read_lines(data / "align-en-fr" / f"test.{side}")
        lines += read_lines(data / "europarl-fr-en" / f"train.{side}.gz")[:8000]
        texts.append([line.lower() for line in lines])
    assert evaluate(align_texts(*texts), gold).error_rate < 0.0888


@pytest.mark.parametrize("seed", range(12))
def test_further_links_are_their_definition(seed: int) -> None:
    """Few types and short sentences, so that words repeat, partners lie equally near and many are free."""
    rng = np.random.default_rng(seed)
    pairs = []
    for _ in range(20):
        source, target = (rng.integers(3, 7, rng.integers(1, 8)).tolist() for _ in range(2))
        pairs.append((source, target))
    sides = (*columns([e for e, _ in pairs]), *columns([f for _, f in pairs]))
    base = [set(row) for row in align(*sides, AlignSettings(model="hmm", symmetrise="grow-diag"))]
    numbers = {"further_prior": 2.0, "further_threshold": 0.3, "further_rate": 0.04}
    settings = AlignSettings(model="fertility", symmetrise="grow-diag", fertility_passes=3, **numbers)  # type: ignore[arg-type]
    wanted = further_links(pairs, base, Numbers(3, *numbers.values()))
    assert [set(row) for row in align(*sides, settings)] == wanted
    assert wanted != base


def test_a_word_that_answers_to_several() -> None:
    """`am` is "at the", `das` is "the"; fertility finds the second word, on any number of threads."""
    rng = np.random.default_rng(1)
    source, target = [], []
    for _ in range(600):
        a, b = rng.integers(0, 30, 2)
        first, answer = [("am", "at the"), ("das", "the"), ("bei", "at")][rng.integers(3)]
        source.append(f"{first} s{a} s{b}")
        target.append(f"{answer} t{a} t{b}")
    plain, fertile = (align_texts(source, target, AlignSettings(model=m)) for m in ("hmm", "fertility"))  # type: ignore[arg-type]
    several = [s for s, line in enumerate(source) if line.startswith("am")]
    both = [(0, 0), (0, 1), (1, 2), (2, 3)]
    assert sum(fertile[s] == both for s in several) > 0.9 * len(several)
    assert sum(plain[s] == both for s in several) < 0.5 * len(several)
    settings = AlignSettings(model="fertility", posteriors=True)
    one, many = (align_texts(source, target, settings, threads=n) for n in (1, 8))
    np.testing.assert_array_equal(one.source, many.source)
    np.testing.assert_array_equal(one.target, many.target)
    np.testing.assert_array_equal(one.probability, many.probability)
    assert len(one.probability) == len(one.source)
    with pytest.raises(ConfigError, match="fertility_passes"):
        align_texts(source, target, AlignSettings(model="fertility", fertility_passes=0))


def test_an_intersection_stays_one() -> None:
    text = generate(300, seed=1)
    ways = [AlignSettings(model=m, symmetrise="intersection") for m in ("hmm", "fertility")]  # type: ignore[arg-type]
    one, other = (align_texts(text.sources, text.references[0], way) for way in ways)
    assert list(one) == list(other)


def test_fertility_on_the_embedded_language() -> None:
    text = generate(1500, seed=1)
    gold = Links.from_pairs([[tuple(map(int, x.split("-"))) for x in row.split()] for row in text.links])  # type: ignore[misc]
    plain, fertile = (
        evaluate(align_texts(text.sources, text.references[0], AlignSettings(model=m)), gold)  # type: ignore[arg-type]
        for m in ("hmm", "fertility")
    )
    assert fertile.f1 > plain.f1 + 0.01
    assert fertile.recall > plain.recall + 0.04
    text = generate(5000, seed=1)
    gold = Links.from_pairs([[tuple(map(int, x.split("-"))) for x in row.split()] for row in text.links])  # type: ignore[misc]
    sides = ([line.lower() for line in side] for side in (text.sources, text.references[0]))
    assert evaluate(align_texts(*sides), gold).f1 > 0.95
