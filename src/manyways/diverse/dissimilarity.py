"""How different two texts are: minus the number of pairs of equal n-grams.

    far = Dissimilarity.of(4)                            # n-grams of four words
    far.between("a red house", "a red car")              # 0.0: no four words in common
    Dissimilarity({2: 1.0, 7: 0.5})                      # a mixture of orders
    Dissimilarity({3: 1.0}, classes={"house": "NN"})     # over tags or clusters instead of words
    Dissimilarity({4: 1.0}, traits={"length": 2.0})      # the same length costs as two pairs do

An n-gram that occurs a times in one text and b times in the other costs weight * a * b (Delta_n of Gimpel et
al., EMNLP 2013). The sum over several texts is linear in the n-grams of the new one: `penalties` gives what
each occurrence of an n-gram pays, which is all that a search needs to know. A trait is a number that a
translation has as a whole (Devlin and Matsoukas, 2012): two with the same one pay once.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from manyways._core.base import Vocabulary
from manyways.errors import ConfigError

__all__ = ["LONGEST_ORDER", "TRAITS", "Dissimilarity"]

LONGEST_ORDER = 10
TRAITS = ("length", "reordering")


@dataclass(frozen=True)
class Dissimilarity:
    """Which n-grams and traits count, and how much.

    orders: the weight of each order, 1 to 10. classes: what to put in the place of a word; words that it does
    not have stay themselves. traits: the weight of `length`, the number of words, and of `reordering`, the
    sum of the distances that the search jumped (the feature Distortion0).
    """

    orders: Mapping[int, float] = field(default_factory=dict)
    classes: Mapping[str, str] | None = None
    traits: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not self.orders and not self.traits:
            raise ConfigError("order", dict(self.orders), "at least one order or trait")
        for order in self.orders:
            if not 1 <= order <= LONGEST_ORDER:
                raise ConfigError("order", order, f"from 1 to {LONGEST_ORDER}")
        for trait in self.traits:
            if trait not in TRAITS:
                raise ConfigError("trait", trait, f"one of {', '.join(TRAITS)}")
        for weight in (*self.orders.values(), *self.traits.values()):
            if not (math.isfinite(weight) and weight >= 0):
                raise ConfigError("the weight of an order or trait", weight, "a number, not negative")

    @staticmethod
    def of(order: int, classes: Mapping[str, str] | None = None) -> Dissimilarity:
        """One order, of weight 1."""
        return Dissimilarity({order: 1.0}, classes)

    @property
    def pairs(self) -> list[tuple[int, float]]:
        """(order, weight), by order: the form the core takes."""
        return sorted(self.orders.items())

    def trait(self, name: str) -> float:
        """What two texts with the same value cost."""
        return self.traits.get(name, 0.0)

    def symbols(self, text: str) -> list[str]:
        """The words of a text, or their classes."""
        classes = self.classes or {}
        return [classes.get(word, word) for word in text.split()]

    def counts(self, text: str) -> Counter[tuple[str, ...]]:
        """How often each n-gram that counts occurs."""
        symbols = self.symbols(text)
        return Counter(tuple(symbols[i : i + n]) for n in self.orders for i in range(len(symbols) - n + 1))

    def penalties(self, texts: Iterable[str]) -> dict[tuple[str, ...], float]:
        """What each occurrence of an n-gram pays after these texts: weight * C(z)."""
        total: Counter[tuple[str, ...]] = Counter()
        for text in texts:
            total.update(self.counts(text))
        return {gram: self.orders[len(gram)] * count for gram, count in total.items()}

    def between(self, one: str, other: str) -> float:
        """The dissimilarity of two texts: 0 if they share nothing that counts, else negative.

        A text alone does not show how it was reordered: that trait is left out.
        """
        pays = self.penalties([one])
        same_length = len(one.split()) == len(other.split())
        shared = sum(pays.get(gram, 0.0) * count for gram, count in self.counts(other).items())
        return 0.0 - shared - (self.trait("length") if same_length else 0.0)

    def class_ids(self, vocabulary: Vocabulary) -> npt.NDArray[np.uint32] | None:
        """The number of each word's class, by word id; None if words are their own classes."""
        if self.classes is None:
            return None
        numbers: dict[str, int] = {}
        words = (vocabulary.word(i) for i in range(len(vocabulary)))
        named = (self.classes.get(word, word) for word in words)
        return np.array([numbers.setdefault(name, len(numbers)) for name in named], dtype=np.uint32)
