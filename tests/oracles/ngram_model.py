"""A back-off n-gram model as two dictionaries: what the definition says, and nothing else."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

Ngram = tuple[str, ...]
MISSING = -100 * math.log(10)


@dataclass
class BackoffModel:
    """Natural logs. `scores` has every n-gram; `backoffs` those that have a weight."""

    order: int
    scores: dict[Ngram, float] = field(default_factory=dict)
    backoffs: dict[Ngram, float] = field(default_factory=dict)

    def word_score(self, context: Ngram, word: str) -> float:
        """log p(word | context), the whole context being given."""
        if (word,) not in self.scores:
            word = "<unk>"
        context = tuple(w if (w,) in self.scores else "<unk>" for w in context)
        return self._score(context[max(0, len(context) - self.order + 1) :], word)

    def _score(self, context: Ngram, word: str) -> float:
        if (*context, word) in self.scores:
            return self.scores[(*context, word)]
        if not context:
            return MISSING
        return self.backoffs.get(context, 0.0) + self._score(context[1:], word)

    def sentence_score(self, words: list[str]) -> float:
        padded = ["<s>", *words, "</s>"]
        return sum(self.word_score(tuple(padded[:i]), padded[i]) for i in range(1, len(padded)))

    def to_arpa(self) -> str:
        """The model as an ARPA file, with 9 digits."""
        lines = ["\\data\\"]
        by_order = [[g for g in self.scores if len(g) == n] for n in range(1, self.order + 1)]
        lines += [f"ngram {n}={len(grams)}" for n, grams in enumerate(by_order, 1)]
        for n, grams in enumerate(by_order, 1):
            lines += ["", f"\\{n}-grams:"]
            for gram in grams:
                line = f"{self.scores[gram] / math.log(10):.9g}\t{' '.join(gram)}"
                if gram in self.backoffs:
                    line += f"\t{self.backoffs[gram] / math.log(10):.9g}"
                lines.append(line)
        return "\n".join([*lines, "", "\\end\\", ""])
