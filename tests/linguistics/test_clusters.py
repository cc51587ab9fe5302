"""Word classes: the fast ways against the slow ones, files, and what threads do not change."""

from __future__ import annotations

import json
import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from manyways._core import cluster as core
from manyways._core.base import Vocabulary
from manyways.errors import InputError
from manyways.linguistics import Clusters, ClusterSettings, cluster_texts
from manyways.lm.classes import read_classes
from manyways.text.vocabulary import encode
from tests.oracles import cluster as oracle
from tests.support.commands import manyways_command

SENTENCES = st.lists(st.lists(st.sampled_from("abcdefgh"), max_size=9), min_size=1, max_size=12)


def bigrams_of(sentences: list[list[str]], least: int) -> core.Bigrams:
    words = Vocabulary()
    ids, offsets = encode([" ".join(each) for each in sentences], words)
    return core.Bigrams(ids, offsets, words, least)


def company(rng: random.Random, size: int, kinds: int = 3) -> list[list[str]]:
    """Sentences in which words of one kind are followed by words of the next."""
    words = [[f"{kind}{i}" for i in range(size)] for kind in "xyz"[:kinds]]
    return [[rng.choice(words[i % kinds]) for i in range(rng.randint(2, 8))] for _ in range(60 * size)]


@settings(max_examples=150, deadline=None)
@given(sentences=SENTENCES, number=st.integers(1, 8), least=st.integers(1, 2))
def test_merges_are_those_of_the_naive_algorithm(sentences: list[list[str]], number: int, least: int) -> None:
    text = oracle.Text(sentences, least)
    bigrams = bigrams_of(sentences, least)
    assert len(bigrams) == len(text.words)
    if not text.words:
        return
    found = core.Brown(bigrams, number, 1)
    found.run(len(bigrams))
    classes = found.classes()
    pairs, losses = found.tree()
    wanted, merges = oracle.brown(text, number)
    assert classes.tolist() == wanted
    assert [(*pair, loss) for pair, loss in zip(pairs.tolist(), losses.tolist(), strict=True)] == [
        (a, b, loss) for a, b, loss in merges
    ]


@settings(max_examples=150, deadline=None)
@given(sentences=SENTENCES, number=st.integers(1, 5), sweeps=st.integers(1, 3))
def test_words_move_as_in_the_naive_exchange(sentences: list[list[str]], number: int, sweeps: int) -> None:
    text = oracle.Text(sentences, 1)
    if not text.words:
        return
    exchange = core.Exchange(bigrams_of(sentences, 1), number, 1)
    for _ in range(sweeps):
        if not exchange.sweep():
            break
    assert exchange.classes().tolist() == oracle.exchange(text, number, sweeps=sweeps, batch=256)


def test_a_batch_is_moved_word_by_word() -> None:
    # More words than a batch has, so that moves of one batch meet those of another.
    sentences = company(random.Random(3), 100)
    text = oracle.Text(sentences[:400], 1)
    assert len(text.words) > 256
    exchange = core.Exchange(bigrams_of(sentences[:400], 1), 2, 1)
    exchange.sweep()
    assert exchange.classes().tolist() == oracle.exchange(text, 2, sweeps=1, batch=256)


@settings(max_examples=50, deadline=None)
@given(sentences=SENTENCES, number=st.integers(1, 8))
def test_the_mutual_information_is_that_of_its_definition(sentences: list[list[str]], number: int) -> None:
    text = oracle.Text(sentences, 1)
    if not text.pairs:
        return
    bigrams = bigrams_of(sentences, 1)
    found = core.Brown(bigrams, number, 1)
    found.run(len(bigrams))
    classes = found.classes()
    whole = bigrams.mutual_information(classes)
    assert whole == pytest.approx(text.information(classes.tolist()), abs=1e-9)
    one = bigrams.mutual_information(np.zeros(len(bigrams), dtype=np.uint32))
    assert whole - one == pytest.approx(found.tree()[1].sum() / bigrams.total, abs=1e-6)


@pytest.mark.parametrize("method", ["brown", "exchange"])
def test_kinds_of_words_are_found(method: str) -> None:
    sentences = [" ".join(each) for each in company(random.Random(1), 12)]
    found = cluster_texts(sentences, ClusterSettings(classes=3, method=method))  # type: ignore[arg-type]
    by_kind = {word[0]: found.class_of(word) for word in found.words}
    assert sorted(by_kind.values(), key=int) == [0, 1, 2]  # type: ignore[arg-type]
    assert all(found.class_of(word) == by_kind[word[0]] for word in found.words)


@pytest.mark.parametrize("method", ["brown", "exchange"])
def test_threads_change_nothing(method: str) -> None:
    # Enough words beside each other that work is cut into parts.
    rng = random.Random(5)
    sentences = [" ".join(f"w{int(rng.paretovariate(0.4)) % 900}" for _ in range(20)) for _ in range(4000)]
    settings = ClusterSettings(classes=400, method=method, sweeps=2)  # type: ignore[arg-type]
    one, three = (cluster_texts(sentences, settings, threads=threads) for threads in (1, 3))
    assert one.words == three.words
    assert one.classes.tolist() == three.classes.tolist()
    assert one.bits == three.bits


def test_a_tree_has_a_way_to_each_class() -> None:
    sentences = [" ".join(each) for each in company(random.Random(2), 20)]
    found = cluster_texts(sentences, ClusterSettings(classes=13))
    assert len(found.bits) == 13
    assert sum(2.0 ** -len(bits) for bits in found.bits) == 1  # Kraft: a whole tree
    assert all(not b.startswith(a) for a in found.bits for b in found.bits if a != b)


def test_files_are_as_others_write_them(tmp_path: Path) -> None:
    found = Clusters(
        ["the", "cat", "dog"],
        np.array([9, 4, 3], dtype=np.uint64),
        np.array([0, 1, 1], dtype=np.uint32),
        ["0", "1"],
        0.5,
    )
    found.write(tmp_path / "paths")
    assert (tmp_path / "paths").read_text() == "0\tthe\t9\n1\tcat\t4\n1\tdog\t3\n"
    found.write(tmp_path / "classes", "classes")
    assert (tmp_path / "classes").read_text() == "the 0\ncat 1\ndog 1\n"
    assert read_classes(tmp_path / "paths") == {"the": "0", "cat": "1", "dog": "1"}
    assert read_classes(tmp_path / "classes") == {"the": "0", "cat": "1", "dog": "1"}
    assert found.class_of("dog") == 1
    assert found.bits_of("bird") is None


def test_a_file_with_something_else_in_a_line_is_refused(tmp_path: Path) -> None:
    (tmp_path / "paths").write_text("0\tthe\t9\n01\tcat dog\t3\n")
    with pytest.raises(InputError, match="line 2"):
        read_classes(tmp_path / "paths")


def test_no_words_is_an_error() -> None:
    with pytest.raises(InputError, match="occurs 2 times"):
        cluster_texts(["a b c"])


def test_clusters_go_into_a_language_model(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("".join(" ".join(each) + "\n" for each in company(random.Random(4), 9)))
    done = manyways_command("cluster", str(text), "--into", "3", "--out", str(tmp_path / "paths"), "--json")
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["words"], told["classes"]) == (27, 3)
    assert 0 < told["mutual_information"] < 2
    options = ["--order", "2", "--smoothing", "witten-bell", "--classes", str(tmp_path / "paths")]
    done = manyways_command("lm", "estimate", str(text), *options, "--out", str(tmp_path / "lm.arpa"))
    assert done.returncode == 0, done.stderr
    assert "ngram 1=6" in (tmp_path / "lm.arpa").read_text()  # three classes, <unk>, <s> and </s>
