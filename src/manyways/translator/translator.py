"""The translator: running text in, translations out; the text pipeline and the search in one object.

    translator = Translator("models/de-en")
    translator.translate("Das ist ein Haus.").text
    translator.translate(lines)                      # many at once, on all cores, in order
    translator.kbest(lines, 20)                      # CandidateLists of running text
    translator.diverse(lines, DiverseSettings(rounds=5))   # five of each that differ
    translator.mbr(lines)                            # consensus translations
    translator.exact(lines)                          # the model's best, with a proof
    translator.prove("Das ist ein Haus.", "This is a house.").optimal
    translator.translate(translator.marked(['das ist <x translation="house">Haus</x>']))

Text is prepared exactly as training prepared its corpus, and restored (detokenised, recased) on the way
out; with ``tokenised=True`` it is left alone on both ways. Addresses, placeholders and their like are
protected: they come out as they went in. Among the texts may be a `Sentence` with what is
known about it, or a `Lattice`: both in the model's words.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from math import inf
from typing import TYPE_CHECKING, Any, overload

from manyways.candidates import CandidateLists, merge
from manyways.errors import ConfigError, ModelError
from manyways.model import Model, Weights
from manyways.search import (
    AnySearch,
    AnySettings,
    BeamSettings,
    Forced,
    Graph,
    Lattice,
    PhraseModel,
    PhraseWeights,
    RuleModel,
    Search,
    Sentence,
    Source,
    Translation,
    Translations,
    line_lists,
    make_search,
    make_settings,
    open_model,
    source_texts,
)
from manyways.search.settings import Space
from manyways.text.column import TextColumn
from manyways.text.glossary import Glossary, read_glossary
from manyways.translator.names import Names
from manyways.translator.preparation import Preparation
from manyways.translator.terms import Terms

if TYPE_CHECKING:  # what plain translation does not need is imported where it is used
    from manyways.diverse import DiverseSettings, Trial
    from manyways.diverse.grid import Measure
    from manyways.exact import ExactChartSettings, ExactSearch, ExactSettings, Proof, Verdict

__all__ = ["Between", "Translator"]

PlainTexts = TextColumn | Sequence[str]
Texts = TextColumn | Sequence[Source]


class Translator:
    """An opened model with its text pipeline. Safe to use from many threads."""

    def __init__(
        self,
        model: Model | str | os.PathLike[str],
        *,
        weights: Weights | None = None,
        tokenised: bool = False,
        protect: bool = True,
        numbers: bool = False,
        glossary: Glossary | None = None,
        settings: AnySettings | None = None,
        threads: int = 0,
    ) -> None:
        """settings: of the model's search; a beam's space is also that of proofs which name none.

        protect: addresses, placeholders and their like (`manyways.text.protect`) come out as they went in.
        numbers: those with marks between digits are rewritten by rule, as the target language has them.
        glossary: translations that terms must, should or must not have, in the place of the model's own.
        """
        self.model = model if isinstance(model, Model) else Model.open(model)
        self.opened = open_model(self.model, weights=weights)
        self.settings = make_search(self.opened, settings).settings
        self.threads = threads
        self.words = Preparation.of(self.model, tokenised=tokenised, protect=protect, localise=numbers)
        self.source, self.target, self.tokenised = self.words.source, self.words.target, tokenised
        if glossary is not None and tokenised:
            raise ConfigError("glossary", True, "left out for tokenised text")
        if glossary is None and not tokenised and "glossary" in self.model.files:
            glossary = read_glossary(self.model.path("glossary"))
        self.terms = Terms(glossary, self.source.language) if glossary is not None else None
        spells = "letters.source" in self.model.files and not tokenised
        self.names = Names(self.model.path("letters.source"), self.opened.table) if spells else None

    @property
    def weights(self) -> Weights:
        return self.opened.weights

    @property
    def phrase_model(self) -> PhraseModel:
        """The opened model for what only phrases have; a ModelError if it is of another kind."""
        if not isinstance(self.opened, PhraseModel):
            raise ModelError(
                f"{self.model.directory} is a {self.opened.kind} model; this needs a phrase model"
            )
        return self.opened

    @property
    def beam(self) -> BeamSettings:
        """The settings of a phrase-based model's search; a ModelError if the model is of another kind."""
        assert self.phrase_model
        assert isinstance(self.settings, BeamSettings)
        return self.settings

    def searching(
        self, *, pops: int | None = None, space: Space | None = None, time_limit: float = 0.0
    ) -> Translator:
        """The same with these settings of the model's search; what its search does not have is refused."""
        other = copy(self)
        other.settings = make_settings(self.opened, pops=pops, space=space, time_limit=time_limit)
        return other

    def with_weights(self, weights: Weights, phrase_weights: PhraseWeights | None = None) -> Translator:
        """The same model with other weights, and perhaps other phrase weights; nothing is read again."""
        other = copy(self)
        other.opened = self.opened.with_weights(weights, phrase_weights)
        return other

    def unprotected(self) -> Translator:
        """The same without protected spans: every word is one of the text's, as graphs should show it."""
        other = copy(self)
        other.words = self.words.unprotected()
        return other

    def search(self) -> AnySearch:
        """The model's search without proofs, for texts that are prepared."""
        return make_search(self.opened, self.settings, threads=self.threads)

    def exact_search(
        self, settings: ExactSettings | ExactChartSettings | None = None, *, time_limit: float = 0.0
    ) -> ExactSearch:
        """The exact one, in the translator's space where the settings name none.

        time_limit: seconds per sentence, where there are no settings.
        """
        from manyways.exact import ExactChartSettings, ExactSearch, ExactSettings

        if settings is None:
            hierarchical = isinstance(self.opened, RuleModel)
            settings = (ExactChartSettings if hierarchical else ExactSettings)(time_limit=time_limit)
        if isinstance(settings, ExactSettings) and isinstance(self.settings, BeamSettings):
            settings = replace(settings, space=settings.space or self.settings.space)
        return ExactSearch(self.opened, settings, threads=self.threads)

    @overload
    def translate(self, texts: Source) -> Translation: ...  # type: ignore[overload-overlap]
    @overload
    def translate(self, texts: Texts) -> Translations: ...
    def translate(self, texts: Source | Texts) -> Translation | Translations:
        """The best translation of a text, or of each of several."""
        if isinstance(texts, Source):
            return self.translate([texts])[0]
        return self._restored(self.search().best(self.sources(texts)))

    def mbr(self, texts: Texts) -> Translations:
        """The consensus translation of each text: the highest expected BLEU over the search graph."""
        return self._restored(self.search().mbr(self.sources(texts)))

    def kbest(
        self,
        texts: Texts,
        size: int,
        *,
        distinct: bool = True,
        links: bool = False,
        search: Search[Any] | None = None,
    ) -> CandidateLists:
        """The `size` best of each text, best first; texts as `translate` gives them.

        links: with word links, between the model's words. search: another one of this translator's model.
        """
        lists = (search or self.search()).lists(self.sources(texts), size, distinct=distinct, links=links)
        return self._restored_lists(lists, texts)

    def diverse(self, texts: Texts, settings: DiverseSettings | None = None) -> CandidateLists:
        """Translations of each text that are good and differ from each other."""
        from manyways.diverse import generate

        lists = generate(
            self.opened, self.sources(texts), settings, search=self.settings, threads=self.threads
        )
        return self._restored_lists(lists, texts)

    def mixed(self, texts: Texts, size: int) -> CandidateLists:
        """Lists of about `size`: the best, then diverse ones; for tuning."""
        from manyways.diverse import DiverseSettings

        best = self.kbest(texts, (size + 1) // 2)
        rounds = max(1, size // 10)
        varied = self.diverse(texts, DiverseSettings(rounds=rounds, each=5))
        return merge([best, varied]).distinct(features=True)

    def on_lines(self, texts: Texts, size: int) -> CandidateLists:
        """The best, then all of the search graph that wins on some line through the weights; for tuning."""
        best = self.kbest(texts, size)
        lists = line_lists(self.graphs(texts), self.weights, threads=self.threads)
        lists = replace(lists, texts=self.restore(lists.texts), sources=best.sources)
        return merge([best, lists]).distinct(features=True)

    def tune_diverse(
        self,
        texts: PlainTexts,
        references: Sequence[PlainTexts],
        settings: DiverseSettings,
        *,
        measure: Measure = "oracle",
    ) -> list[Trial[DiverseSettings]]:
        """Order and strength tried on texts with references, the best first; each text is searched once."""
        from manyways.diverse import tune_search

        plain = self.unprotected()
        prepared = [
            _column(each) if self.tokenised else self.target.prepare(_column(each), threads=self.threads)
            for each in references
        ]
        return tune_search(
            self.opened,
            plain.prepare(texts),
            prepared,
            settings,
            measure=measure,
            search=self.settings,
            threads=self.threads,
        )

    def graph(self, text: Source) -> Graph:
        """The search graph of one text; its words are the model's (split and cased)."""
        return self.graphs([text])[0]

    def graphs(self, texts: Texts) -> list[Graph]:
        """The search graph of each text."""
        return self.search().graphs(self.sources(texts))

    def force(self, text: str, target: str) -> Forced:
        """The best derivation that yields `target`, or how far one reaches; both as running text."""
        return self._forced(text, target, self.settings)

    def _forced(self, text: str, target: str, settings: AnySettings) -> Forced:
        """The best reading of the target: whether the model wrote a capital at its start is unknown."""
        readings = [target]
        if not self.tokenised:
            plain = self.words.prepare_target(target, text)
            first, rest = plain[:1], plain[1:]
            readings = list(dict.fromkeys([plain, first.lower() + rest, first.upper() + rest]))
        sources = self.sources([text] * len(readings))
        found = make_search(self.opened, settings, threads=1).force(sources, readings)
        best = max(
            found, key=lambda each: (each.translation.score if each.translation else -inf, len(each.prefix))
        )
        (prefix,) = self.restore(TextColumn.from_texts([best.prefix]))
        own = best.translation and replace(best.translation, text=prefix)
        return Forced(best.reached, prefix, own)

    def exact(
        self,
        texts: Texts,
        settings: ExactSettings | ExactChartSettings | None = None,
        *,
        search: ExactSearch | None = None,
    ) -> list[Proof]:
        """The best translation of each text under the model, and the proof that none is better.

        search: one of this translator's model to use, with its settings, so that it can be stopped.
        """
        search = search or self.exact_search(settings)
        found = search.prove_all(self.sources(texts))
        restored = self.restore(TextColumn.from_texts(c for proof in found for c in proof.candidates.texts))
        ends = list(itertools.accumulate(len(proof.candidates) for proof in found))
        return [
            replace(
                proof, candidates=proof.candidates.with_texts(restored[end - len(proof.candidates) : end])
            )
            for proof, end in zip(found, ends, strict=True)
        ]

    def prove(
        self, text: str, candidate: str, settings: ExactSettings | ExactChartSettings | None = None
    ) -> Verdict:
        """Whether `candidate` is the model's best translation; if not, a better one."""
        from manyways.exact import Verdict

        search = self.exact_search(settings)
        proof = self.exact([text], search=search)[0]
        own = next((each for each in proof.candidates if each.text == candidate), None)
        if own is not None:
            return Verdict.of(Forced(True, candidate, own), proof, tolerance=1e-5)
        own_search = self.settings
        if isinstance(own_search, BeamSettings):
            own_search = replace(own_search, space=getattr(search.settings, "space", None))
        return Verdict.of(self._forced(text, candidate, own_search), proof, tolerance=1e-5)

    def marked(self, lines: Sequence[str]) -> list[Sentence]:
        """Lines with XML-style markup (`manyways.search.markup`) as sentences to translate."""
        return self.words.marked(lines)

    def sources(self, texts: Texts) -> TextColumn | list[Source]:
        """Texts as the search takes them: prepared, with what glossary and letters say of their words."""
        if self.terms is None:
            return self.with_names(self.prepare(texts))
        marked = self.words.sentences([self.terms.marked(str(text)) for text in texts])
        ready: list[Source] = [
            one if isinstance(text, str) else text for text, one in zip(texts, marked, strict=True)
        ]
        return self.with_names(ready)

    def with_names(self, sources: TextColumn | list[Source]) -> TextColumn | list[Source]:
        """Prepared texts with spellings of words in another script that the model does not know."""
        if self.names is None:
            return sources
        return [each if isinstance(each, Lattice) else self.names.given(each) for each in sources]

    @overload
    def prepare(self, texts: TextColumn | Sequence[str]) -> TextColumn: ...
    @overload
    def prepare(self, texts: Texts) -> TextColumn | list[Source]: ...
    def prepare(self, texts: Texts) -> TextColumn | list[Source]:
        """Source text as the model reads it; a Sentence or a Lattice is left alone."""
        if isinstance(texts, TextColumn) or all(isinstance(text, str) for text in texts):
            column = texts if isinstance(texts, TextColumn) else TextColumn.from_texts(texts)  # type: ignore[arg-type]
            return self.words.prepare(column, threads=self.threads)
        plain = self.prepare(TextColumn.from_texts(text if isinstance(text, str) else "" for text in texts))
        return [ready if isinstance(text, str) else text for text, ready in zip(texts, plain, strict=True)]

    def restore(self, texts: TextColumn) -> TextColumn:
        """Running text from the model's words."""
        return self.words.restore(texts, threads=self.threads)

    def _restored(self, found: Translations) -> Translations:
        return found.with_texts(self.restore(found.texts))

    def _restored_lists(self, lists: CandidateLists, texts: Texts) -> CandidateLists:
        return replace(lists, texts=self.restore(lists.texts), sources=source_texts(texts), known_tokens=None)


def _column(texts: PlainTexts) -> TextColumn:
    return texts if isinstance(texts, TextColumn) else TextColumn.from_texts(texts)


class Between:
    """What goes from one language to another by a translator. source, target: their codes."""

    translator: Translator

    @property
    def source(self) -> str:
        return self.translator.source.language

    @property
    def target(self) -> str:
        return self.translator.target.language
