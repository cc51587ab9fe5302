"""Fusion by spans against every text that detours can make."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from manyways._core import combine as core
from tests.oracles import combine as slow
from tests.support.combining import lists_of, random_text, texts_of


def value(text: tuple[int, ...], seed: int) -> float:
    """A scorer without any order in it, full of ties."""
    return float(random.Random(f"{seed} {text}").randrange(20))


def fuse(texts: list[tuple[int, ...]], base: int, seed: int, beam: int) -> tuple[core.Combined, int]:
    values = np.array([value(text, seed) for text in texts])
    fusion = core.Fusion(lists_of(texts), np.array([base]), values, beam)
    asked = 0
    while True:
        words, offsets, _ = (each.tolist() for each in fusion.propose())
        made = [tuple(words[a:b]) for a, b in itertools.pairwise(offsets)]
        if not made:
            return fusion.list(10_000), asked
        asked += len(made)
        fusion.accept(np.array([value(text, seed) for text in made]))


@pytest.mark.parametrize("seed", range(100))
def test_a_wide_beam_scores_every_text_there_is(seed: int) -> None:
    chance = random.Random(seed)
    texts = [random_text(chance, 5) for _ in range(chance.randint(1, 4))]
    base = chance.randrange(len(texts))
    others = [text for s, text in enumerate(texts) if s != base]
    every = slow.fused(texts[base], others) | set(texts)
    found, asked = fuse(texts, base, seed, 100_000)
    scores = found.take_scores().tolist()
    assert dict(zip(texts_of(found), scores, strict=True)) == {text: value(text, seed) for text in every}
    assert scores == sorted(scores, reverse=True)
    assert asked == len(every) - len(set(texts))


@pytest.mark.parametrize("seed", range(40))
def test_a_narrow_beam_is_never_worse_than_the_candidates(seed: int) -> None:
    chance = random.Random(seed)
    texts = [random_text(chance, 6) for _ in range(4)]
    found, asked = fuse(texts, 0, seed, 1)
    assert found.take_scores()[0] >= max(value(text, seed) for text in texts)
    assert asked <= sum(len(slow.detours(texts[0], other)) for other in texts[1:])


def test_whose_words_they_are_is_told() -> None:
    texts = [(3, 4, 5, 6), (3, 7, 5, 6), (3, 7, 5, 8)]
    wanted = {(3, 7, 5, 6): 3.0, (3, 4, 5, 6): 2.0}
    fusion = core.Fusion(lists_of(texts), np.array([0]), np.array([2.0, 0.0, 0.0]), 4)
    while len((proposal := fusion.propose())[1]) > 1:
        words, offsets = proposal[0].tolist(), proposal[1].tolist()
        made = [tuple(words[a:b]) for a, b in itertools.pairwise(offsets)]
        fusion.accept(np.array([wanted.get(text, 0.0) for text in made]))
    found = fusion.list(1)
    # The candidate of that text was there before.
    assert texts_of(found) == [(3, 4, 5, 6)]
    assert found.take_agreed().tolist() == [0b111, 0b001, 0b111, 0b011]


def test_values_must_be_as_many_as_texts() -> None:
    fusion = core.Fusion(lists_of([(3, 4), (3, 5)]), np.array([0]), np.array([1.0, 0.0]), 4)
    fusion.propose()
    with pytest.raises(ValueError, match="a value is needed"):
        fusion.accept(np.ones(7))
