"""What a rich pack is made of: files in, and how each part is trained."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from manyways.errors import ConfigError
from manyways.settings import Between, Settings, Within, make_settings, read_table
from manyways.text.languages import language_of

__all__ = ["PackInputs", "PackSettings", "make_pack_settings"]


@dataclass(frozen=True, kw_only=True)
class PackInputs:
    """source, target: parallel text, line by line. text: more text of the target language, each file a
    language model of its own before they are mixed.

    ngrams: files of counted n-grams, as Web 1T has them; without, the target text's own are collected.
    lists: candidates of sentences that serve nothing else (TUNE1), with references in them or in
    `references`; `source` of the lists in `lists_source`. held_out: text to mix language models by.
    tagger, parser: one of the two, of the target language; a parser has its own tagger. trees: bracketed
    trees, one per line, for the treelet model; without, the parser's of the target text.
    """

    source: Path
    target: Path
    text: tuple[Path, ...] = ()
    ngrams: tuple[Path, ...] = ()
    lists: Path | None = None
    lists_source: Path | None = None
    references: tuple[Path, ...] = ()
    held_out: Path | None = None
    tagger: Path | None = None
    parser: Path | None = None
    trees: Path | None = None


@dataclass(frozen=True, kw_only=True)
class PackSettings(Settings, table="pack"):
    """How text becomes words, and how the parts are trained; the defaults are the seed's where it has some.

    casing: of both sides; lower needs no training and joins what differs by a capital.
    model1_passes, model1_least: of the inverse Model 1; probabilities below are not kept. weak: the
    probability below which a word of the source counts as not accounted for.
    lm_order: of the mixed language model. ngram_order, ngram_least: of the collection; how often an n-gram of
    text must occur. classes, class_orders, method: of the language models of word classes.
    disc_orders: of the models of good and bad translations. trees_most: sentences of the target text that are
    parsed for the treelet model. parse_beam: of the parser in lists, or its own if that is less.
    """

    source_language: str = ""
    target_language: str = ""
    tokenised: bool = False
    casing: Literal["lower", "keep"] = "lower"
    segmenter: Literal["characters", "spaces", "jieba"] = "characters"
    model1_passes: Annotated[int, Within(1, 100)] = 5
    model1_least: Annotated[float, Between(0, 1)] = 1e-5
    weak: Annotated[float, Between(0, 1)] = 1e-3
    lm_order: Annotated[int, Within(1, 10)] = 4
    ngram_order: Annotated[int, Within(1, 10)] = 5
    ngram_least: Annotated[int, Within(1)] = 1
    classes: tuple[Annotated[int, Within(2, 20_000)], ...] = (300, 1000)
    class_orders: tuple[Annotated[int, Within(1, 10)], ...] = (5, 7)
    method: Literal["brown", "exchange"] = "brown"
    disc_orders: tuple[Annotated[int, Within(1, 10)], ...] = (3, 5)
    trees_most: Annotated[int, Within(1)] = 30_000
    parse_beam: Annotated[int, Within(1, 256)] = 8

    def __post_init__(self) -> None:
        super().__post_init__()
        for code in filter(None, (self.source_language, self.target_language)):
            language_of(code)  # an error for what is none
        for name in ("classes", "class_orders", "disc_orders"):
            values = getattr(self, name)
            if not values or len(set(values)) < len(values):
                raise ConfigError(f"pack.{name}", values, "different numbers, at least one")


def make_pack_settings(path: Path | None, given: Mapping[str, Any]) -> PackSettings:
    """The settings of a TOML file (a table [pack]), overruled by those given that are not None."""
    values = read_table(PackSettings, path, "pack") if path else {}
    values |= {name: value for name, value in given.items() if value is not None}
    return make_settings(PackSettings, values, prefix="pack")
