"""The way of a text into a model and out of it again, as one object that is written into the model.

    pipeline = TextPipeline(language="de").trained(corpus)
    prepared = pipeline.prepare(["Das Haus ist groß."])       # "das Haus ist groß ."
    pipeline.restore(prepared)                                # "Das Haus ist groß."
    TextPipeline.from_dict(pipeline.to_dict(), truecaser)     # from model.toml: the same steps exactly

Steps in: plain punctuation, segmenter, tokeniser, casing, known words. Steps out: capitals at the starts of
sentences, detokeniser.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from manyways.errors import ConfigError, ModelError
from manyways.settings import check_fields, make_settings
from manyways.text.column import TextColumn
from manyways.text.known_words import KnownWords
from manyways.text.languages import language_of
from manyways.text.segment import segment
from manyways.text.tokenise import Texts, as_column, detokenise, lower, plain, tokenise
from manyways.text.truecase import Truecaser, capital

__all__ = ["TextPipeline"]

_LEARNT = ("truecaser", "known")  # fields


@dataclass(frozen=True, kw_only=True)
class TextPipeline:
    """How text of one language is prepared and restored.

    tokeniser: `rules` splits words and signs; `tokenised` leaves the text alone, in and out.
    casing: `truecase` (needs `trained`), `lower`, or `keep`.
    segmenter: for Han and Kana: `characters`, `spaces` (words are separated already) or `jieba`.
    plain: turn curly quotes, long dashes and odd spaces into plain ones first.
    compounds: `split` puts them into their parts (needs `trained`), `keep` does not.
    prefixes: `split` puts rare words into a learnt prefix and the rest (needs `trained`), `keep` does not.
    unknown: `vary` makes known words of new ones that are forms of them (needs `trained`), `keep` does not.
    """

    language: str
    tokeniser: Literal["rules", "tokenised"] = "rules"
    casing: Literal["truecase", "lower", "keep"] = "truecase"
    segmenter: Literal["characters", "spaces", "jieba"] = "characters"
    plain: bool = True
    compounds: Literal["split", "keep"] = "keep"
    prefixes: Literal["split", "keep"] = "keep"
    unknown: Literal["vary", "keep"] = "keep"
    truecaser: Truecaser | None = dataclasses.field(default=None, repr=False, compare=False)
    known: KnownWords | None = dataclasses.field(default=None, repr=False, compare=False)

    def __post_init__(self) -> None:
        check_fields(self, "text")
        language_of(self.language)

    def trained(self, texts: Texts, *, threads: int = 0) -> TextPipeline:
        """The same pipeline with what it needs learnt from `texts`: a truecaser, known words."""
        if self.casing != "truecase" and not self.knows_words:
            return self
        tokens, made = self._split(as_column(texts), threads), self
        if self.casing == "truecase":
            made = dataclasses.replace(self, truecaser=Truecaser.train(tokens, threads=threads))
        if self.knows_words:
            known = KnownWords.learn(
                made._cased(tokens, threads),
                split=self.compounds == "split",
                prefixes=self.prefixes == "split",
                vary=self.unknown == "vary",
                threads=threads,
            )
            made = dataclasses.replace(made, known=known)
        return made

    def unvaried(self) -> TextPipeline:
        """The same for text to learn from: new words stay as they are."""
        known = dataclasses.replace(self.known, vary=False) if self.known else None
        return dataclasses.replace(self, unknown="keep", known=known)

    @property
    def knows_words(self) -> bool:
        """Whether it has to know the words of the training text."""
        return "split" in (self.compounds, self.prefixes) or self.unknown == "vary"

    def prepare(self, texts: Texts, *, threads: int = 0) -> TextColumn:
        """Tokenised text in the model's casing, one text per text."""
        return self._parted(self._cased(self._split(as_column(texts), threads), threads), threads)

    def prepare_pieces(self, texts: Sequence[Sequence[str]]) -> tuple[TextColumn, list[list[int]]]:
        """Texts in pieces, each split by itself, and cased as a whole; and how many tokens each piece has."""
        split = [each.split() for each in self._split(as_column(list(itertools.chain(*texts))), 1)]
        pieces = iter(split)
        lines = [" ".join(itertools.chain(*itertools.islice(pieces, len(text)))) for text in texts]
        cased = iter(" ".join(self._cased(as_column(lines), 1)).split())
        again = as_column([" ".join(itertools.islice(cased, len(words))) for words in split])
        parted = iter(self._parted(again, 1))
        joined, counts = [], []
        for text in texts:
            own = list(itertools.islice(parted, len(text)))
            joined.append(" ".join(filter(None, own)))
            counts.append([len(piece.split()) for piece in own])
        return as_column(joined), counts

    def keep(self, text: str) -> str:
        """A text that must come out as it is: split, unless joining it again would change it."""
        split = self._split(as_column([text]), 1)
        joined = detokenise(split, self.language, threads=1) if self.tokeniser == "rules" else split
        return split[0] if joined[0] == text else text

    def restore(self, texts: Texts, *, threads: int = 0) -> TextColumn:
        """Running text from what a model writes."""
        return self.join(self.raise_starts(texts, threads=threads), threads=threads)

    def raise_starts(self, texts: Texts, *, threads: int = 0) -> TextColumn:
        """Tokens with capitals at the starts of sentences, if the model ever saw any."""
        column = as_column(texts)
        cased = self.casing == "truecase" and not (self.truecaser and self.truecaser.lower_only)
        return capital(column, threads=threads) if cased else column

    def join(self, texts: Texts, *, threads: int = 0) -> TextColumn:
        """Running text from tokens as they are."""
        column = as_column(texts)
        return detokenise(column, self.language, threads=threads) if self.tokeniser == "rules" else column

    def to_dict(self) -> dict[str, Any]:
        """Plain values for model.toml; what is learnt are files of their own."""
        return {
            field.name: getattr(self, field.name)
            for field in dataclasses.fields(self)
            if field.name not in _LEARNT
        }

    @staticmethod
    def from_dict(values: Mapping[str, Any], truecaser: Truecaser | None = None) -> TextPipeline:
        """What `to_dict` gave, checked; an unknown setting is an error."""
        for name in _LEARNT:
            if name in values:
                raise ConfigError(f"text.{name}", values[name], "a file of the model, not a setting")
        pipeline = make_settings(TextPipeline, values, prefix="text")
        return dataclasses.replace(pipeline, truecaser=truecaser)

    def _cased(self, column: TextColumn, threads: int) -> TextColumn:
        if self.casing == "lower":
            return lower(column, threads=threads)
        if self.casing == "keep":
            return column
        if self.truecaser is None:
            raise ModelError("the text pipeline truecases, but has no truecaser", remedy="Train it first.")
        return self.truecaser.apply(column, threads=threads)

    def _parted(self, column: TextColumn, threads: int) -> TextColumn:
        if not self.knows_words:
            return column
        if self.known is None:
            raise ModelError("the text pipeline needs known words, but has none", remedy="Train it first.")
        return self.known.apply(column, threads=threads)

    def _split(self, column: TextColumn, threads: int) -> TextColumn:
        if self.tokeniser == "tokenised":
            return column
        if self.plain:
            column = plain(column, threads=threads)
        if self.segmenter == "jieba":
            column = segment(column)
        return tokenise(column, self.language, keep_segments=self.segmenter != "characters", threads=threads)
