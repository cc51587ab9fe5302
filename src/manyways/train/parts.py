"""The training corpus on its way: parts of prepared text and links, kept beside the model.

The first part is what the model was trained on; each `--add` makes another. A part is three plain files below
`work/`, so that a person can open them and a killed run finds them again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from manyways.align import AlignmentModel, Links, read_links, write_links
from manyways.errors import InputError
from manyways.inside import is_version
from manyways.phrases import LinkedText
from manyways.progress import Progress, watched
from manyways.run import Run
from manyways.text.column import read_column
from manyways.text.corpus import ParallelCorpus, read_corpus
from manyways.text.filters import filter_pairs
from manyways.text.known_words import KnownWords
from manyways.text.pipeline import TextPipeline
from manyways.text.truecase import Truecaser
from manyways.text.vocabulary import Ids, Offsets, Vocabulary, encode
from manyways.train.settings import TextSettings, TrainSettings
from manyways.wording import counted

__all__ = [
    "Inputs",
    "Part",
    "Words",
    "align_part",
    "known_aligner",
    "learnt",
    "learnt_names",
    "pipelines",
    "prepare_text",
]

SIDES = ("source", "target")
TRUECASE_SOURCE, TRUECASE_TARGET, WORDS = "truecase.source", "truecase.target", "words.source"


@dataclass(frozen=True, kw_only=True)
class Inputs:
    """Where sentence pairs come from: two plain files, or one TMX, XLIFF or PO file (`target` None).

    links: Pharaoh links of the same pairs, if another aligner is to be trusted.
    """

    source: Path
    target: Path | None = None
    links: Path | None = None
    truncate: bool = False

    def place(self, text: TextSettings) -> dict[str, Any]:
        """As readers of corpora take it."""
        return {
            "path": self.source,
            "target": self.target,
            "source_language": text.source_language,
            "target_language": text.target_language,
            "truncate": self.truncate,
        }

    def files(self) -> dict[str, Path]:
        """What the text step depends on, by role."""
        found = {"source": self.source, "target": self.target, "links": self.links}
        return {role: path for role, path in found.items() if path is not None}


@dataclass(frozen=True)
class Part:
    """One part of the corpus, below the directory of the run."""

    run: Run
    number: int

    def name(self, what: str) -> str:
        """The file's name relative to the model."""
        return f"work/{self.number}.{what}"

    def step(self, what: str) -> str:
        """The name of a step of this part."""
        return what if self.number == 0 else f"{what} {self.number}"

    def path(self, what: str) -> Path:
        return self.run.path(self.name(what))

    def is_ready(self) -> bool:
        """Whether its text and its links are there: steps of this part wrote them and were not cut off."""
        return all(self.name(what) in self.run.manifest.outputs for what in (*SIDES, "links"))

    def corpus(self) -> ParallelCorpus:
        return ParallelCorpus(*(read_column(self.path(side)) for side in SIDES))


def learnt(run: Run) -> dict[str, Path]:
    """What the text step of the first part has learnt, by role: truecasers, known words."""
    step = run.manifest.steps.get("text")
    names = list(step.outputs) if step else []
    roles = (TRUECASE_SOURCE, TRUECASE_TARGET, WORDS)
    return {role: run.path(name) for name in names for role in roles if is_version(name, role)}


def pipelines(run: Run, settings: TrainSettings) -> tuple[TextPipeline, TextPipeline]:
    """The text pipelines of both sides, with their truecasers where these are trained already."""
    text = settings.text
    known = learnt(run)
    made = []
    for side, language in zip(SIDES, (text.source_language, text.target_language), strict=True):
        own = side == "source"
        cases = known.get(f"truecase.{side}") if text.casing == "truecase" else None
        words = known.get(WORDS) if own and text.learns_words else None
        made.append(
            TextPipeline(
                language=language or "xx",
                tokeniser="tokenised" if text.tokenised else "rules",
                casing=text.casing,
                segmenter=text.segmenter,
                compounds="split" if own and text.splits else "keep",
                prefixes="split" if own and text.unprefixes else "keep",
                unknown="vary" if own and text.varies else "keep",
                truecaser=Truecaser.load(cases) if cases else None,
                known=KnownWords.load(words, split=text.splits, vary=text.varies) if words else None,
            )
        )
    return made[0], made[1]


def learnt_names(settings: TrainSettings) -> list[str]:
    """The roles of what the text step learns."""
    cases = [TRUECASE_SOURCE, TRUECASE_TARGET] if settings.text.casing == "truecase" else []
    return cases + ([WORDS] if settings.text.learns_words else [])


def prepare_text(
    part: Part, inputs: Inputs, settings: TrainSettings, new: Mapping[str, Path], *, threads: int
) -> Mapping[str, Any]:
    """Read, split, case and filter the pairs; write the part's text (and the kept links).

    new: by role, where that goes which is learnt from the first part.
    """
    text = settings.text
    with Progress("reading pairs"):
        raw = read_corpus(**inputs.place(text))
    if len(raw) == 0:
        raise InputError("has no sentence pairs", path=inputs.source)
    source, target = pipelines(part.run, settings)
    if part.number == 0:
        with Progress("learning cases and words", total=2 * len(raw), unit="sentences") as progress:
            with progress.watching(len(raw)):
                source = source.trained(raw.source, threads=threads)
            with progress.watching(len(raw)):
                target = target.trained(raw.target, threads=threads)
        made = {TRUECASE_SOURCE: source.truecaser, TRUECASE_TARGET: target.truecaser, WORDS: source.known}
        for role, path in new.items():
            found = made[role]
            assert found is not None
            found.save(path)
    else:
        source = source.unvaried()  # its new words are to be learnt
    with Progress("preparing", total=2 * len(raw), unit="sentences") as progress:
        with progress.watching(len(raw)):
            sources = source.prepare(raw.source, threads=threads)
        with progress.watching(len(raw)):
            prepared = ParallelCorpus(sources, target.prepare(raw.target, threads=threads))
    with watched("filtering", len(raw), "pairs"):
        kept, report = filter_pairs(
            prepared,
            settings.filter,
            source_language=text.source_language,
            target_language=text.target_language,
            threads=threads,
        )
    if len(kept) == 0:
        raise InputError(f"no pair is left after filtering: {report}", path=inputs.source)
    prepared.take(kept).write(part.path("source"), part.path("target"))
    if inputs.links is not None:
        write_links(_kept_links(inputs.links, kept, len(raw)), part.path("links"))
    dropped = {reason: each.count for reason, each in report.dropped.items()}
    return {"pairs": len(kept), "read": len(raw), "dropped": dropped}


def _kept_links(path: Path, kept: Sequence[int] | np.ndarray[Any, Any], pairs: int) -> Links:
    links = read_links(path)
    if len(links) != pairs:
        raise InputError(
            f"has {counted(len(links), 'lines')} for {counted(pairs, 'sentence pairs')}", path=path
        )
    return Links.from_pairs(links[int(index)] for index in kept)


class Words:
    """The corpus as word ids: a part's text is encoded once, whichever steps of a training ask for it."""

    def __init__(self, run: Run, *, threads: int) -> None:
        self.run = run
        self.threads = threads
        self.vocabularies = (Vocabulary(), Vocabulary())
        self._columns: list[tuple[Ids, Offsets, Ids, Offsets]] = []

    def columns(self, part: Part) -> tuple[Ids, Offsets, Ids, Offsets]:
        """Source, its offsets, target, its offsets; new words get their ids in the order of the parts."""
        while len(self._columns) <= part.number:
            corpus = Part(self.run, len(self._columns)).corpus()
            source = encode(corpus.source, self.vocabularies[0], threads=self.threads)
            target = encode(corpus.target, self.vocabularies[1], threads=self.threads)
            self._columns.append((*source, *target))
        return self._columns[part.number]

    def linked(self, parts: Sequence[Part]) -> LinkedText:
        """The text of parts with their links, ready for extraction."""
        columns: list[list[np.ndarray[Any, Any]]] = [[], [], [], [], [], []]
        for part in parts:
            words, links = self.columns(part), read_links(part.path("links"))
            if len(links) != len(words[1]) - 1:
                found = f"has {counted(len(links), 'lines')} for {counted(len(words[1]) - 1, 'pairs')}"
                raise InputError(found, path=part.path("links"))
            rows = np.stack([links.source, links.target], axis=1)
            arrays: list[np.ndarray[Any, Any]] = [*words, rows, links.offsets]
            for column, array in zip(columns, arrays, strict=True):
                column.append(array)
        return LinkedText(*(_joined(column, offsets=index % 2 == 1) for index, column in enumerate(columns)))


def _joined(arrays: list[np.ndarray[Any, Any]], *, offsets: bool) -> np.ndarray[Any, Any]:
    """Values one after the other; offsets each shifted by where the one before ended."""
    if not offsets:
        return np.concatenate(arrays)
    result = arrays[0]
    for more in arrays[1:]:
        result = np.concatenate([result, more[1:] + result[-1]])
    return result


def known_aligner(part: Part) -> Path | None:
    """What the parts before it have taught the aligner (parts with given links teach nothing)."""
    earlier = [Part(part.run, number) for number in range(part.number)]
    known = [each for each in earlier if each.name("aligner") in part.run.manifest.outputs]
    return known[-1].path("aligner") if known else None


def align_part(part: Part, words: Words, settings: TrainSettings, *, threads: int) -> Mapping[str, Any]:
    """Align a part and write its links, and what the aligner has learnt so far.

    A later part is aligned by what is known, in the aligner's own word ids: not all parts taught it words.
    """
    known = known_aligner(part)
    if part.number == 0:
        trained, links = AlignmentModel.train_ids(
            words.columns(part), words.vocabularies, settings.align, threads=threads
        )
    else:
        corpus = part.corpus()
        learn = AlignmentModel.train if known is None else AlignmentModel.load(known).align_new
        trained, links = learn(corpus.source, corpus.target, settings.align, threads=threads)
    trained.save(part.path("aligner"))
    write_links(links, part.path("links"))
    return {"links": len(links.source)}
