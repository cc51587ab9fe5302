"""Running text into a model's words, and back: the text pipelines of both sides, protected spans, markup.

words = Preparation.of(model)
words.restore(words.prepare(TextColumn.from_texts(["Siehe https://a.org/b?c=1."])))
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from manyways.errors import ConfigError, InputError
from manyways.model import Model
from manyways.search import Given, MarkedText, Sentence, read_markup
from manyways.text.column import TextColumn
from manyways.text.known_words import KnownWords
from manyways.text.languages import language_of
from manyways.text.pipeline import TextPipeline
from manyways.text.protect import matched, shield, shield_column, unshield_column
from manyways.text.segment import segment
from manyways.text.truecase import Truecaser

__all__ = ["Preparation"]


@dataclass(frozen=True, kw_only=True)
class Preparation:
    """How texts become a model's words.

    tokenised: they are left alone on both ways. protect: addresses, placeholders and their like
    (`manyways.text.protect`) come out as they went in. localise: numbers are rewritten as the target language
    has them.
    """

    source: TextPipeline
    target: TextPipeline
    tokenised: bool = False
    protect: bool = True
    localise: bool = False

    def __post_init__(self) -> None:
        if self.localise and (self.tokenised or not self.protect):
            raise ConfigError("numbers", True, "left out for text that is tokenised or not protected")

    @staticmethod
    def of(
        model: Model, *, tokenised: bool = False, protect: bool = True, localise: bool = False
    ) -> Preparation:
        """What the model's text pipelines say."""
        return Preparation(
            source=_pipeline(model, "source", load_segmenter=not tokenised),
            target=_pipeline(model, "target", load_segmenter=False),
            tokenised=tokenised,
            protect=protect and not tokenised,
            localise=localise,
        )

    @property
    def lower_only(self) -> bool:
        """Whether the model writes no capitals, though its language has them."""
        truecaser, letters = self.target.truecaser, language_of(self.target.language).letters
        return truecaser is not None and letters[:1].islower() and truecaser.lower_only

    def unprotected(self) -> Preparation:
        """The same without protected spans: every word is one of the text's."""
        return replace(self, protect=False, localise=False)

    @property
    def _numbers(self) -> tuple[str, str] | None:
        return (self.source.language, self.target.language) if self.localise else None

    def prepare(self, texts: TextColumn, *, threads: int = 0) -> TextColumn:
        """Source texts as the model reads them."""
        if self.tokenised:
            return texts
        if self.protect:
            texts = shield_column(texts, self._numbers)
        return self.source.prepare(texts, threads=threads)

    def restore(self, texts: TextColumn, *, threads: int = 0) -> TextColumn:
        """Running text from the model's words."""
        return texts if self.tokenised else unshield_column(self.target.restore(texts, threads=threads))

    def prepare_target(self, target: str, source: str) -> str:
        """A target text as the model would write it; its protected spans are the words of the source's."""
        if self.tokenised:
            return target
        if self.protect:
            target = matched(shield(target), shield(source, self._numbers))
        return self.target.prepare([target], threads=1)[0]

    def marked(self, lines: Sequence[str]) -> list[Sentence]:
        """Lines with XML-style markup (`manyways.search.markup`) as sentences to translate."""
        return self.sentences([read_markup(line) for line in lines])

    def sentences(self, texts: Sequence[MarkedText]) -> list[Sentence]:
        """Texts in pieces, with what is known of each, in the model's words."""
        return self.counted_sentences(texts)[0]

    def counted_sentences(self, texts: Sequence[MarkedText]) -> tuple[list[Sentence], list[list[int]]]:
        """The same, and how many words each piece has."""
        if self.tokenised:
            counts = [[len(piece.split()) for piece in text.pieces] for text in texts]
            prepared = [" ".join(" ".join(text.pieces).split()) for text in texts]
        else:
            column, counts = self.source.prepare_pieces([self._shielded(text) for text in texts])
            prepared = list(column)
        return [self._sentence(*each) for each in zip(prepared, texts, counts, strict=True)], counts

    def _shielded(self, text: MarkedText) -> list[str]:
        """The pieces with protected spans; one that has a translation needs no protection."""
        if not self.protect:
            return text.pieces
        numbers = self._numbers
        return [
            piece if index in text.marks else shield(piece, numbers)
            for index, piece in enumerate(text.pieces)
        ]

    def _sentence(self, prepared: str, text: MarkedText, counts: list[int]) -> Sentence:
        starts = [0, *itertools.accumulate(counts)]
        given: list[Given] = []
        forbidden: list[str | tuple[int, int, str]] = []
        for piece, mark in text.marks.items():
            start, end = starts[piece], starts[piece + 1]
            if start == end:
                raise InputError(f"a tag contains no word: {text.pieces[piece][:40]!r}")
            for words, probability in mark.translations:
                given.append(Given(start, end, self._kept(words), mark.exclusive, probability))
            forbidden += [(start, end, self._kept(words)) for words in mark.forbidden]
        return Sentence(prepared, given, forbidden, [starts[piece] for piece in text.walls])

    def _kept(self, words: str) -> str:
        return words if self.tokenised else self.target.keep(words)


def _pipeline(model: Model, side: Literal["source", "target"], *, load_segmenter: bool) -> TextPipeline:
    values = model.source if side == "source" else model.target
    try:
        pipeline = TextPipeline.from_dict(values)
    except ConfigError as error:
        raise InputError(str(error), path=model.toml) from None
    if load_segmenter and pipeline.segmenter == "jieba":
        segment(TextColumn.from_texts([]))  # an error now if it is not installed
    if pipeline.casing == "truecase":
        pipeline = replace(pipeline, truecaser=Truecaser.load(model.path(f"truecase.{side}")))
    if not pipeline.knows_words:
        return pipeline
    split, vary = pipeline.compounds == "split", pipeline.unknown == "vary"
    return replace(pipeline, known=KnownWords.load(model.path(f"words.{side}"), split=split, vary=vary))
