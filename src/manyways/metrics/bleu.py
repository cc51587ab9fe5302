"""BLEU, and BLEU+1 for single sentences.

    Bleu().corpus_score(hypotheses, [references]).value      # as sacreBLEU, 13a, cased
    Bleu(tokenise="zh", lowercase=True)
    Bleu(reference_length="shortest")                        # NIST; the default is IBM's closest

`sentence_scores` are BLEU+1 (Lin and Och, 2004: one more match and one more n-gram in orders 2 to 4)
unless `sentence` says otherwise.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Any, Literal, get_args

import numpy as np
import numpy.typing as npt

from manyways._core import metrics as core
from manyways.errors import ConfigError
from manyways.metrics.base import Metric, Rows

__all__ = ["DEFAULT_TOKENISER", "TOKENISERS", "Bleu"]

Tokeniser = Literal["none", "13a", "intl", "char", "zh"]
Smoothing = Literal["exp", "floor", "add-k", "none"]
Sentence = Literal["lin-och", "all-orders", "exp"]
TOKENISERS: tuple[str, ...] = get_args(Tokeniser)
DEFAULT_TOKENISER: Tokeniser = "13a"  # of every verb and function, for running text

# Chen and Cherry (2014), as in sacreBLEU.
_DEFAULT_VALUES = {"exp": 0.0, "none": 0.0, "floor": 0.1, "add-k": 1.0}


Newer = tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint8]]


def newer_characters(tokenise: str) -> Newer:
    """What the core must know beyond its own tables to split as sacreBLEU does; only intl needs any."""
    if tokenise != "intl":
        return np.zeros(0, dtype=np.uint32), np.zeros(0, dtype=np.uint8)
    return _newer_characters()


@cache
def _newer_characters() -> Newer:
    """Numbers (0), punctuation (1) and symbols (2) that Python's tables lack and the package `regex` has."""
    import regex

    every = "".join(chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000)
    kinds = {
        ord(character): kind
        for kind, name in enumerate("NPS")
        for character in regex.findall(rf"\p{{{name}}}", every)
        if unicodedata.category(character) == "Cn"
    }
    points = np.array(sorted(kinds), dtype=np.uint32)
    return points, np.array([kinds[int(point)] for point in points], dtype=np.uint8)


def _check(setting: str, value: object, choices: tuple[object, ...]) -> None:
    if value not in choices:
        raise ConfigError(setting, value, f"one of {', '.join(map(str, choices))}")


class Bleu(Metric):
    """BLEU of order 4.

    tokenise: none, 13a, intl, char or zh, as sacreBLEU has them.
    reference_length: closest (IBM; of two equally close the shorter) or shortest (NIST).
    smooth, smooth_value: for the corpus score; sacreBLEU's exp, floor, add-k, none.
    effective_order: leave out orders that the text is too short for (sacreBLEU's sentence BLEU does).
    sentence: how `sentence_scores` smooth: lin-och (orders 2-4), all-orders, or exp (sacreBLEU's sentence
        BLEU, effective order on).
    more_reference: added to the reference length of `sentence_scores` (Nakov et al., 2012, add 1).
    """

    name = "BLEU"

    def __init__(
        self,
        *,
        tokenise: Tokeniser = DEFAULT_TOKENISER,
        lowercase: bool = False,
        reference_length: Literal["closest", "shortest"] = "closest",
        smooth: Smoothing = "exp",
        smooth_value: float | None = None,
        effective_order: bool = False,
        sentence: Sentence = "lin-och",
        more_reference: float = 0.0,
    ) -> None:
        _check("bleu.tokenise", tokenise, TOKENISERS)
        _check("bleu.reference_length", reference_length, ("closest", "shortest"))
        _check("bleu.smooth", smooth, get_args(Smoothing))
        _check("bleu.sentence", sentence, get_args(Sentence))
        self.tokenise = tokenise
        self.lowercase = lowercase
        self.reference_length = reference_length
        self.smooth = smooth
        self.smooth_value = _DEFAULT_VALUES[smooth] if smooth_value is None else smooth_value
        self.effective_order = effective_order
        kinds = {
            "lin-och": ("add-k", 1.0, False),
            "all-orders": ("add-k-all", 1.0, False),
            "exp": ("exp", 0.0, True),
        }
        corpus = core.BleuScoring(smooth, self.smooth_value, effective_order, 0.0)
        single = core.BleuScoring(*kinds[sentence], more_reference)
        super().__init__(
            core.bleu(tokenise, reference_length == "shortest", corpus, single, newer_characters(tokenise))
        )

    def _settings(self) -> dict[str, object]:
        smooth = self.smooth
        if smooth in ("floor", "add-k"):
            smooth = f"{smooth}[{self.smooth_value:.2f}]"  # type: ignore[assignment]
        settings: dict[str, object] = {
            "case": "lc" if self.lowercase else "mixed",
            "eff": "yes" if self.effective_order else "no",
            "tok": self.tokenise,
            "smooth": smooth,
        }
        if self.reference_length == "shortest":
            settings["len"] = "shortest"
        return settings

    def _parts(self, sums: Rows) -> dict[str, Any]:
        length, reference, *counts = (int(value) for value in sums)
        return {
            "length": length,
            "reference_length": reference,
            "matches": counts[:4],
            "totals": counts[4:],
        }
