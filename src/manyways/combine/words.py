"""Texts as words for the combiners, what is known of each word, and texts again.

    material = Material.open(WordSettings(language="en", stems=True, models=("news.bin",)))
    prepared = material.prepare(lists, votes)
    prepared.texts(ids, offsets, sentences)          # what was combined, as running text

Words match by their form in lower case, by stem (PyStemmer, or snowballstemmer where it is missing), by
groups of synonyms, by class. Each of these is a number per word of the lists' vocabulary: the core sees no
text.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from manyways._core import candidates as texts_core
from manyways._core import combine as core
from manyways.candidates import CandidateLists
from manyways.errors import ConfigError, DependencyError, InputError
from manyways.files import AnyPath, open_text
from manyways.lm import LanguageModel
from manyways.lm.classes import read_classes
from manyways.metrics.base import Values
from manyways.settings import Settings
from manyways.text.column import TextColumn
from manyways.text.languages import language_of
from manyways.text.tokenise import detokenise, lower, tokenise
from manyways.text.vocabulary import Ids, Offsets

__all__ = ["Material", "Prepared", "WordSettings", "read_synonyms"]

EXACT, STEM, SYNONYM, CLUSTER = 1, 2, 4, 8
_SNOWBALL = {
    "ar": "arabic", "da": "danish", "de": "german", "en": "english", "es": "spanish", "fi": "finnish",
    "fr": "french", "hu": "hungarian", "it": "italian", "nl": "dutch", "no": "norwegian", "pt": "portuguese",
    "ro": "romanian", "ru": "russian", "sv": "swedish", "tr": "turkish",
}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class WordSettings(Settings, table="words"):
    """language: of the texts. tokenised: they are split already, and the answer stays so.

    stems: words of one stem match. synonyms, clusters: files of groups and classes of words that match.
    models: files of language models. lower_models: they know lower case alone.
    """

    language: str = "en"
    tokenised: bool = False
    stems: bool = False
    synonyms: str | None = None
    clusters: str | None = None
    models: tuple[str, ...] = ()
    lower_models: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        code = language_of(self.language).code
        if self.stems and code not in _SNOWBALL:
            raise ConfigError("words.stems", True, f"left out for {code}: there is no stemmer for it")
        if self.lower_models and not self.models:
            raise ConfigError("words.lower_models", True, "used with language models")


def read_synonyms(path: AnyPath) -> dict[str, int]:
    """Words in lower case to the number of their group: a line has words with tabs between them.

    Lines that share a word are one group.
    """
    group: dict[str, int] = {}
    members: list[list[str]] = []
    with open_text(path) as lines:
        for number, line in enumerate(lines, 1):
            words = [word.strip().lower() for word in line.rstrip("\n").split("\t")]
            if not line.strip():
                continue
            if len(words) < 2 or any(len(word.split()) != 1 for word in words):
                found = (
                    f"expected words that mean the same, with tabs between them; found {line.strip()[:60]!r}"
                )
                raise InputError(found, path=path, line=number, remedy="One group of single words per line.")
            known = sorted({group[word] for word in words if word in group})
            home = known[0] if known else len(members)
            if not known:
                members.append([])
            for old in known[1:]:
                words += members[old]
                members[old] = []
            members[home] += [word for word in words if group.get(word) != home]
            group.update(dict.fromkeys(words, home))
    if not group:
        raise InputError("holds no synonyms", path=path)
    return group


def _stemmer(language: str) -> Callable[[list[str]], list[str]]:
    name = _SNOWBALL[language_of(language).code]
    try:
        import Stemmer  # type: ignore[import-not-found, unused-ignore]

        return lambda words: list(Stemmer.Stemmer(name).stemWords(words))
    except ImportError:
        pass
    try:
        import snowballstemmer  # type: ignore[import-not-found, import-untyped, unused-ignore]

        return lambda words: list(snowballstemmer.stemmer(name).stemWords(words))
    except ImportError:
        raise DependencyError(
            "no stemmer is installed, which matching by stems needs",
            remedy="Install one: pip install PyStemmer (or: pip install snowballstemmer)",
        ) from None


def _numbers(values: Sequence[object | None]) -> Ids:
    """Equal values get equal numbers, None the key that matches nothing."""
    known: dict[object, int] = {}
    return np.array(
        [core.NO_KEY if each is None else known.setdefault(each, len(known)) for each in values], np.uint32
    )


def _is_sign(word: str) -> bool:
    return all(unicodedata.category(letter)[0] in "PS" for letter in word)


@dataclass(frozen=True, eq=False)
class Material:
    """What the settings name, opened once."""

    settings: WordSettings
    models: tuple[LanguageModel, ...] = ()
    synonyms: dict[str, int] | None = None
    clusters: dict[str, str] | None = None
    stem: Callable[[list[str]], list[str]] | None = None

    @staticmethod
    def open(settings: WordSettings) -> Material:
        return Material(
            settings,
            tuple(LanguageModel.open(path) for path in settings.models),
            None if settings.synonyms is None else read_synonyms(settings.synonyms),
            None if settings.clusters is None else read_classes(settings.clusters),
            _stemmer(settings.language) if settings.stems else None,
        )

    @property
    def only_exact(self) -> bool:
        return self.synonyms is None and self.clusters is None and self.stem is None

    def prepare(self, lists: CandidateLists, votes: Values, *, threads: int = 0) -> Prepared:
        """The lists as words; an InputError for lists that the core cannot hold."""
        split = lists.texts
        if not self.settings.tokenised:
            split = tokenise(lists.texts, self.settings.language, threads=threads)
        tokens = replace(lists, texts=split, known_tokens=None).tokens
        _check_sizes(lists, tokens.offsets)
        words = [tokens.vocabulary.word(i) for i in range(len(tokens.vocabulary))]
        table = core.Words(
            self._stages(words), np.array([_is_sign(w) for w in words], np.uint8), self._asked(words)
        )
        columns = core.Lists(
            tokens.ids, tokens.offsets, lists.sentence_offsets, lists.systems, votes, len(lists.system_names)
        )
        return Prepared(
            lists, self.settings, table, columns, words, tokens.ids, tokens.offsets, votes, split, self.models
        )

    def _stages(self, words: list[str]) -> list[tuple[int, Ids]]:
        forms = list(lower(words))
        stages = [(EXACT, _numbers(forms))]
        if self.stem is not None:
            stems = self.stem(forms)
            stages.append(
                (STEM, _numbers([None if _is_sign(w) else s for w, s in zip(words, stems, strict=True)]))
            )
        if self.synonyms is not None:
            stages.append((SYNONYM, _numbers([self.synonyms.get(form) for form in forms])))
        if self.clusters is not None:
            known = self.clusters
            stages.append(
                (CLUSTER, _numbers([known.get(w, known.get(f)) for w, f in zip(words, forms, strict=True)]))
            )
        return stages

    def _asked(self, words: list[str]) -> list[tuple[Any, Ids]]:
        """Each model with its number of every word."""
        if not self.models:
            return []
        forms = TextColumn.from_texts(words)
        if self.settings.lower_models:
            forms = lower(forms)
        return [(model.core, model.encode(forms)[0]) for model in self.models]


@dataclass(frozen=True, eq=False)
class Prepared:
    """Lists as the core reads them. vocabulary: the words by id. split: the texts with blanks between
    words.
    """

    lists: CandidateLists
    settings: WordSettings
    words: core.Words
    columns: core.Lists
    vocabulary: list[str]
    ids: Ids
    offsets: Offsets
    votes: Values
    split: TextColumn
    models: tuple[LanguageModel, ...] = ()

    @cached_property
    def _spaced(self) -> TextColumn:
        return TextColumn.from_texts(f"{word} " for word in self.vocabulary)

    def joined(self, ids: Ids, offsets: Offsets) -> TextColumn:
        """Words with single blanks between them."""
        taken = self._spaced.take(ids)
        ends = taken.offsets[offsets]
        full = np.diff(offsets) > 0
        data = np.delete(taken.data, ends[1:][full] - 1)
        return TextColumn(data, ends - np.concatenate([[0], np.cumsum(full)]))

    def texts(self, ids: Ids, offsets: Offsets, sentence_of: Offsets, *, threads: int = 0) -> TextColumn:
        """Running texts of words; where a candidate of the sentence has the same words, its text as it is."""
        made = self.joined(ids, offsets)
        if self.settings.tokenised:
            return made
        plain = detokenise(made, self.settings.language, threads=threads)
        own = _marks(self.joined(self.ids, self.offsets), self.lists.sentence_of)
        order = np.argsort(own, kind="stable")
        wanted = _marks(made, sentence_of)
        if not len(order):
            return plain
        place = np.minimum(np.searchsorted(own[order], wanted), len(order) - 1)
        same = own[order][place] == wanted
        both = TextColumn(
            np.concatenate([plain.data, self.lists.texts.data]),
            np.concatenate([plain.offsets, self.lists.texts.offsets[1:] + plain.offsets[-1]]),
        )
        return both.take(np.where(same, len(plain) + order[place], np.arange(len(plain))))


def _marks(texts: TextColumn, sentence_of: Offsets) -> npt.NDArray[np.uint64]:
    """A number for each text and sentence."""
    found: npt.NDArray[np.uint64] = texts_core.hash_rows(texts.data, texts.offsets) ^ (
        sentence_of.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    )
    return found


def _check_sizes(lists: CandidateLists, offsets: Offsets) -> None:
    path = None if lists.origin is None else lists.origin.path
    longest = int(np.diff(offsets).max(initial=0))
    if longest > core.MOST_WORDS:
        one = lists.ids[int(lists.sentence_of[int(np.diff(offsets).argmax())])]
        raise InputError(
            f"a candidate of sentence {one!r} has {longest:,} words; the most is {core.MOST_WORDS:,}",
            path=path,
            remedy="Combine sentences, not whole documents.",
        )
    most = int(lists.sizes.max(initial=0))
    if most > core.MOST_INPUTS:
        one = lists.ids[int(lists.sizes.argmax())]
        raise InputError(
            f"sentence {one!r} has {most:,} candidates; the most that can be combined is {core.MOST_INPUTS}",
            path=path,
            remedy="Take fewer: manyways diversify LISTS --size 20 --out FEWER, or --first 20",
        )
