"""The tuners by name, with the settings of their classes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from manyways.errors import ConfigError
from manyways.settings import make_settings
from manyways.tune.apro import Apro
from manyways.tune.base import Tuner
from manyways.tune.expected import ExpectedScore
from manyways.tune.lp_mert import LpMert
from manyways.tune.mert import Mert
from manyways.tune.mira import Mira
from manyways.tune.online import OnlineSettings, Update
from manyways.tune.pro import Pro
from manyways.tune.svm import Svm

__all__ = ["ONLINE", "TUNERS", "make_online", "make_tuner"]

TUNERS: dict[str, type[Tuner]] = {
    "mert": Mert,
    "lp-mert": LpMert,
    "pro": Pro,
    "mira": Mira,
    "apro": Apro,
    "expected-bleu": ExpectedScore,
    "svm": Svm,
}

# Those that learn by decoding, and what they are called there.
ONLINE: dict[str, Update] = {"bold": "bold", "local": "local", "hybrid": "hybrid", "online-mira": "mira"}


def make_tuner(name: str, own: Mapping[str, Any]) -> Tuner:
    """The tuner of that name with its own settings; one value is enough where several may stand."""
    kind = TUNERS[name]
    defaults = vars(kind())
    several = {key for key, value in defaults.items() if isinstance(value, tuple)}
    for key, value in own.items():
        if key == "name" or not isinstance(defaults.get(key, 0), (int, float, str, tuple)):
            raise ConfigError(f"{name}.{key}", value, "set in Python")
    whole = {
        key: [value] if key in several and not isinstance(value, (list, tuple)) else value
        for key, value in own.items()
    }
    return make_settings(kind, whole, prefix=name)


def make_online(name: str, own: Mapping[str, Any]) -> OnlineSettings:
    """The same for one that learns by decoding."""
    if "update" in own:
        raise ConfigError(f"{name}.update", own["update"], "left to --with")
    return make_settings(OnlineSettings, {"update": ONLINE[name], **own}, prefix=name)
