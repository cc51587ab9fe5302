"""What features may need beside the lists: language models, an aligner, a glossary.

resources = Resources.open(ResourceSettings(lm=("news.arpa",), align="models/de-en", glossary="terms.tsv"))
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from manyways._core import align as align_core
from manyways._core import features as core
from manyways.errors import ConfigError, InputError
from manyways.features.rich.pack import Pack
from manyways.files import content_hash
from manyways.inside import file_inside
from manyways.lm import LanguageModel
from manyways.model import Model
from manyways.settings import Settings
from manyways.text.column import TextColumn
from manyways.text.glossary import read_glossary
from manyways.text.pipeline import TextPipeline
from manyways.text.vocabulary import Vocabulary, encode
from manyways.translator import Translator
from manyways.translator.flags import negations_of

__all__ = ["OpenedAligner", "OpenedLm", "ResourceSettings", "Resources", "open_glossary"]

Words = tuple[npt.NDArray[np.uint32], npt.NDArray[np.int64]]


@dataclass(frozen=True, kw_only=True)
class ResourceSettings(Settings, table="features"):
    """Files by name. lm: language models of the candidates' language, ours or ARPA, or models with one.

    align: a model that `manyways train` made, whose aligner knows words of both languages, or such an
    aligner by itself. glossary: a file with a term and its translation per line, a tab between.
    pack: what `manyways rerank prepare` made.
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
        if not _is_model(path):
            return OpenedLm(LanguageModel.open(path))
        translator = Translator(path)
        files = list(translator.model.language_models.values())
        if not files:
            raise InputError("is a model without a language model", path=path)
        return OpenedLm(LanguageModel.open(files[0]), translator.target)

    def prepared(self, texts: TextColumn, threads: int) -> TextColumn:
        return texts if self.pipeline is None else self.pipeline.prepare(texts, threads=threads)


@dataclass(frozen=True, eq=False)
class OpenedAligner:
    """What an aligner has learned, and how texts of both sides are prepared for it; None: they are."""

    model: align_core.Model
    pairs: core.WordPairs
    pipelines: tuple[TextPipeline, TextPipeline] | None = None

    @staticmethod
    def open(path: str) -> OpenedAligner:
        """Of a model directory the newest aligner of its training."""
        if not _is_model(path):
            model = align_core.Model.load(path)
            return OpenedAligner(model, core.WordPairs(model))
        translator = Translator(path)
        numbers = [each.stem for each in Path(path, "work").glob("*.aligner") if each.stem.isdecimal()]
        if not numbers:
            remedy = "Give one that `manyways train` made, whole, with its folder work."
            raise InputError("is a model without an aligner", path=path, remedy=remedy)
        model = align_core.Model.load(str(file_inside(path, f"work/{max(numbers, key=int)}.aligner")))
        return OpenedAligner(model, core.WordPairs(model), (translator.source, translator.target))

    @cached_property
    def negations(self) -> core.Glossary | None:
        """Each negation of one language with each of the other; None if one has no list of them."""
        if self.pipelines is None:
            return None
        source, target = (negations_of(each.language) for each in self.pipelines)
        pairs = [(one, other) for one in source for other in target]
        return _glossary([one for one, _ in pairs], [other for _, other in pairs]) if pairs else None

    def source_words(self, texts: TextColumn, threads: int) -> Words:
        """Word ids, 0 for words that the aligner does not know."""
        return self._words(texts, self.model.source_vocabulary, 0, threads)

    def target_words(self, texts: TextColumn, threads: int) -> Words:
        return self._words(texts, self.model.target_vocabulary, 1, threads)

    def _words(self, texts: TextColumn, vocabulary: Vocabulary, side: int, threads: int) -> Words:
        if self.pipelines is not None:
            texts = self.pipelines[side].prepare(texts, threads=threads)
        return encode(texts, vocabulary, grow=False, threads=threads)


def open_glossary(path: str | os.PathLike[str]) -> core.Glossary:
    """The terms of a glossary with what they may be translated by; forbidden translations are left out."""
    terms = [term for term in read_glossary(path) if not term.forbidden]
    glossary = _glossary([term.source for term in terms], [term.target for term in terms])
    if not len(glossary):
        raise InputError(
            "has no translation of any term", path=path, remedy="Write a term, a tab and its translation."
        )
    return glossary


def _glossary(terms: Sequence[str], translations: Sequence[str]) -> core.Glossary:
    columns = [TextColumn.from_texts(side) for side in (terms, translations)]
    return core.Glossary(*((each.data, each.offsets) for each in columns))


@dataclass(frozen=True, eq=False)
class Resources:
    """Opened, by their names. settings: what they were opened from."""

    lms: Mapping[str, OpenedLm] = field(default_factory=dict)
    aligner: OpenedAligner | None = None
    glossary: core.Glossary | None = None
    pack: Pack | None = None
    settings: ResourceSettings = field(default_factory=ResourceSettings)

    @staticmethod
    def open(settings: ResourceSettings) -> Resources:
        return Resources(
            lms={lm_name(path): OpenedLm.open(path) for path in settings.lm},
            aligner=None if settings.align is None else OpenedAligner.open(settings.align),
            glossary=None if settings.glossary is None else open_glossary(settings.glossary),
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
    return content_hash(os.path.join(path, "model.toml") if _is_model(path) else path)


def _is_model(path: str) -> bool:
    return os.path.isdir(path) and Model.is_at(path)
