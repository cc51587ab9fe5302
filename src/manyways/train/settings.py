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
from typing import Annotated, Any, Literal, get_args

from manyways.align import AlignSettings
from manyways.errors import ConfigError
from manyways.grammar import RuleSettings
from manyways.lm import EstimateSettings
from manyways.phrases import PhraseSettings
from manyways.settings import Settings, Within, make_settings, read_table
from manyways.text.filters import FilterSettings
from manyways.text.languages import language_of
from manyways.text.transliterate import script_of

__all__ = ["KINDS", "Kind", "TextSettings", "TrainSettings", "make_recipe"]

Kind = Literal["phrase", "hierarchical"]
KINDS: tuple[Kind, ...] = get_args(Kind)

_COMPOUNDING = {"af", "da", "de", "is", "nb", "nl", "nn", "no", "sv"}  # write compounds as one word
_PREFIXING = {"ar"}  # write the article, and words of one letter, before others as one word
FALLBACK = (0.5, 1.0, 1.5)  # discounts where the text gives none


@dataclass(frozen=True, kw_only=True)
class TextSettings(Settings, table="text"):
    """How text becomes words; see `manyways.text.pipeline.TextPipeline`.

    compounds: of the source: `split`, `keep`, or `auto`, which splits those of languages that write them as
    one word. prefixes: of the source, alike (`auto` splits those of Arabic). unknown: `vary` makes
    known words of new ones that are forms of them, when text is translated.
    names: `spell` writes words of another script that are still unknown in that of the target, `copy` does
    not, and `auto` does where the pairs teach how.
    """

    source_language: str = ""
    target_language: str = ""
    tokenised: bool = False
    casing: Literal["truecase", "lower", "keep"] = "truecase"
    segmenter: Literal["characters", "spaces", "jieba"] = "characters"
    compounds: Literal["auto", "split", "keep"] = "auto"
    prefixes: Literal["auto", "split", "keep"] = "auto"
    unknown: Literal["auto", "vary", "keep"] = "auto"
    names: Literal["auto", "spell", "copy"] = "auto"

    def __post_init__(self) -> None:
        super().__post_init__()
        for code in filter(None, (self.source_language, self.target_language)):
            language_of(code)  # an error for what is none

    @property
    def varies(self) -> bool:
        """Whether new words of the source become known ones."""
        return self.unknown == "vary" or (self.unknown == "auto" and not self.tokenised)

    @property
    def spells(self) -> bool:
        """Whether training learns to spell words of another script; `auto`: where the languages have two."""
        if self.names != "auto":
            return self.names == "spell"
        codes = (self.source_language or "xx", self.target_language or "xx")
        own, other = ({script_of(letter) for letter in language_of(code).letters} for code in codes)
        return not self.tokenised and bool(own and other) and own.isdisjoint(other)

    @property
    def splits(self) -> bool:
        """Whether compounds of the source are split."""
        return self.compounds == "split" or (self.compounds == "auto" and self._source_is_in(_COMPOUNDING))

    @property
    def unprefixes(self) -> bool:
        """Whether words of the source are split behind prefixes."""
        return self.prefixes == "split" or (self.prefixes == "auto" and self._source_is_in(_PREFIXING))

    @property
    def learns_words(self) -> bool:
        """Whether a model has to know the words of the source."""
        return self.splits or self.unprefixes or self.varies

    def _source_is_in(self, codes: set[str]) -> bool:
        code = language_of(self.source_language).code if self.source_language else ""
        return not self.tokenised and code in codes


@dataclass(frozen=True, kw_only=True)
class TrainSettings(Settings, table="train"):
    """What `manyways train` does.

    kind: `phrase` learns a phrase table with a reordering model, `hierarchical` a grammar; `auto` learns both
    and keeps the one that does better on a development set (`manyways.train.kinds`).
    distortion_limit: written into the model; the longest jump of the search.
    """

    kind: Literal["phrase", "hierarchical", "auto"] = "phrase"
    text: TextSettings = field(default_factory=TextSettings)
    filter: FilterSettings = field(default_factory=FilterSettings)
    align: AlignSettings = field(default_factory=AlignSettings)
    phrases: PhraseSettings = field(default_factory=PhraseSettings)
    rules: RuleSettings = field(default_factory=RuleSettings)
    lm: EstimateSettings = field(default_factory=lambda: EstimateSettings(discount_fallback=FALLBACK))
    distortion_limit: Annotated[int, Within(-1, note="-1: no limit")] = 6

    def __post_init__(self) -> None:
        super().__post_init__()
        idle = {"phrase": "rules", "hierarchical": "phrases"}.get(self.kind)
        if idle and getattr(self, idle) != (PhraseSettings() if idle == "phrases" else RuleSettings()):
            raise ConfigError(f"train.{idle}", getattr(self, idle), f"left out with kind = {self.kind!r}")


def make_recipe(path: Path | None, given: Mapping[str, Any]) -> TrainSettings:
    """The settings of a TOML file, overruled by those given that are not None (in tables, too)."""
    values = read_table(TrainSettings, path, "train") if path else {}
    for name, value in given.items():
        if isinstance(value, Mapping) and isinstance(values.get(name, {}), dict):
            chosen = {key: each for key, each in value.items() if each is not None}
            values[name] = {**values.get(name, {}), **chosen}
        elif value is not None and not isinstance(value, Mapping):
            values[name] = value
    settings = make_settings(TrainSettings, values, prefix="train")
    if settings.lm.discount_fallback is None:
        settings = replace(settings, lm=replace(settings.lm, discount_fallback=FALLBACK))
    return settings
