"""Slow twins of the rich features: Model 1, matches of n-grams, a language model of trees."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence

__all__ = ["Events", "Trees", "match_counts", "model1_row", "train_model1"]

FLOOR = 1e-7
NULL = ""


def train_model1(pairs: Sequence[tuple[str, str]], passes: int) -> dict[tuple[str, str], float]:
    """t(source word | target word), from equal probabilities; (f, "") is of the word NULL."""
    t: dict[tuple[str, str], float] = defaultdict(lambda: 1.0)
    for _ in range(passes):
        counts: Counter[tuple[str, str]] = Counter()
        for source, target in pairs:
            if not source.split() or not target.split():
                continue
            for f in source.split():
                partners = [NULL, *target.split()]
                whole = sum(t[f, e] for e in partners)
                for e in partners:
                    counts[f, e] += t[f, e] / whole
        totals: Counter[str] = Counter()
        for (_, e), count in counts.items():
            totals[e] += count
        t = defaultdict(float, {(f, e): count / totals[e] for (f, e), count in counts.items()})
    return dict(t)


def model1_row(
    t: dict[tuple[str, str], float], source: str, text: str, threshold: float
) -> tuple[float, float, float]:
    words, partners = source.split(), [NULL, *text.split()]
    rows = [[max(t.get((f, e), 0.0), FLOOR) for e in partners] for f in words]
    total = sum(math.log(sum(row) / len(partners)) for row in rows)
    best = sum(math.log(max(row) / len(partners)) for row in rows)
    weak = sum(max(row) < threshold for row in rows) / len(rows) if rows else 0.0
    return total, best, weak


def match_counts(known: set[tuple[str, ...]], text: str, order: int) -> tuple[int, int]:
    words = text.split()
    ngrams = [tuple(words[i : i + order]) for i in range(len(words) - order + 1)]
    return sum(each in known for each in ngrams), sum(each not in known for each in ngrams)


class Events:
    """Interpolated Kneser-Ney over contexts, the nearest item first, by recursion over dictionaries."""

    def __init__(self, seen: Sequence[tuple[tuple[Hashable, ...], Hashable]], items: int, least: int = 0):
        self.items, self.least = items, least
        self.counts: list[Counter[tuple[tuple[Hashable, ...], Hashable]]] = [Counter()] * (items + 1)
        self.counts[items] = Counter((context[:items], outcome) for context, outcome in seen)
        for k in range(items - 1, least - 1, -1):
            self.counts[k] = Counter((context[:k], outcome) for context, outcome in self.counts[k + 1])

    def discount(self, k: int) -> float:
        values = list(self.counts[k].values())
        once, twice = values.count(1), values.count(2)
        return min(once / (once + 2 * twice), 0.95) if once and twice else 0.5

    def probability(
        self,
        context: tuple[Hashable, ...],
        outcome: Hashable,
        base: Callable[[bool], float],
        k: int | None = None,
    ) -> float:
        """base: told whether the outcome was seen behind the shortest context."""
        k = self.items if k is None else k
        if k < self.least:
            return base((context[: self.least], outcome) in self.counts[self.least])
        here = {out: n for (c, out), n in self.counts[k].items() if c == context[:k]}
        below = self.probability(context, outcome, base, k - 1)
        if not here:
            return below
        total, discount = sum(here.values()), self.discount(k)
        return max(here.get(outcome, 0) - discount, 0) / total + discount * len(here) / total * below


class Tree:
    def __init__(self, label: str, word: str | None, children: list[Tree]) -> None:
        self.label, self.word, self.children = label, word, children


def read_tree(text: str) -> Tree:
    tokens = re.findall(r"[()]|[^\s()]+", text)
    place = 0

    def read(above: str | None) -> Tree:
        nonlocal place
        label = tokens[place + 1]
        plain = label if label.startswith("-") else re.split("[-=]", label)[0]
        place += 2
        word, children = None, []
        while tokens[place] != ")":
            if tokens[place] == "(":
                children.append(read(plain))
            else:
                word = tokens[place]
                place += 1
        place += 1
        name = f"VP of {above}" if plain == "VP" and above is not None else plain
        return Tree(
            name, "<num>" if word and re.fullmatch(r"[0-9.,:/-]*[0-9][0-9.,:/-]*", word) else word, children
        )

    return read(None)


def rule_of(tree: Tree) -> tuple[Hashable, ...]:
    return (tree.label, *(child.label for child in tree.children))


class Trees:
    """The treelet model, from bracketed trees."""

    def __init__(self, trees: Sequence[str]) -> None:
        found = [event for tree in trees for event in self.events(tree)]
        rules = [(context, outcome) for kind, context, outcome in found if kind == "rule"]
        words = [(context, outcome) for kind, context, outcome in found if kind == "word"]
        symbols = [pair for _, rule in rules for pair in self.symbols(rule)]
        self.rules, self.words = Events(rules, 3, 1), Events(words, 5)
        self.symbols_of = Events(symbols, 4)
        self.word_base = 1 / (len({outcome for _, outcome in words}) + 1)
        self.symbol_base = 1 / (len({outcome for _, outcome in symbols}) + 1)

    def events(self, text: str) -> Iterator[tuple[str, tuple[Hashable, ...], Hashable]]:
        if not text.strip():
            return
        past: list[Hashable] = ["(start)", "(start)"]

        def walk(
            tree: Tree, parent: Tree | None, right: Tree | None
        ) -> Iterator[tuple[str, tuple[Hashable, ...], Hashable]]:
            above = rule_of(parent) if parent else "(top)"
            if tree.word is not None:
                sister = right.label if right else "(stop)"
                yield "word", (tree.label, sister, past[-1], past[-2], above), tree.word
                past.append(tree.word)
                return
            yield "rule", (tree.label, parent.label if parent else "(top)", above), rule_of(tree)
            for child, after in zip(tree.children, [*tree.children[1:], None], strict=True):
                yield from walk(child, tree, after)

        yield from walk(read_tree(text), None, None)

    def symbols(self, rule: Hashable) -> list[tuple[tuple[Hashable, ...], Hashable]]:
        assert isinstance(rule, tuple)
        label, *children = rule
        past: list[Hashable] = ["(start)"] * 3
        found = []
        for symbol in [*children, "(stop)"]:
            found.append(((past[-1], label, past[-2], past[-3]), symbol))
            past.append(symbol)
        return found

    def score(self, text: str) -> float:
        total = 0.0
        for kind, context, outcome in self.events(text):
            if kind == "word":
                total += math.log(self.words.probability(context, outcome, lambda _: self.word_base))
            else:

                def sequence(seen: bool, outcome: Hashable = outcome) -> float:
                    pairs = self.symbols(outcome)
                    made = [self.symbols_of.probability(*pair, lambda _: self.symbol_base) for pair in pairs]
                    return 0.0 if seen else math.prod(made)

                total += math.log(self.rules.probability(context, outcome, sequence))
        return total
