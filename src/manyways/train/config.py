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

from dataclasses import dataclass, field
from typing import Literal

from manyways.align import AlignConfig
from manyways.errors import ConfigError
from manyways.grammar import RuleConfig
from manyways.lm import EstimateConfig
from manyways.phrases import PhraseConfig
from manyways.text.filters import FilterConfig

__all__ = ["TextConfig", "TrainConfig"]


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
    lm: EstimateConfig = field(default_factory=lambda: EstimateConfig(discount_fallback=(0.5, 1.0, 1.5)))
    distortion_limit: int = 6

    def __post_init__(self) -> None:
        if self.distortion_limit < -1:
            raise ConfigError("distortion_limit", self.distortion_limit, "-1 (no limit) or more")
