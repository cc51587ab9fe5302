"""The penalties of a round as a language model in ARPA form, for any decoder that can read one.

    write_penalties(winners, Dissimilarity.of(4), "round5.arpa")

Give the file to the decoder as one more language model whose weight is the strength in natural logs: its best
translation is then what `generate` finds with the same winners (Gimpel et al., EMNLP 2013, section 3.2).

The file is log10, as ARPA is; decoders multiply by ln 10, and an n-gram of the winners then scores minus its
weighted count. Everything else scores 0: n-grams that are not listed, unknown words, the sentence's end, and
all back-off weights. A language model looks only at the longest n-gram that it lists, so each one carries
what its suffixes cost as well, and every beginning and end of an n-gram is listed with it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from manyways.diverse.dissimilarity import Dissimilarity
from manyways.errors import ConfigError
from manyways.files import AnyPath, atomic_write

__all__ = ["write_penalties"]

Gram = tuple[str, ...]
_SPECIAL = ("<unk>", "<s>", "</s>")


def write_penalties(winners: Iterable[str], dissimilarity: Dissimilarity, path: AnyPath) -> None:
    """Write what each n-gram pays after these winners; gzip by suffix, `-` is standard output."""
    if dissimilarity.classes is not None or dissimilarity.traits:
        raise ConfigError("dissimilarity", "with classes or traits", "n-grams of words: ARPA holds no more")
    by_order = listed(list(winners), dissimilarity)
    with atomic_write(path) as out:
        out.write("\\data\\\n")
        out.writelines(f"ngram {n}={len(grams)}\n" for n, grams in by_order.items())
        for n, grams in by_order.items():
            end = "\t0\n" if n < len(by_order) else "\n"  # the longest have no back-off
            out.write(f"\n\\{n}-grams:\n")
            out.writelines(f"{_log10(paid)}\t{' '.join(gram)}{end}" for gram, paid in grams.items())
        out.write("\n\\end\\\n")


def listed(winners: list[str], dissimilarity: Dissimilarity) -> dict[int, dict[Gram, float]]:
    """All n-grams up to the longest order, with what an occurrence pays, its suffixes included."""
    own = dissimilarity.penalties(winners)
    longest = max(dissimilarity.orders)
    paid: dict[int, dict[Gram, float]] = {1: {(word,): 0.0 for word in _SPECIAL}}
    for n in range(1, longest + 1):
        grams = paid.setdefault(n, {})
        for text in winners:
            words = text.split()
            for i in range(len(words) - n + 1):
                gram = tuple(words[i : i + n])
                if gram not in grams:
                    shorter = paid[n - 1][gram[1:]] if n > 1 else 0.0
                    grams[gram] = own.get(gram, 0.0) + shorter
    return paid


def _log10(paid: float) -> str:
    return f"{-paid / math.log(10):.9g}" if paid else "0"
