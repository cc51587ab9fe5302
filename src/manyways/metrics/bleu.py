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
from manyways.metrics.base import CompiledMetric, Rows

__all__ = ["DEFAULT_TOKENISER", "TOKENISERS", "Bleu"]

Tokeniser = Literal["none", "13a", "intl", "char", "zh"]
Smoothing = Literal["exp", "floor", "add-k", "none"]
Sentence = Literal["lin-och", "all-orders", "exp"]
TOKENISERS: tuple[str, ...] = get_args(Tokeniser)
DEFAULT_TOKENISER: Tokeniser = "13a"  # of every verb and function, for running text

# Chen and Cherry (2014), as in sacreBLEU.
_DEFAULT_VALUES = {"exp": 0.0, "none": 0.0, "floor": 0.1, "add-k": 1.0}

# Numbers, punctuation and symbols that are newer than Unicode 14, which is what Python 3.11 knows. sacreBLEU
# asks the package `regex` for them; these are those of its version 2026.11.9, and the tests compare.
_NEWER = (
    "10D40-10D49 116D0-116E3 11BF0-11BF9 11DE0-11DE9 11F50-11F59 1246F 12475-1247F 12550-12686 16130-16139 "
    "16D70-16D79 16FF4-16FF6 1CCF0-1CCF9 1D2C0-1D2D3 1E4F0-1E4F9 1E5F1-1E5FA",
    "1B4E-1B4F 1B7F 2E60-2E63 10D6E 10ED0 113D4-113D5 113D7-113D8 11B00-11B09 11BE1 11F43-11F4F 16D6D-16D6F "
    "1E5FF",
    "20C1-20C4 2427-2429 2B96 2FFC-2FFF 31E4-31E5 31EF FBC3-FBD2 FD90-FD91 FDC8-FDCE 10D8E-10D8F 10EC9-10ECA "
    "10ED1-10ED8 1CC00-1CCEF 1CCFA-1CCFC 1CD00-1CEB3 1CEBA-1CED0 1CED2-1CED4 1CEDD-1CEFD 1D1EB-1D1FF "
    "1D253-1D25A 1D25D-1D25E 1D260-1D27F 1DB00-1DB1C 1F1AE 1F6D8-1F6D9 1F6DC 1F774-1F77F 1F7D9-1F7DB "
    "1F7F1-1F7FF 1F8B2-1F8BB 1F8C0-1F8C1 1F8D0-1F8D8 1FA54-1FA57 1FA75-1FA77 1FA87-1FA8F 1FAAD-1FAAF "
    "1FABB-1FABF 1FAC6 1FAC8 1FACC-1FACF 1FADA-1FADD 1FADF 1FAE8-1FAEB 1FAEF 1FAF7-1FAFA 1FBCB-1FBEF 1FBFA",
)

Newer = tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint8]]


def newer_characters(tokenise: str) -> Newer:
    """What the core must know beyond its own tables to split as sacreBLEU does; only intl needs any."""
    if tokenise != "intl":
        return np.zeros(0, dtype=np.uint32), np.zeros(0, dtype=np.uint8)
    return _newer_characters()


@cache
def _newer_characters() -> Newer:
    kinds = {
        point: kind
        for kind, ranges in enumerate(_NEWER)
        for first, _, last in (each.partition("-") for each in ranges.split())
        for point in range(int(first, 16), int(last or first, 16) + 1)
        if unicodedata.category(chr(point)) == "Cn"
    }
    points = np.array(sorted(kinds), dtype=np.uint32)
    return points, np.array([kinds[int(point)] for point in points], dtype=np.uint8)


def _check(setting: str, value: object, choices: tuple[object, ...]) -> None:
    if value not in choices:
        raise ConfigError(setting, value, f"one of {', '.join(map(str, choices))}")


class Bleu(CompiledMetric):
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

    def settings(self) -> dict[str, object]:
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

    def parts(self, sums: Rows) -> dict[str, Any]:
        length, reference, *counts = (int(value) for value in sums)
        return {
            "length": length,
            "reference_length": reference,
            "matches": counts[:4],
            "totals": counts[4:],
        }
