"""Tiny lists full of ties for the combiners: words are numbers from 3 on, some of them signs."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from manyways._core import combine as core
from manyways.lm import EstimateSettings, LanguageModel, estimate
from manyways.lm.model import write_model
from tests.oracles import combine as slow

SIGNS = frozenset({9, 10})
WORDS = 12  # ids 0 to 11; 0, 1 and 2 are no words
Text = tuple[int, ...]


@dataclass(frozen=True)
class Tiny:
    """Keys of the stages behind the exact one, which is the number itself; language models."""

    stages: dict[int, Sequence[int | None]] = field(default_factory=dict)
    models: Sequence[LanguageModel] = ()

    def keys(self, kind: int) -> Sequence[int | None]:
        return range(WORDS) if kind == slow.EXACT else self.stages[kind]

    @property
    def kinds(self) -> list[int]:
        return [slow.EXACT, *self.stages]

    def words(self) -> core.Words:
        stages = [
            (kind, np.array([_key(each) for each in self.keys(kind)], np.uint32)) for kind in self.kinds
        ]
        signs = np.array([word in SIGNS for word in range(WORDS)], np.uint8)
        return core.Words(stages, signs, [(model.core, ids_of(model)) for model in self.models])

    def functions(self) -> list[Callable[[Text], float]]:
        return [lambda text, model=model: model.score(" ".join(map(name, text))) for model in self.models]  # type: ignore[misc]

    def unknown(self) -> list[frozenset[int]]:
        return [frozenset(np.flatnonzero(ids_of(model) == 0).tolist()) for model in self.models]


def _key(key: int | None) -> int:
    return core.NO_KEY if key is None else key


def name(word: int) -> str:
    return f"w{word}"


def ids_of(model: LanguageModel) -> np.ndarray[tuple[int], np.dtype[np.uint32]]:
    return np.array([model.encode([name(word)])[0][0] for word in range(WORDS)], np.uint32)


def tiny_model(path: Path, seed: int) -> LanguageModel:
    """A trigram model of random texts, which does not know the words 7 and 8."""
    chance = random.Random(seed)
    lines = [" ".join(name(chance.choice([3, 4, 5, 6, 9])) for _ in range(6)) for _ in range(40)]
    write_model(estimate(lines, EstimateSettings(order=3, smoothing="witten-bell")).ngrams, path)
    return LanguageModel.open(path)


def random_text(chance: random.Random, most: int, kinds: int = 5) -> Text:
    words = [3, 4, 5, 9, 7, 6, 8, 10][:kinds]
    return tuple(chance.choice(words) for _ in range(chance.randint(1, most)))


def random_stages(chance: random.Random) -> dict[int, Sequence[int | None]]:
    """Stems and classes that hold some words together."""
    stems = [min(word, 4) if word in (3, 4) else word for word in range(WORDS)]
    classes: list[int | None] = [chance.choice([None, 0, 1]) for _ in range(WORDS)]
    return chance.choice([{}, {slow.STEM: stems}, {slow.STEM: stems, slow.CLUSTER: classes}])


def lists_of(texts: Sequence[Text], votes: Sequence[float] | None = None) -> core.Lists:
    """One list; every text is a system's."""
    offsets = np.concatenate([[0], np.cumsum([len(text) for text in texts])]).astype(np.int64)
    return core.Lists(
        np.array([word for text in texts for word in text], np.uint32),
        offsets,
        np.array([0, len(texts)], np.int64),
        np.arange(len(texts), dtype=np.int32),
        np.array(votes if votes is not None else [1.0] * len(texts)),
        len(texts),
    )


def texts_of(found: core.Combined) -> list[Text]:
    words, offsets = found.take_words().tolist(), found.take_word_offsets().tolist()
    return [tuple(words[a:b]) for a, b in itertools.pairwise(offsets)]
