"""The core of the rich features against slow twins, and cases worked out by hand."""

from __future__ import annotations

import math
import random
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from manyways._core import rich
from manyways.errors import InputError
from manyways.text.column import TextColumn
from manyways.text.vocabulary import Vocabulary, encode
from tests.oracles.rich import Trees, match_counts, model1_row, train_model1

WORDS = ["a", "b", "c", "d"]


def texts(draw: random.Random, count: int, most: int = 7) -> list[str]:
    return [" ".join(draw.choices(WORDS, k=draw.randint(0, most))) for _ in range(count)]


def column(given: list[str]) -> tuple[np.ndarray, np.ndarray]:
    made = TextColumn.from_texts(given)
    return made.data, made.offsets


def trained_model1(path: Path, pairs: list[tuple[str, str]], *, passes: int, threads: int = 1) -> rich.Model1:
    words = Vocabulary(), Vocabulary()
    sides = [encode([pair[side] for pair in pairs], words[side]) for side in (0, 1)]
    settings = rich.Model1Settings()
    settings.passes, settings.least = passes, 1e-6
    rich.train_model1(*sides, *words, settings, str(path), threads)
    return rich.Model1(str(path))


@pytest.mark.parametrize("seed", range(5))
def test_model1_equals_its_twin(tmp_path: Path, seed: int) -> None:
    draw = random.Random(seed)
    pairs = list(zip(texts(draw, 30), texts(draw, 30), strict=True))
    model = trained_model1(tmp_path / "t", pairs, passes=3)
    slow = train_model1(pairs, 3)
    for (f, e), value in slow.items():
        assert model.probability(f, e) == pytest.approx(max(value, 1e-7), abs=1e-6)
    kept = {pair: value for pair, value in slow.items() if value >= 1e-5}
    lists, sources = texts(draw, 12), ["a b z", "", "c c d a"]
    rows = model.score(column(lists), np.array([0, 5, 5, 12]), column(sources), 0.3, 2)
    for number, text in enumerate(lists):
        source = sources[0] if number < 5 else sources[2]
        assert rows[number] == pytest.approx(model1_row(kept, source, text, 0.3), abs=1e-3)


def test_model1_does_not_depend_on_threads(tmp_path: Path) -> None:
    draw = random.Random(7)
    pairs = list(zip(texts(draw, 2000), texts(draw, 2000), strict=True))
    for threads in (1, 3):
        trained_model1(tmp_path / str(threads), pairs, passes=2, threads=threads)
    assert (tmp_path / "1").read_bytes() == (tmp_path / "3").read_bytes()


def test_model1_by_hand(tmp_path: Path) -> None:
    """One pair of one word each, one pass: half of the word is NULL's, and each has it for certain."""
    model = trained_model1(tmp_path / "t", [("x", "y")], passes=1)
    assert model.probability("x", "y") == pytest.approx(1)
    assert model.probability("x", "") == pytest.approx(1)
    assert model.probability("x", "z") == pytest.approx(1e-7)
    (row,) = model.score(column(["y"]), np.array([0, 1]), column(["x x"]), 0.5, 1)
    assert row == pytest.approx([0.0, 2 * math.log(1 / 2), 0.0])


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("least", [1, 2, 3])
def test_matches_equal_their_twin(tmp_path: Path, seed: int, least: int) -> None:
    draw = random.Random(seed)
    train, asked = texts(draw, 40), texts(draw, 40)
    counter = rich.NgramCounter(3)
    counter.add(column(train))
    counter.write(str(tmp_path / "set"), least)
    counts: dict[tuple[str, ...], int] = {}
    for text in train:
        words = text.split()
        for i in range(len(words) - 2):
            ngram = tuple(words[i : i + 3])
            counts[ngram] = counts.get(ngram, 0) + 1
    known = {ngram for ngram, count in counts.items() if count >= least}
    found = rich.NgramSet(str(tmp_path / "set"))
    assert (len(found), found.order) == (len(known), 3)
    rows = found.match(column(asked), 2)
    assert rows.tolist() == [list(match_counts(known, text, 3)) for text in asked]


def test_counted_ngrams_are_taken_by_length_and_count(tmp_path: Path) -> None:
    counter = rich.NgramCounter(2)
    taken = counter.add_counted(column(["a b", "b c", "a b c"]), np.array([5, 1, 9], dtype=np.uint64), 2)
    assert taken == 2
    assert counter.write(str(tmp_path / "set"), 1) == 1
    assert rich.NgramSet(str(tmp_path / "set")).match(column(["a b c"])).tolist() == [[1, 1]]


def test_a_table_of_another_kind_is_named(tmp_path: Path) -> None:
    counter = rich.NgramCounter(2)
    counter.add(column(["a b"]))
    counter.write(str(tmp_path / "set"), 1)
    with pytest.raises(InputError, match="inverse-model1"):
        rich.Model1(str(tmp_path / "set"))


def test_a_flipped_bit_is_found(tmp_path: Path) -> None:
    counter = rich.NgramCounter(2)
    counter.add(column(["a b c d"]))
    path = tmp_path / "set"
    counter.write(str(path), 1)
    raw = bytearray(path.read_bytes())
    raw[130] ^= 1  # a key
    path.write_bytes(raw)
    with pytest.raises(InputError):
        rich.NgramSet(str(path)).verify()
    with pytest.raises(InputError):
        rich.NgramSet(str(path)).match(column(["a b c d"]))


def drawn_tree(draw: random.Random, depth: int = 3) -> str:
    if depth == 0 or draw.random() < 0.25:
        return f"({draw.choice(['DT', 'NN', 'CD', '-LRB-'])} {draw.choice([*WORDS, '3', '1,000.5'])})"
    label = draw.choice(["S", "NP", "VP", "NP-SBJ", "VP=2"])
    return f"({label} {' '.join(drawn_tree(draw, depth - 1) for _ in range(draw.randint(1, 3)))})"


@pytest.mark.parametrize("seed", range(6))
def test_treelets_equal_their_twin(tmp_path: Path, seed: int) -> None:
    draw = random.Random(seed)
    train = [drawn_tree(draw) for _ in range(12)]
    asked = [*train[:3], *(drawn_tree(draw) for _ in range(8)), "", "(S (NN unseen) (X (Y zzz)))"]
    trainer = rich.TreeletTrainer()
    assert trainer.add(column(train)) == -1
    trainer.write(str(tmp_path / "trees"))
    slow = Trees(train)
    found = rich.Treelets(str(tmp_path / "trees")).score(column(asked), 2)
    assert found == pytest.approx([slow.score(text) for text in asked], abs=1e-4)


def test_treelets_do_not_depend_on_the_order_of_trees(tmp_path: Path) -> None:
    draw = random.Random(3)
    train = [drawn_tree(draw) for _ in range(20)]
    asked = [drawn_tree(draw) for _ in range(20)]
    scores = []
    for given in (train, train[::-1]):
        trainer = rich.TreeletTrainer()
        trainer.add(column(given))
        trainer.write(str(tmp_path / "trees"))
        scores.append(rich.Treelets(str(tmp_path / "trees")).score(column(asked), 1))
    assert scores[0] == pytest.approx(scores[1], abs=1e-5)


def columns_of(trees: list[str]) -> tuple[Any, list[str], list[str], Vocabulary]:
    """Bracketed trees as a parser's columns."""
    labels, tags, words = ["S", "NP", "VP", "NP-SBJ", "VP=2"], ["DT", "NN", "CD", "-LRB-"], Vocabulary()
    numbers, begins, ends, offsets = [], [], [], [0]
    word_tags, ids, word_offsets = [], [], [0]
    for tree in trees:
        open_ones: list[int] = []
        first = len(ids)
        for token in re.findall(r"\([^\s()]+|[^\s()]+|\)", tree):
            if token == ")":
                place = open_ones.pop()
                if place >= 0:
                    ends[place] = len(ids) - first
            elif token.startswith("(") and token[1:] in tags:
                word_tags.append(tags.index(token[1:]))
                open_ones.append(-1)
            elif token.startswith("("):
                open_ones.append(len(numbers))
                numbers.append(labels.index(token[1:]))
                begins.append(len(ids) - first)
                ends.append(0)
            else:
                ids.append(words.add(token))
        offsets.append(len(numbers))
        word_offsets.append(len(ids))
    arrays = (
        np.array(offsets, dtype=np.int64),
        np.array(numbers, dtype=np.uint16),
        np.array(begins, dtype=np.uint32),
        np.array(ends, dtype=np.uint32),
        np.array(word_offsets, dtype=np.int64),
        np.array(word_tags, dtype=np.uint16),
        np.array(ids, dtype=np.uint32),
    )
    return arrays, labels, tags, words


@pytest.mark.parametrize("seed", range(4))
def test_trees_in_columns_are_the_trees_in_brackets(tmp_path: Path, seed: int) -> None:
    draw = random.Random(seed)
    train = [drawn_tree(draw) for _ in range(30)]
    asked = [*(drawn_tree(draw) for _ in range(30)), ""]
    scores = []
    for name in ("brackets", "columns"):
        trainer = rich.TreeletTrainer()
        if name == "brackets":
            trainer.add(column(train))
        else:
            trainer.add_parsed(*columns_of(train))
        trainer.write(str(tmp_path / name))
        model = rich.Treelets(str(tmp_path / name))
        scores += [model.score(column(asked), 1), model.score_parsed(*columns_of(asked), 2)]
    for each in scores[1:]:
        np.testing.assert_array_equal(each, scores[0])


@pytest.mark.parametrize(
    "bad", ["(S", "S)", "(S (NN a)) (S (NN b))", "(S a (NN b))", "(S)", "a", "(NN a b)", "(S () )"]
)
def test_what_is_no_tree_is_told(tmp_path: Path, bad: str) -> None:
    trainer = rich.TreeletTrainer()
    assert trainer.add(column(["(S (NN a))", bad])) == 1
    trainer.write(str(tmp_path / "trees"))
    with pytest.raises(InputError, match="not a tree"):
        rich.Treelets(str(tmp_path / "trees")).score(column([bad]), 1)


def test_a_bracket_without_a_label_around_a_tree_is_left_out(tmp_path: Path) -> None:
    trainer = rich.TreeletTrainer()
    trainer.add(column(["(S (NN a))"]))
    trainer.write(str(tmp_path / "trees"))
    same = ["(S (NN a))", "( (S (NN a)) )", "(ROOT (S (NN a)))", "(TOP (S (NN a)))"]
    scores = rich.Treelets(str(tmp_path / "trees")).score(column(same), 1)
    assert len(set(scores.tolist())) == 1
