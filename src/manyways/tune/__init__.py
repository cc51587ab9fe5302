"""Weights from lists and references, or by decoding: MERT, LP-MERT, PRO, MIRA, APRO, perceptrons, ..."""

from manyways.tune.apro import Apro
from manyways.tune.base import Examples, Result, Start, Tuner, tune
from manyways.tune.epochs import OnlineResult, tune_online
from manyways.tune.expected import ExpectedScore
from manyways.tune.folds import Folded, cross_validate
from manyways.tune.hope_fear import hope_fear_lists
from manyways.tune.loop import tune_with
from manyways.tune.lp_mert import LpMert
from manyways.tune.mert import Mert
from manyways.tune.mira import Mira
from manyways.tune.model_task import write_model
from manyways.tune.online import OnlineSettings, Workbench
from manyways.tune.pro import Pro
from manyways.tune.seeds import Spread, tune_seeds
from manyways.tune.settings import TuneSettings
from manyways.tune.start import Starts
from manyways.tune.svm import Svm, SvmProblem
from manyways.tune.tuners import ONLINE, TUNERS
from manyways.tune.tuning import Tuning, read_development_set, tune_lists, tune_model

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
    "OnlineSettings",
    "OnlineResult",
    "Pro",
    "Result",
    "Spread",
    "Start",
    "Starts",
    "Svm",
    "SvmProblem",
    "TuneSettings",
    "Tuner",
    "Tuning",
    "Workbench",
    "cross_validate",
    "hope_fear_lists",
    "read_development_set",
    "tune",
    "tune_lists",
    "tune_model",
    "tune_online",
    "tune_seeds",
    "tune_with",
    "write_model",
]
