"""Weights from lists and references, or by decoding: MERT, LP-MERT, PRO, MIRA, APRO, perceptrons, ..."""

from manyways.tune.apro import Apro
from manyways.tune.base import Examples, Result, Start, Tuner, tune
from manyways.tune.epochs import OnlineResult, tune_online
from manyways.tune.expected import ExpectedScore
from manyways.tune.folds import Folded, check_folds, cross_validate
from manyways.tune.hope_fear import hope_fear_lists
from manyways.tune.loop import tune_with
from manyways.tune.lp_mert import LpMert
from manyways.tune.mert import Mert
from manyways.tune.mira import Mira
from manyways.tune.online import Online, Update, Workbench
from manyways.tune.pro import Pro
from manyways.tune.seeds import Spread, tune_seeds
from manyways.tune.start import Starts

__all__ = [
    "ONLINE",
    "TUNERS",
    "Apro",
    "Examples",
    "ExpectedScore",
    "Folded",
    "LpMert",
    "Mert",
    "Mira",
    "Online",
    "OnlineResult",
    "Pro",
    "Result",
    "Spread",
    "Start",
    "Starts",
    "Tuner",
    "Workbench",
    "check_folds",
    "cross_validate",
    "hope_fear_lists",
    "tune",
    "tune_online",
    "tune_seeds",
    "tune_with",
]

TUNERS: dict[str, type[Tuner]] = {
    "mert": Mert,
    "lp-mert": LpMert,
    "pro": Pro,
    "mira": Mira,
    "apro": Apro,
    "expected-bleu": ExpectedScore,
}

# Those that learn by decoding, and what they are called there.
ONLINE: dict[str, Update] = {"bold": "bold", "local": "local", "hybrid": "hybrid", "online-mira": "mira"}
