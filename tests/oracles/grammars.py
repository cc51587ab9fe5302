"""Every derivation of a tiny hierarchical model, scored by the definitions: the twin of chart searches."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from manyways.grammar import RuleTable, import_rules
from manyways.lm import LanguageModel
from manyways.model import SearchSettings, Weights
from manyways.search import RuleModel
from tests.oracles.derivations import SOURCE, TARGET, Tiny, random_backoff

GAP = "[X]"
GLUE = math.log(2.718)
Span = tuple[int, int]


@dataclass(frozen=True)
class TinyRule:
    """Gaps of the target are 1 and 2: the first and the second of the source."""

    target: tuple[str | int, ...]
    scores: tuple[float, ...]
    unknown: bool = False


@dataclass(frozen=True)
class Derived:
    """One way to cover a span: its words and what all its rules add up to."""

    words: tuple[str, ...]
    features: Counter[str]


@dataclass
class TinyGrammar(Tiny):
    rules: dict[tuple[str, ...], list[TinyRule]]
    span_limit: int
    table: RuleTable

    @property
    def model(self) -> RuleModel:
        search = SearchSettings(table_limit=0, span_limit=self.span_limit)
        return RuleModel(self.table, self.language_models, self.weights, search)

    def applications(
        self, words: tuple[str, ...], start: int, end: int
    ) -> Iterator[tuple[tuple[Span, ...], TinyRule]]:
        """Every rule that covers a span, with the spans of its gaps."""
        if end - start <= self.span_limit:
            for source, rules in self.rules.items():
                for gaps in fits(source, words, start, end):
                    if all(self.is_filled(words, *gap) for gap in gaps):
                        yield from ((gaps, rule) for rule in rules)
        if end == start + 1 and (words[start],) not in self.rules:
            yield (), TinyRule((words[start],), (0.0,) * 4, unknown=True)

    def is_filled(self, words: tuple[str, ...], start: int, end: int) -> bool:
        return next(self.applications(words, start, end), None) is not None

    def sentences(self, words: tuple[str, ...]) -> list[tuple[str, float, dict[str, float]]]:
        """Text, total and features of every derivation."""

        @cache
        def cover(start: int, end: int) -> list[Derived]:
            found = []
            for gaps, rule in self.applications(words, start, end):
                for parts in itertools.product(*(cover(*gap) for gap in gaps)):
                    found.append(self.joined(rule, parts))
            return found

        @cache
        def glued(end: int) -> list[Derived]:
            if end == 0:
                return [Derived((), Counter({"PhrasePenalty0": 1, "WordPenalty0": -1}))]
            glue = Counter({"PhrasePenalty0": 1, "TranslationModel1": GLUE})
            return [
                Derived(left.words + right.words, total(left.features, right.features, glue))
                for middle in range(end)
                for left in glued(middle)
                for right in cover(middle, end)
            ]

        return [self.finished(each) for each in glued(len(words))]

    def joined(self, rule: TinyRule, parts: tuple[Derived, ...]) -> Derived:
        own = Counter({f"TranslationModel0[{i}]": score for i, score in enumerate(rule.scores)})
        own["PhrasePenalty0"] = 1
        own["WordPenalty0"] = -sum(isinstance(symbol, str) for symbol in rule.target)
        own["UnknownWordPenalty0"] = -100 * rule.unknown
        rows = [(symbol,) if isinstance(symbol, str) else parts[symbol - 1].words for symbol in rule.target]
        return Derived(tuple(itertools.chain(*rows)), total(own, *(part.features for part in parts)))

    def finished(self, derived: Derived) -> tuple[str, float, dict[str, float]]:
        features = total(derived.features, Counter({"PhrasePenalty0": 1, "WordPenalty0": -1}))
        text = " ".join(derived.words)
        for name, model in self.language_models.items():
            features[name] = model.score(text)
        weighted = self.total(features)
        return text, weighted, dict(features)


def total(*parts: Counter[str]) -> Counter[str]:
    """Sums that keep what is negative."""
    found: Counter[str] = Counter()
    for part in parts:
        found.update(part)
    return found


def fits(source: tuple[str, ...], words: tuple[str, ...], start: int, end: int) -> Iterator[tuple[Span, ...]]:
    """The spans of the gaps for each way in which a source side covers words [start, end)."""
    if not source:
        if start == end:
            yield ()
        return
    if source[0] != GAP:
        if start < end and words[start] == source[0]:
            yield from fits(source[1:], words, start + 1, end)
        return
    for middle in range(start + 1, end + 1):
        yield from (((start, middle), *rest) for rest in fits(source[1:], words, middle, end))


def random_grammar(seed: int, folder: Path, lms: int = 1, order: int = 3) -> TinyGrammar:
    """Write a Moses rule table and ARPA files, import them; what is returned knows both sides."""
    draw = random.Random(seed)
    rules: dict[tuple[str, ...], list[TinyRule]] = {}
    for gaps in (0, 0, 0, 1, 1, 1, 2, 2):
        source = random_side(draw, SOURCE, [GAP] * gaps)
        targets = {random_side(draw, TARGET, list(range(1, gaps + 1))) for _ in range(draw.randint(1, 3))}
        rules[source] = [
            TinyRule(target, tuple(math.log(0.5 ** draw.randint(0, 2)) for _ in range(4)))
            for target in sorted(targets, key=str)
        ]
    weights: dict[str, float | list[float]] = {
        "TranslationModel0": [draw.choice([0.0, 0.5, 1.0]) for _ in range(4)],
        "TranslationModel1": draw.choice([-0.5, 0.0, 0.5]),
        "PhrasePenalty0": draw.choice([-0.5, 0.0, 0.5]),
        "WordPenalty0": draw.choice([-1.0, 0.0, 0.5]),
        "UnknownWordPenalty0": 1.0,
    }
    models = {}
    for i in range(lms):
        weights[f"LM{i}"] = draw.choice([0.25, 0.5, 1.0])
        path = folder / f"lm{i}.arpa"
        path.write_text(random_backoff(draw, order).to_arpa(), encoding="utf-8")
        models[f"LM{i}"] = LanguageModel.open(path)
    lines = [line_of(source, rule) for source, sides in rules.items() for rule in sides]
    (folder / "rules").write_text("\n".join(sorted(lines)) + "\n", encoding="utf-8")
    table = import_rules(folder / "rules", folder / "rules.bin")
    return TinyGrammar(models, Weights(weights), rules, draw.choice([2, 3, 20]), table)


def random_side(draw: random.Random, words: list[str], gaps: list[str] | list[int]) -> tuple[str, ...]:
    """One or two words, with the gaps anywhere among them, neighbours too."""
    side: list[str | int] = [*draw.choices(words, k=draw.randint(1, 2)), *gaps]
    draw.shuffle(side)
    return tuple(side)  # type: ignore[arg-type]


def line_of(source: tuple[str, ...], rule: TinyRule) -> str:
    """As Moses writes it."""
    gaps = [i for i, symbol in enumerate(source) if symbol == GAP]
    left = " ".join("[X][X]" if symbol == GAP else symbol for symbol in source)
    right = " ".join("[X][X]" if isinstance(symbol, int) else symbol for symbol in rule.target)
    links = [f"{gaps[symbol - 1]}-{j}" for j, symbol in enumerate(rule.target) if isinstance(symbol, int)]
    words = [
        next(i for i, symbol in enumerate(side) if symbol in (*SOURCE, *TARGET))
        for side in (source, rule.target)
    ]
    links.append(f"{words[0]}-{words[1]}")
    scores = " ".join(repr(math.exp(score)) for score in rule.scores)
    return f"{left} [X] ||| {right} [X] ||| {scores} ||| {' '.join(links)} ||| 1 1 1"
