"""Phrases from links: the fast way equals the slow, obvious way, and Moses's outputs."""

from __future__ import annotations

import gzip
import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manyways.errors import ConfigError, InputError
from manyways.phrases import (
    PhraseSettings,
    PhraseTable,
    export_moses,
    export_word_translations,
    extract,
    import_moses,
    train,
)
from manyways.text.linked import LinkedText
from tests.oracles import phrases as oracle
from tests.support.linked import linked_text, parsed, random_corpus, sentences

TURNS = ("mono", "swap", "other")


corpora = st.lists(sentences(), min_size=1, max_size=6)
kinds = st.sampled_from(["word", "phrase", "hierarchical"])


@settings(max_examples=60)
@given(corpora, st.integers(1, 6), kinds, st.booleans())
def test_extraction_equals_the_definition(
    corpus: list[oracle.Sentence], longest: int, kind: str, sides: bool
) -> None:
    text, _, _ = linked_text(corpus)
    settings = PhraseSettings(longest=longest, reordering=kind, sides=sides, kneser_ney=False)  # type: ignore[arg-type]
    rows = [tuple(row) for row in extract(text, settings=settings).tolist()]
    expected = {
        (
            number,
            pair.source_begin,
            pair.source_end - pair.source_begin + 1,
            pair.target_begin,
            pair.target_end - pair.target_begin + 1,
            oracle.turn(pair, sentence, longest, kind, sides, after=False),
            oracle.turn(pair, sentence, longest, kind, sides, after=True),
        )
        for number, sentence in enumerate(corpus)
        for pair in oracle.consistent_pairs(sentence, longest)
    }
    assert len(rows) == len(set(rows))
    assert set(rows) == expected


@settings(max_examples=60)
@given(corpora, st.integers(1, 4), kinds, st.booleans(), st.sampled_from([1, 3]))
def test_training_equals_the_definition(
    tmp_path_factory: pytest.TempPathFactory,
    corpus: list[oracle.Sentence],
    longest: int,
    kind: str,
    sides: bool,
    threads: int,
) -> None:
    text, source, target = linked_text(corpus)
    path = tmp_path_factory.mktemp("train") / "phrases.bin"
    settings = PhraseSettings(longest=longest, reordering=kind, sides=sides, kneser_ney=False)  # type: ignore[arg-type]
    summary = train(text, (source, target), path, settings=settings, threads=threads)
    expected = oracle.table(corpus, longest, kind, sides)
    table = PhraseTable(path)
    assert len(table) == summary.pairs == len(expected)
    found = {(f, o.target): o for f in {f for f, _ in expected} for o in table.find(f)}
    assert found.keys() == expected.keys()
    for key, option in found.items():
        wanted = expected[key]
        assert np.exp(option.scores) == pytest.approx(wanted.scores, rel=1e-5)
        assert frozenset(option.links) == wanted.links
        assert tuple(option.counts) == wanted.counts
        assert np.exp(option.reordering) == pytest.approx(wanted.reordering, rel=1e-5)


def test_the_same_file_for_any_threads_and_any_memory(tmp_path: Path) -> None:
    text, source, target = linked_text(random_corpus(1, 5000))
    contents = set()
    for threads, memory in ((1, 1024), (2, 1024), (3, 1)):
        path = tmp_path / f"{threads}.{memory}"
        summary = train(text, (source, target), path, settings=PhraseSettings(memory=memory), threads=threads)
        assert summary.occurrences * 32 > 1 << 20  # more than fits the small limit
        contents.add(path.read_bytes())
    assert len(contents) == 1
    assert len(list(tmp_path.iterdir())) == 3  # no temporary file is left


def test_pruning(tmp_path: Path) -> None:
    text, source, target = linked_text(random_corpus(2, 300))
    train(text, (source, target), tmp_path / "all")
    train(text, (source, target), tmp_path / "twice", settings=PhraseSettings(least_count=2))
    train(text, (source, target), tmp_path / "best", settings=PhraseSettings(table_limit=3))
    everything, twice, best = (PhraseTable(tmp_path / name) for name in ("all", "twice", "best"))
    for word in (f"s{i}" for i in range(30)):
        options = everything.find(word)
        assert twice.find(word) == [o for o in options if o.counts[2] >= 2]
        assert best.find(word) == options[:3]


def test_kneser_ney_equals_its_formula(tmp_path: Path) -> None:
    text, source, target = linked_text(random_corpus(3, 100))
    settings = PhraseSettings(reordering="none", longest=2)
    train(text, (source, target), tmp_path / "smooth", settings=settings)
    pairs = oracle.table(random_corpus(3, 100), 2)
    counts = Counter(min(pair.counts[2], 5) for pair in pairs.values())
    y = counts[1] / (counts[1] + 2 * counts[2])
    discounts = [0.0] + [k - (k + 1) * y * counts[k + 1] / counts[k] for k in (1, 2, 3)]
    targets_of = Counter(f for f, _ in pairs)
    sources_of = Counter(e for _, e in pairs)
    smooth = PhraseTable(tmp_path / "smooth")
    for (f, e), pair in pairs.items():
        (option,) = [o for o in smooth.find(f) if o.target == e]
        of_target, of_source, joint = pair.counts
        taken = min(discounts[min(joint, 3)], joint - 0.01)
        count = joint - taken + taken * targets_of[f] * sources_of[e] / len(pairs)
        assert option.reordering == []
        expected = [count / of_target, pair.scores[1], count / of_source, pair.scores[3]]
        assert np.exp(option.scores) == pytest.approx(expected, rel=1e-4)


def test_export_and_import_again(tmp_path: Path) -> None:
    text, source, target = linked_text(random_corpus(4, 200))
    train(text, (source, target), tmp_path / "a")
    first = PhraseTable(tmp_path / "a")
    export_moses(first, tmp_path / "pt.gz", reordering=tmp_path / "rt.gz")
    second = import_moses(tmp_path / "pt.gz", tmp_path / "b", reordering=tmp_path / "rt.gz")
    assert len(first) == len(second)
    lines = gzip.decompress((tmp_path / "pt.gz").read_bytes()).split(b"\n")[:-1]
    assert lines == sorted(lines)
    for word in (f"s{i}" for i in range(30)):
        ours, theirs = (sorted(t.find(word)) for t in (first, second))
        for a, b in zip(ours, theirs, strict=True):
            assert (a.target, a.counts, a.links) == (b.target, b.counts, b.links)
            assert a.scores == pytest.approx(b.scores, abs=1e-5)
            assert a.reordering == pytest.approx(b.reordering, abs=1e-5)


def test_export_needs_a_reordering_model(tmp_path: Path) -> None:
    text, source, target = linked_text(random_corpus(5, 5))
    train(text, (source, target), tmp_path / "a", settings=PhraseSettings(reordering="none"))
    with pytest.raises(InputError, match="no reordering model"):
        export_moses(PhraseTable(tmp_path / "a"), tmp_path / "pt", reordering=tmp_path / "rt")


def test_no_links_give_an_empty_table(tmp_path: Path) -> None:
    text, source, target = linked_text([oracle.Sentence(("a",), ("x",), frozenset())])
    assert train(text, (source, target), tmp_path / "t").pairs == 0
    assert PhraseTable(tmp_path / "t").find("a") == []


def test_a_link_outside_its_sentence(tmp_path: Path) -> None:
    good = oracle.Sentence(("a",), ("x",), frozenset({(0, 0)}))
    bad = oracle.Sentence(("a",), ("x",), frozenset({(0, 1)}))
    text, source, target = linked_text([good, bad])
    with pytest.raises(InputError, match="line 2: the link 0-1 does not fit a pair of 1 and 1 words"):
        train(text, (source, target), tmp_path / "t")
    assert not list(tmp_path.iterdir())


def test_unequal_numbers_of_sentences() -> None:
    zero = np.zeros(1, dtype=np.int64)
    two = np.zeros(3, dtype=np.int64)
    words = np.zeros(0, dtype=np.uint32)
    with pytest.raises(InputError, match="2 source sentences, 2 target sentences and links for 0"):
        LinkedText(words, two, words, two, np.zeros((0, 2)), zero)
    with pytest.raises(InputError, match="outside every sentence"):
        LinkedText(words, zero, words, zero, np.array([[-1, 0]]), zero)


@pytest.mark.parametrize(
    "setting",
    [
        {"longest": 0},
        {"longest": 256},
        {"reordering": "x"},
        {"reordering_smoothing": 0},
        {"reordering_smoothing": math.nan},
        {"least_count": 0},
        {"table_limit": -1},
        {"memory": 0},
    ],
)
def test_bad_settings(setting: dict[str, object]) -> None:
    with pytest.raises(ConfigError, match=f"phrases.{next(iter(setting))}"):
        PhraseSettings(**setting)  # type: ignore[arg-type]


# Moses 3445289 on 500 pairs of Multi30k with GIZA++ links (see the fixtures' README).


def lines_of(path: Path, count: int | None = None) -> list[str]:
    return gzip.decompress(path.read_bytes()).decode().split("\n")[:-1][:count]


@pytest.fixture(scope="module")
def moses500(peers: Path) -> list[oracle.Sentence]:
    folder = peers / "align"
    columns = [
        lines_of(folder / name, 500) for name in ("train2000.de.gz", "train2000.en.gz", "giza.gdfa.txt.gz")
    ]
    return parsed(*columns)


def test_moses_extract(moses500: list[oracle.Sentence], peers: Path) -> None:
    text, _, _ = linked_text(moses500)
    pairs, turns = [], []
    for s, a, n, c, m, before, after in extract(text).tolist():
        sentence = moses500[s]
        words = f"{' '.join(sentence.source[a : a + n])} ||| {' '.join(sentence.target[c : c + m])}"
        links = sorted((j - c, i - a) for i, j in sentence.links if a <= i < a + n and c <= j < c + m)
        pairs.append(f"{words} ||| {' '.join(f'{i}-{j}' for j, i in links)}")
        turns.append(f"{words} ||| {TURNS[before]} {TURNS[after]}")
    assert turns == lines_of(peers / "align" / "extract500.o.giza.gz")
    assert pairs == lines_of(peers / "align" / "extract500.giza.gz")


def test_moses_tables(moses500: list[oracle.Sentence], peers: Path, tmp_path: Path) -> None:
    text, source, target = linked_text(moses500)
    train(text, (source, target), tmp_path / "t", settings=PhraseSettings(kneser_ney=False))
    export_moses(PhraseTable(tmp_path / "t"), tmp_path / "pt.gz", reordering=tmp_path / "rt.gz")
    export_word_translations(text, source, target, tmp_path / "f2e.gz", tmp_path / "e2f.gz")
    folder = peers / "align"
    for mine, theirs in (("f2e.gz", "lex.f2e.500.giza.gz"), ("e2f.gz", "lex.e2f.500.giza.gz")):
        assert sorted(lines_of(tmp_path / mine)) == sorted(lines_of(folder / theirs))
    assert lines_of(tmp_path / "rt.gz") == lines_of(folder / "reordering-table.500.giza.gz")
    ours, theirs = lines_of(tmp_path / "pt.gz"), lines_of(folder / "phrase-table.500.giza.gz")
    ours_split, theirs_split = ([line.split(" ||| ") for line in lines] for lines in (ours, theirs))
    assert [a[:2] + a[3:] for a in ours_split] == [b[:2] + b[3:] for b in theirs_split]
    scores = [
        np.array([line[2].split() for line in lines], dtype=float) for lines in (ours_split, theirs_split)
    ]
    np.testing.assert_allclose(*scores, atol=2e-6, rtol=1e-4)
