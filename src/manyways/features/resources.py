"""What features may need beside the lists: language models, an aligner, a glossary.

resources = Resources.open(ResourceSettings(lm=("news.arpa",), glossary="terms.tsv"))
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from manyways.errors import ConfigError, InputError
from manyways.features.rich.pack import Pack
from manyways.files import content_hash
from manyways.lm import LanguageModel
from manyways.model import Model
from manyways.settings import Settings
from manyways.text.column import TextColumn
from manyways.text.pipeline import TextPipeline
from manyways.translator import Translator

__all__ = ["OpenedLm", "ResourceSettings", "Resources"]


@dataclass(frozen=True, kw_only=True)
class ResourceSettings(Settings, table="features"):
    """Files by name. lm: language models of the candidates' language, ours or ARPA, or models with one.

    align: an aligner, or a model that has one. glossary: a term and its translation per line. pack: what
    `manyways rerank prepare` made.
    """

    lm: tuple[str, ...] = ()
    align: str | None = None
    glossary: str | None = None
    pack: str | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        names = [lm_name(path) for path in self.lm]
        for name in names:
            if names.count(name) > 1:
                raise ConfigError("--lm", name, "files that have different names: columns are called so")

    def paths(self) -> list[str]:
        given = (self.align, self.glossary, self.pack)
        return [*self.lm, *(each for each in given if each is not None)]


@dataclass(frozen=True, eq=False)
class OpenedLm:
    """A language model, and how text is prepared for it; None: it is split at blanks already."""

    model: LanguageModel
    pipeline: TextPipeline | None = None

    @staticmethod
    def open(path: str) -> OpenedLm:
        if not Model.is_at(path):
            return OpenedLm(LanguageModel.open(path))
        translator = Translator(path)
        files = list(translator.model.language_models.values())
        if not files:
            raise InputError("is a model without a language model", path=path)
        return OpenedLm(LanguageModel.open(files[0]), translator.target)

    def prepared(self, texts: TextColumn, threads: int) -> TextColumn:
        return texts if self.pipeline is None else self.pipeline.prepare(texts, threads=threads)


@dataclass(frozen=True, eq=False)
class Resources:
    """Opened, by their names. settings: what they were opened from."""

    lms: Mapping[str, OpenedLm] = field(default_factory=dict)
    aligner: Any | None = None
    glossary: Any | None = None
    pack: Pack | None = None
    settings: ResourceSettings = field(default_factory=ResourceSettings)

    @staticmethod
    def open(settings: ResourceSettings) -> Resources:
        return Resources(
            lms={lm_name(path): OpenedLm.open(path) for path in settings.lm},
            pack=None if settings.pack is None else Pack.open(settings.pack),
            settings=settings,
        )


def lm_name(path: str) -> str:
    """news.arpa.gz is news: what the columns of a language model are called."""
    name = os.path.basename(os.path.normpath(path))
    for suffix in (".gz", ".arpa", ".bin", ".lm"):
        name = name.removesuffix(suffix)
    return "".join("_" if c.isspace() else c for c in name) or "lm"


def fingerprint(path: str) -> str:
    """The content of a resource: of a model directory that of its model.toml, which vouches for all of it."""
    if Pack.is_at(path):
        return Pack.open(path).fingerprint()
    return content_hash(os.path.join(path, "model.toml") if Model.is_at(path) else path)
