"""Tagger and parser against slow twins, on random tiny text full of ties."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

from manyways._core import syntax as core
from manyways._core.base import Vocabulary
from manyways.text.vocabulary import encode
from tests.oracles import parser as slow_parser
from tests.oracles import tagger as slow_tagger

WORDS = ["a", "A", "bee", "Bees", "c3", "d-e", "été", "x", "running", "東京"]
SETTINGS = {"known": 2, "share": 0.2, "frequent": 4}
EACH = np.arange(100, dtype=np.int64)


def drawn_sentences(draw: Random, tags: int, count: int) -> list[list[tuple[str, int]]]:
    return [
        [(draw.choice(WORDS), draw.randrange(tags)) for _ in range(draw.randrange(1, 7))]
        for _ in range(count)
    ]


def train(
    draw: Random,
    text: list[list[tuple[str, int]]],
    tags: int,
    path: Path,
    codes: dict[str, int],
    guided: bool,
) -> core.Tagger:
    vocabulary = Vocabulary()
    ids, offsets = encode([" ".join(word for word, _ in each) for each in text], vocabulary)
    for word in codes:
        vocabulary.add(word)
    numbers = np.array([tag for each in text for _, tag in each], dtype=np.uint16)
    guides = np.array([draw.randrange(3) for _ in ids], dtype=np.uint16) if guided else None
    known = np.array([codes.get(vocabulary.word(i), 0) for i in range(len(vocabulary))], dtype=np.uint32)
    settings = core.TaggerSettings()
    for name, value in {**SETTINGS, "beam": draw.randrange(1, 5)}.items():
        setattr(settings, name, value)
    names = [f"T{n}" for n in range(tags)]
    training = core.TaggerTraining(ids, offsets, vocabulary, numbers, names, guides, known, settings)
    for _ in range(draw.randrange(1, 3)):
        training.run_pass()
    training.save(str(path))
    return core.Tagger(str(path))


@pytest.mark.parametrize("seed", range(30))
def test_tags_are_those_of_the_slow_tagger(seed: int, tmp_path: Path) -> None:
    draw = Random(seed)
    tags, guided = draw.randrange(1, 5), draw.random() < 0.3
    codes = {word: draw.randrange(2, 2**12) for word in draw.sample([*WORDS, "new"], 4)}
    text = drawn_sentences(draw, tags, 6)
    tagger = train(draw, text, tags, tmp_path / "tagger", codes, guided)
    lexicon = slow_tagger.Lexicon(text, tags, codes, **SETTINGS)  # type: ignore[arg-type]
    for _ in range(8):
        words = [draw.choice([*WORDS, "new", "New"]) for _ in range(draw.randrange(1, 8))]
        guides = [draw.randrange(3) for _ in words] if guided else None
        vocabulary = Vocabulary()
        ids, offsets = encode([" ".join(words)], vocabulary)
        given = None if guides is None else np.array(guides, dtype=np.uint16)
        found, scores = tagger.tag(ids, offsets, EACH[:2], vocabulary, given, 1)
        facts = [lexicon.facts(word) for word in words]
        wanted, score = slow_tagger.best_tags(tagger.row, facts, tags, tagger.beam, guides)
        assert (found.tolist(), scores.tolist()) == (wanted, [score])


def drawn_tree(draw: Random, depth: int) -> str:
    if depth == 0 or draw.random() < 0.25:
        return f"(T{draw.randrange(3)} {draw.choice(WORDS)})"
    children = " ".join(drawn_tree(draw, depth - 1) for _ in range(draw.choice((1, 2, 2, 3, 4))))
    return f"({draw.choice('SVNP')} {children})"


@pytest.mark.parametrize("seed", range(30))
def test_trees_are_those_of_the_slow_parser(seed: int, tmp_path: Path) -> None:
    draw = Random(seed)
    bank = core.read_trees("\n".join(f"(S {drawn_tree(draw, 3)})" for _ in range(5)).encode(), "trees")
    text = drawn_sentences(draw, 3, 5)
    codes = {word: draw.randrange(2, 2**12) for word in draw.sample(WORDS, 4)}
    tagger = train(draw, text, 3, tmp_path / "tagger", codes, False)
    lexicon = slow_tagger.Lexicon(text, 3, codes, **SETTINGS)  # type: ignore[arg-type]
    words = int(sum(bank.trees()[3][bank.trees()[0][:-1]]))
    tags = np.array([draw.randrange(3) for _ in range(words)], dtype=np.uint16)
    settings = core.ParserSettings()
    settings.beam = draw.randrange(1, 5)
    settings.heads = draw.choice([core.Heads.english, core.Heads.first, core.Heads.last])
    training = core.ParserTraining(bank, tags, tagger, settings)
    for _ in range(draw.randrange(1, 4)):
        training.run_pass()
    training.save(str(tmp_path / "parser"))
    parser = core.Parser(str(tmp_path / "parser"))
    for _ in range(6):
        line = [draw.choice(WORDS) for _ in range(draw.randrange(1, 8))]
        given = np.array([draw.randrange(3) for _ in line], dtype=np.uint16)
        vocabulary = Vocabulary()
        ids, offsets = encode([" ".join(line)], vocabulary)
        _, (_, labels, begins, ends, _, heads), scores = parser.parse(
            ids, offsets, EACH[:2], vocabulary, given, 0, 1
        )
        found = list(zip(labels.tolist(), begins.tolist(), ends.tolist(), heads.tolist(), strict=True))
        facts = [lexicon.facts(word) for word in line]
        wanted, score = slow_parser.best_tree(parser, facts, given.tolist(), parser.beam)
        assert (found, scores.tolist()) == (wanted, [score])
