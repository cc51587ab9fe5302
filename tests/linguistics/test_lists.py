"""Tags and trees of lists: what a list shares changes nothing, nor do threads."""

from __future__ import annotations

import random

import numpy as np
import pytest

from manyways.candidates import CandidateLists
from manyways.linguistics import Parser, Tagger, Trees
from tests.support.lists import lists_of
from tests.support.syntax import small_parser, small_tagger, toy_bank


def tangled(seed: int, lists: int = 40) -> CandidateLists:
    """Lists whose candidates begin alike, repeat, end early, or are empty."""
    draw = random.Random(seed)
    texts = [each.split() for each in toy_bank("test", 60).words]
    made = []
    for _ in range(lists):
        base = draw.choice(texts)
        rows = [base, []]
        for _ in range(draw.randrange(12)):
            kept = draw.choice(rows)[: draw.randrange(12)]
            rows.append([*kept, *draw.choice(texts)[draw.randrange(6) : draw.randrange(3, 12)]])
        draw.shuffle(rows)
        made.append([(" ".join(row), 0.0) for row in rows])
    return lists_of(*made)


def columns(trees: Trees) -> list[np.ndarray]:
    return [trees.tags.ids, trees.offsets, trees.labels, trees.begins, trees.ends, trees.parents, trees.heads]


@pytest.mark.parametrize("seed", range(3))
def test_tags_of_a_list_are_those_of_each_candidate_alone(seed: int) -> None:
    lists = tangled(seed)
    tagger = Tagger.open(small_tagger())
    found = tagger.tag_lists(lists, threads=2)
    alone = [tagger.tag_texts([text], threads=1).of(0) for text in lists.texts]
    assert [found.of(row) for row in range(len(found))] == alone


@pytest.mark.parametrize("seed", range(3))
def test_trees_of_a_list_are_those_of_each_candidate_alone(seed: int) -> None:
    lists = tangled(seed)
    parser = Parser.open(small_parser())
    found = parser.parse_lists(lists, threads=2)
    alone = [parser.parse_texts([text], threads=1) for text in lists.texts]
    assert [found.text(row) for row in range(len(found))] == [each.text(0) for each in alone]
    assert found.scores is not None
    assert found.scores.tolist() == [each.scores[0] for each in alone if each.scores is not None]


def test_threads_change_nothing() -> None:
    lists = tangled(7, lists=70)
    parser = Parser.open(small_parser())
    one, several = (columns(parser.parse_lists(lists, threads=threads)) for threads in (1, 3))
    assert all(np.array_equal(a, b) for a, b in zip(one, several, strict=True))


def test_columns_describe_trees() -> None:
    trees = Parser.open(small_parser()).parse_texts(toy_bank("test", 60).words)
    for row in range(len(trees)):
        first, end = trees.offsets[row : row + 2]
        size = int(trees.tags.offsets[row + 1] - trees.tags.offsets[row])
        for node in range(first, end):
            begin, stop, head = trees.begins[node], trees.ends[node], trees.heads[node]
            assert begin <= head < stop <= size
            parent = int(trees.parents[node])
            assert (parent == -1) == (node == first)
            if parent >= 0:
                above = first + parent
                assert above < node
                assert trees.begins[above] <= begin
                assert stop <= trees.ends[above]
        assert trees.heads[first] in range(size)


def test_children_spell_the_productions() -> None:
    trees = toy_bank("train", 300).trees
    text = trees.text(0)
    children = [trees.symbol(each) for each in trees.children[0].tolist()]
    assert text.startswith(f"(ROOT ({trees.names[trees.labels[0]]} ({children[0]} ")
    assert sum(len(trees.children[node]) for node in range(len(trees.labels))) == len(
        trees.labels
    ) - np.count_nonzero(trees.parents < 0) + np.count_nonzero(trees.word_parents >= 0)


def test_a_parser_learns_the_embedded_language() -> None:
    gold = toy_bank("test", 60)
    found = Parser.open(small_parser()).parse_texts(gold.words)
    same = sum(found.text(row) == gold.trees.text(row) for row in range(len(gold)))
    assert same > len(gold) // 3


def test_tags_may_be_given() -> None:
    parser = Parser.open(small_parser())
    gold = toy_bank("test", 60)
    tokens = gold.trees.tokens
    lists = np.arange(len(gold) + 1, dtype=np.int64)
    numbers = {name: number for number, name in enumerate(parser.tagger.names)}
    tags = np.array([numbers[tag] for text in gold.tags for tag in text.split()], dtype=np.uint16)
    found = parser.parse_tokens(tokens, lists, tags=tags)
    assert np.array_equal(found.tags.ids, tags)
