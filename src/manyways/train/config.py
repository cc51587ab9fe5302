"""A recipe: everything that training does, as typed settings; `--recipe F.toml` reads one. Names that are
not known, of tables and of settings, are errors.

[train]
kind = "phrase"

[train.text]
source_language = "de"
target_language = "en"

[train.lm]
order = 5
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from manyways.align import AlignConfig
from manyways.config import make_config, read_table
from manyways.errors import ConfigError
from manyways.grammar import RuleConfig
from manyways.lm import EstimateConfig
from manyways.phrases import PhraseConfig
from manyways.text.filters import FilterConfig

__all__ = ["TextConfig", "TrainConfig", "make_recipe"]

FALLBACK = (0.5, 1.0, 1.5)  # discounts where the text gives none


@dataclass(frozen=True, kw_only=True)
class TextConfig:
    """How text becomes words; see `manyways.text.pipeline.TextPipeline`."""

    source_language: str = ""
    target_language: str = ""
    tokenised: bool = False
    casing: Literal["truecase", "lower", "keep"] = "truecase"
    segmenter: Literal["characters", "spaces", "jieba"] = "characters"


@dataclass(frozen=True, kw_only=True)
class TrainConfig:
    """What `manyways train` does.

    kind: `phrase` learns a phrase table with a reordering model, `hierarchical` a grammar.
    distortion_limit: written into the model; the longest jump of the search.
    """

    kind: Literal["phrase", "hierarchical"] = "phrase"
    text: TextConfig = field(default_factory=TextConfig)
    filter: FilterConfig = field(default_factory=FilterConfig)
    align: AlignConfig = field(default_factory=AlignConfig)
    phrases: PhraseConfig = field(default_factory=PhraseConfig)
    rules: RuleConfig = field(default_factory=RuleConfig)
    lm: EstimateConfig = field(default_factory=lambda: EstimateConfig(discount_fallback=FALLBACK))
    distortion_limit: int = 6

    def __post_init__(self) -> None:
        if self.distortion_limit < -1:
            raise ConfigError("distortion_limit", self.distortion_limit, "-1 (no limit) or more")
        idle = "phrases" if self.kind == "hierarchical" else "rules"
        if getattr(self, idle) != (PhraseConfig() if idle == "phrases" else RuleConfig()):
            raise ConfigError(f"train.{idle}", getattr(self, idle), f"left out with kind = {self.kind!r}")


def make_recipe(path: Path | None, given: Mapping[str, Any]) -> TrainConfig:
    """The settings of a TOML file, overruled by those given that are not None (in tables, too)."""
    values = read_table(TrainConfig, path, "train") if path else {}
    for name, value in given.items():
        if isinstance(value, Mapping) and isinstance(values.get(name, {}), dict):
            chosen = {key: each for key, each in value.items() if each is not None}
            values[name] = {**values.get(name, {}), **chosen}
        elif value is not None and not isinstance(value, Mapping):
            values[name] = value
    config = make_config(TrainConfig, values, prefix="train")
    if config.lm.discount_fallback is None:
        config = replace(config, lm=replace(config.lm, discount_fallback=FALLBACK))
    return config
