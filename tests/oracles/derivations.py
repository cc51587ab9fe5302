"""Every derivation of a tiny phrase-based model, scored by the definitions: the twin of the searches."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from manyways.lm import LanguageModel
from manyways.model import SearchSettings, Weights
from manyways.phrases import PhraseTable, import_moses
from manyways.search import PhraseModel
from tests.oracles.ngram_model import BackoffModel

SOURCE = ["u", "v", "w"]
TARGET = ["a", "b", "c"]


@dataclass(frozen=True)
class Pair:
    target: tuple[str, ...]
    scores: tuple[float, ...]
    reordering: tuple[float, ...]
    unknown: bool = False


@dataclass
class Tiny:
    """A model as data. Probabilities are powers of 1/2, so that many totals tie."""

    language_models: dict[str, LanguageModel]
    weights: Weights

    def total(self, features: Mapping[str, float]) -> float:
        return sum(weight * features[name] for name, weight in self.weights.components().items())


@dataclass
class TinyModel(Tiny):
    pairs: dict[tuple[str, ...], list[Pair]]
    reordering: bool
    backoffs: dict[str, BackoffModel]  # the language models again, as their definition says

    def options(self, words: tuple[str, ...], start: int, end: int) -> list[Pair]:
        found = self.pairs.get(words[start:end], [])
        if not found and end == start + 1:
            return [Pair((words[start],), (0.0,) * 4, (0.0,) * 6, unknown=True)]
        return found

    def features(
        self, steps: list[tuple[int, int, Pair]], language_models: dict[str, LanguageModel]
    ) -> dict[str, float]:
        values: dict[str, float] = dict.fromkeys(self.weights.components(), 0.0)
        last_start, last_end = 0, 0
        previous: Pair | None = None
        for start, end, pair in steps:
            values["Distortion0"] -= abs(start - last_end)
            for i, score in enumerate(pair.scores):
                values[f"TranslationModel0[{i}]"] += score
            if self.reordering:
                o = 0 if start == last_end else 1 if end == last_start else 2
                values[f"LexicalReordering0[{o}]"] += pair.reordering[o]
                if previous is not None:
                    values[f"LexicalReordering0[{o + 3}]"] += previous.reordering[o + 3]
            values["PhrasePenalty0"] += 1
            values["WordPenalty0"] -= len(pair.target)
            values["UnknownWordPenalty0"] -= 100 * pair.unknown
            last_start, last_end, previous = start, end, pair
        text = " ".join(itertools.chain(*(pair.target for _, _, pair in steps)))
        for name, model in language_models.items():
            values[name] = model.score(text)
        return values

    def derivations(
        self, words: tuple[str, ...], limit: int, space: str
    ) -> Iterator[tuple[str, float, dict[str, float]]]:
        for steps in walk(self, words, limit, space, frozenset(), 0):
            features = self.features(steps, self.language_models)
            yield " ".join(itertools.chain(*(p.target for _, _, p in steps))), self.total(features), features

    def decoder(self, table: PhraseTable, limit: int, space: str) -> PhraseModel:
        settings = SearchSettings(distortion_limit=limit, space=space, table_limit=0)  # type: ignore[arg-type]
        return PhraseModel(table, self.language_models, self.weights, settings)


def walk(
    model: TinyModel, words: tuple[str, ...], limit: int, space: str, covered: frozenset[int], last_end: int
) -> Iterator[list[tuple[int, int, Pair]]]:
    n = len(words)
    if len(covered) == n:
        yield []
        return
    gap = next(i for i in range(n) if i not in covered)
    for start in range(n):
        for end in range(start + 1, n + 1):
            span = frozenset(range(start, end))
            if span & covered or (limit >= 0 and abs(start - last_end) > limit):
                continue
            if space == "gap" and limit >= 0 and start != gap and end - gap > limit:
                continue
            for pair in model.options(words, start, end):
                for rest in walk(model, words, limit, space, covered | span, end):
                    yield [(start, end, pair), *rest]


def random_model(seed: int, folder: Path, lms: int = 1, order: int = 3) -> tuple[TinyModel, PhraseTable]:
    """Write Moses tables and ARPA files, import them; what is returned knows both sides."""
    draw = random.Random(seed)
    reordering = draw.random() < 0.6
    pairs: dict[tuple[str, ...], list[Pair]] = {}
    for length in (1, 1, 1, 2, 2, 3):
        source = tuple(draw.choices(SOURCE, k=length))
        targets = {tuple(draw.choices(TARGET, k=draw.randint(1, 2))) for _ in range(draw.randint(1, 2))}
        pairs[source] = [
            Pair(
                target,
                tuple(math.log(0.5 ** draw.randint(0, 2)) for _ in range(4)),
                tuple(math.log(0.5 ** draw.randint(0, 2)) for _ in range(6)),
            )
            for target in sorted(targets)
        ]
    weights: dict[str, float | list[float]] = {
        "TranslationModel0": [draw.choice([0.0, 0.5, 1.0]) for _ in range(4)],
        "PhrasePenalty0": draw.choice([-0.5, 0.0, 0.5]),
        "WordPenalty0": draw.choice([-1.0, 0.0, 0.5]),
        "Distortion0": draw.choice([0.0, 0.25, 1.0]),
        "UnknownWordPenalty0": 1.0,
    }
    if reordering:
        weights["LexicalReordering0"] = [draw.choice([0.0, 0.5, 1.0]) for _ in range(6)]
    models, backoffs = {}, {}
    for i in range(lms):
        weights[f"LM{i}"] = draw.choice([0.25, 0.5, 1.0])
        path = folder / f"lm{i}.arpa"
        backoffs[f"LM{i}"] = random_backoff(draw, order)
        path.write_text(backoffs[f"LM{i}"].to_arpa(), encoding="utf-8")
        models[f"LM{i}"] = LanguageModel.open(path)
    lines, orders = [], []
    for source, options in pairs.items():
        for pair in options:
            sides = f"{' '.join(source)} ||| {' '.join(pair.target)} ||| "
            lines.append(sides + " ".join(repr(math.exp(s)) for s in pair.scores) + " ||| 0-0 ||| 1 1 1")
            orders.append(sides + " ".join(repr(math.exp(s)) for s in pair.reordering))
    (folder / "table").write_text("\n".join(sorted(lines)) + "\n", encoding="utf-8")
    (folder / "orders").write_text("\n".join(sorted(orders)) + "\n", encoding="utf-8")
    table = import_moses(
        folder / "table", folder / "table.bin", reordering=folder / "orders" if reordering else None
    )
    return TinyModel(models, Weights(weights), pairs, reordering, backoffs), table


def random_backoff(draw: random.Random, order: int) -> BackoffModel:
    """Every value is a multiple of 0.3 in log10."""
    unit, model = 0.3 * math.log(10), BackoffModel(order)
    level: list[tuple[str, ...]] = [(word,) for word in ("<unk>", "<s>", "</s>", *TARGET)]
    for n in range(1, order + 1):
        for gram in level:
            model.scores[gram] = -unit * draw.randint(1, max(3, 6 - n))
            if n < order:
                model.backoffs[gram] = -unit * draw.randint(0, 2 if n == 1 else 1)
        if n == 1:
            pairs = itertools.product(["<s>", *TARGET], [*TARGET, "</s>"])
            level = [pair for pair in pairs if draw.random() < 0.5]
        else:
            chains = [(*a, b[-1]) for a in level for b in level if a[1:] == b[:-1]]
            level = [chain for chain in chains if draw.random() < 0.4]
    return model
